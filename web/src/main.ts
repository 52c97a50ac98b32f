import '@fontsource/eb-garamond/latin-400.css';
import '@fontsource/eb-garamond/latin-400-italic.css';
import './style.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { app } from './lib/app.svelte';

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
void app.load();

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/worker.js').catch(() => {
    // Without it the page works only while the server does.
  });
}
