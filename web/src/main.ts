import '@fontsource/eb-garamond/latin-400.css';
import '@fontsource/eb-garamond/latin-400-italic.css';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { app } from './lib/app.svelte';
import { hasSums } from './sums/local';

document.documentElement.lang = app.language;
addEventListener('hashchange', () => app.follow(location.hash));
addEventListener('online', () => {
  void app.load();
  app.rosters.soon(0);
});
addEventListener('visibilitychange', () => app.rosters.soon(0));
void app.rosters.open();

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
