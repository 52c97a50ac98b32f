// The service worker: keeps loaded files, so that the page opens while the server is away.
/// <reference lib="webworker" />
const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = 'krigsspil-1';

worker.addEventListener('install', () => void worker.skipWaiting());

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
      // The page that registered the worker was loaded before it: fetch it once more into the cache.
      const cache = await caches.open(CACHE);
      const page = await fetch('/');
      if (!page.ok) return;
      const text = await page.clone().text();
      await cache.put('/', page);
      const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] as string);
      await cache.addAll(files).catch(() => undefined);
      const api = ['/api/rules?lang=en', '/api/rules?lang=da'];
      await cache.addAll(api).catch(() => undefined);
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  // What belongs to one seat and one moment is never kept.
  if (/^\/api\/(rosters|games?|replays|film)(\/|$)/.test(url.pathname)) return;
  event.respondWith(url.pathname.startsWith('/assets/') ? fromCache(request) : fromServer(request));
});

/** Files that never change: from the cache if they are there. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await fromServer(request));
}

/** Everything else: from the server, or from the cache if the server is away. */
async function fromServer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    const kept = (await cache.match(request)) ?? (request.mode === 'navigate' ? await cache.match('/') : undefined);
    if (kept) return marked(kept);
    return new Response('{"code":"offline","field":"","message":"the server is out of reach"}', { status: 504 });
  }
}

/** An answer from the cache, used because the server is away, is marked as such: the page tells the player. */
function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set('x-kept', 'yes');
  return new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers });
}
