// While the server is away: the page opens, reads, keeps rosters and works sums out itself, from the first visit on. And without any server: on a static host.
// The server is really stopped: a browser's emulated "offline" does not reach its service workers in every version.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow, settled, withBrowser } from './browser';
import { Serving } from './serving';

/** Without the compiler for them the page has no sums of its own: then the server is asked, and the page says so when it is away. */
const hasSums = existsSync('sums/list.json');
if (!hasSums) console.warn('the page is built without its own sums (rustup target add wasm32-unknown-unknown): not tested');

describe('with the server out of reach', () => {
  const { visit } = withBrowser();
  let serving: Serving | undefined;
  beforeAll(async () => {
    serving = await Serving.start();
  });
  afterAll(async () => serving?.end());

  test('the page opens, reads, keeps the roster, and works sums out or says that it cannot', async () => {
    if (!serving) throw new Error('the server is not there');
    const { page } = await visit('', { serviceWorkers: 'allow' }, serving.address);
    // The worker is ready when everything is kept; nothing but the first page has been opened.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    if (!hasSums) {
      await follow(page, '#/borgerkrig/compute');
      await page.waitForSelector('.groups a');
      await settled(page);
    }
    await serving.stop();
    await page.reload();
    await page.waitForSelector('main h1');
    await page.getByRole('status').filter({ hasText: 'cannot be reached' }).waitFor();

    await follow(page, '#/borgerkrig/read');
    await page.locator('summary', { hasText: 'skema VI' }).first().click();
    await page.locator('details[open] table').first().waitFor();

    await follow(page, '#/borgerkrig/roster');
    await page.locator('#roster-name').fill('Offline');
    await page.getByRole('button', { name: 'New roster' }).click();
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(() => page.getByTestId('turn').innerText()).toBe('2');

    await follow(page, '#/borgerkrig/compute/initiative');
    await page.getByRole('button', { name: 'Roll for me' }).click();
    if (hasSums) {
      await page.getByTestId('sentence').waitFor();
      await page.getByRole('status').filter({ hasText: 'calculations are done here' }).waitFor();
      // Another rule set, never opened before, in the other language.
      await page.getByRole('button', { name: 'Dansk' }).click();
      await follow(page, '#/torden/compute');
      await page.locator('.groups a').first().waitFor();
      await page.getByRole('status').filter({ hasText: 'udregninger laves her' }).waitFor();
      await follow(page, '#/borgerkrig/compute/initiative');
      await page.getByRole('button', { name: 'Kast for mig' }).click();
      await page.getByTestId('sentence').waitFor();
      await page.getByRole('button', { name: 'English' }).click();
    } else {
      await page.getByRole('status').filter({ hasText: 'calculations need the server' }).waitFor();
    }

    // When it is back, the page continues.
    await serving.startAgain();
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Roll for me' }).click();
        await page.getByTestId('sentence').waitFor();
        return page.getByRole('status').filter({ hasText: 'cannot be reached' }).count();
      }, { interval: 1000 })
      .toBe(0);
  });
});

const KINDS: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json' };

describe.skipIf(!hasSums)('on a static web host, in a folder of it', () => {
  const { visit } = withBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'krigsspil-site-'));
  let host: Server | undefined;
  let address = '';
  beforeAll(async () => {
    await build({ mode: 'site', logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    // A host that knows nothing but files.
    host = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      const file = join(folder, path.replace(/^\/club\//, '').replace(/^$/, 'index.html'));
      if (!path.startsWith('/club/') || !existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
    });
    await new Promise<void>((listening) => host?.listen(0, '127.0.0.1', listening));
    const at = host.address();
    address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : at}/club`;
  });
  afterAll(() => {
    host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['en-GB', 'da-DK'])('the companion works sums, odds and rosters out by itself: %s', async (locale) => {
    const { page, complaints } = await visit('', { locale, serviceWorkers: 'allow' }, address);
    const danish = locale === 'da-DK';
    await page.getByText(danish ? 'Her er hjælperen' : 'Here is the companion').waitFor();
    for (const rules of ['borgerkrig', 'chakoten', 'gdc', 'torden', 'tricolore']) {
      await follow(page, `#/${rules}/compute`);
      await page.locator('.groups a').first().waitFor();
    }
    await follow(page, '#/borgerkrig/compute/initiative');
    await page.locator('#odds-title').waitFor();
    await page.getByRole('button', { name: danish ? 'Kast for mig' : 'Roll for me' }).click();
    await page.getByTestId('sentence').waitFor();
    await expect.poll(() => page.getByRole('status').filter({ hasText: danish ? 'ikke nås' : 'cannot be reached' }).count()).toBe(0);

    // A roster made from a scenario has its names in the reader's language, without a server too.
    await follow(page, '#/borgerkrig/roster');
    await page.locator('details.scenario > summary').click();
    await page.locator('#which-scenario').selectOption('brawners-farm');
    await page.getByRole('button', { name: danish ? 'Lav styrkelisten' : 'Make the roster' }).click();
    await page.locator(`[data-unit="${danish ? 'Batteri' : 'Battery'} B, 4th U.S."]`).waitFor();
    await follow(page, '#/borgerkrig/compute/initiative');

    // With the host gone it still opens and works.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await new Promise<void>((closed) => {
      host?.close(() => closed());
      host?.closeAllConnections();
    });
    await page.reload();
    await page.getByRole('button', { name: danish ? 'Kast for mig' : 'Roll for me' }).click();
    await page.getByTestId('sentence').waitFor();
    expect(complaints).toEqual([]);
    await new Promise<void>((listening) => host?.listen(Number(new URL(address).port), '127.0.0.1', listening));
  });
});
