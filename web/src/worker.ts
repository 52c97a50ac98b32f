// The service worker: keeps the whole page from the first visit on, so that it opens and works while the server is away.
/// <reference lib="webworker" />
const worker = self as unknown as ServiceWorkerGlobalScope;

// The build writes here what it made, and a digest of it (vite.config.ts).
const FILES: readonly string[] = ['__FILES__'];
const CACHE = 'krigsspil-__BUILD__';

/** What the API answers to everybody alike; all else belongs to a seat or a moment, and is never kept. */
const KEPT = /^\/api\/(rules|scenarios|battles)(\/|$)/;

const here = (path: string): string => new URL(path, worker.registration.scope).href;

worker.addEventListener('install', (event) => {
  void worker.skipWaiting();
  // All or nothing: half a page would open and then fail.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(here))));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith('/api/') && !KEPT.test(url.pathname)) return;
  event.respondWith(url.pathname.includes('/assets/') ? fromCache(request) : fromServer(request));
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
    // A full disk does not make the server unreachable.
    if (response.ok) await cache.put(request, response.clone()).catch(() => undefined);
    return response;
  } catch {
    const kept = (await cache.match(request)) ?? (request.mode === 'navigate' ? await cache.match(here('./')) : undefined);
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
