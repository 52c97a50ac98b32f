import '@fontsource/eb-garamond/latin-400.css';
import '@fontsource/eb-garamond/latin-400-italic.css';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { tryServer } from './lib/api';
import { app } from './lib/app.svelte';
import { recall, remember } from './lib/memory';
import { hasSums } from './sums/local';

document.documentElement.lang = app.language;
addEventListener('hashchange', () => app.follow(location.hash));
addEventListener('online', () => {
  tryServer();
  void app.load();
  app.rosters.soon(0);
});
addEventListener('visibilitychange', () => app.rosters.soon(0));
void app.rosters.open();

// The server was renewed while the page lay open: the parts of the old page are gone, and the page is fetched anew. Once, so that a part that is missing for
// another reason does not keep it going round.
addEventListener('vite:preloadError', (event) => {
  const last = recall<number>('renewed') ?? 0;
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  remember('renewed', Date.now());
  location.reload();
});

const target = document.getElementById('app');
if (target) mount(App, { target });
app.begin();

if ('serviceWorker' in navigator) {
  navigator.serviceWorker
    .register(`${import.meta.env.BASE_URL}worker.js`)
    .then((kept: ServiceWorkerRegistration | undefined) => {
      // `cargo play` opens the page before its sums are built: look whether the page with them is there. A browser that lets no worker in gives none.
      if (!hasSums && kept) setInterval(() => void kept.update().catch(() => undefined), 60_000);
    })
    .catch(() => {
      // Without it the page works only while the server does.
    });
}
