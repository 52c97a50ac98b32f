// A Chromium, and pages in it that record every complaint of the console.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

export const address = inject('address');

/** Lets something through when it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => undefined as void;
  const opened = new Promise<void>((done) => (open = done));
  return { opened, open };
}

/** The questions to the server that are not answered yet, by page. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Waits until the page has asked all it has to ask, has the answers, its letters and its pictures, and has drawn them. */
export async function settled(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = (unanswered.get(page)?.size ?? 0) === 0 ? quiet + 1 : 0) await page.waitForTimeout(50);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A picture that is fetched when it comes near is not waited for.
    await Promise.all([...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  });
}

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** The complaints of the console and the page. */
  complaints: string[];
}

/** What most tests do without: compressed answers, on which a debug build spends most of its time, and the worker that keeps everything for later. */
const LIGHT: BrowserContextOptions = { extraHTTPHeaders: { 'accept-encoding': 'identity' }, serviceWorkers: 'block' };

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** One browser for all files of a worker: files share their modules, and opening a browser takes longer than many a test. */
let opened: Promise<Browser> | undefined;
const theBrowser = () => (opened ??= chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS }));

/** Pages in the browser, closed after each test; or after all tests of the block, if these share them or run at once. */
export function withBrowser(closed: 'after each' | 'after all' = 'after each'): { visit: (way?: string, options?: BrowserContextOptions, at?: string) => Promise<Visit> } {
  const contexts: BrowserContext[] = [];
  const close = async () => void (await Promise.all(contexts.splice(0).map((context) => context.close())));
  beforeAll(theBrowser);
  if (closed === 'after each') afterEach(close);
  else afterAll(close);
  return {
    visit: async (way = '', options = {}, at = address) => {
      const context = await (await theBrowser()).newContext({ ...LIGHT, locale: 'en-GB', ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(45_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        // A refusal is a normal answer; the browser still reports its status as an error.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      const asked = new Set<Request>();
      unanswered.set(page, asked);
      page.on('request', (request) => void asked.add(request));
      page.on('requestfinished', (request) => void asked.delete(request));
      page.on('requestfailed', (request) => void asked.delete(request));
      await page.goto(`${at}/${way}`);
      await page.locator('html[data-at]').waitFor();
      await page.locator('main h1').waitFor();
      return { page, context, complaints };
    },
  };
}

/** Goes to another place in the page, like a link, and waits until it is there. */
export async function follow(page: Page, way: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, way);
  await page.waitForFunction((hash) => document.documentElement.dataset['at'] === hash, way);
  await page.locator('main h1').waitFor();
}

/** Nothing is wider than the window. */
export async function expectNoSideways(page: Page, place: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `${place} is ${beyond} px too wide`).toBeLessThanOrEqual(0);
}

/** Nothing is outside the window or its box, except what can be scrolled to. */
export async function expectNothingCutOff(page: Page, place: string): Promise<void> {
  await expectNoSideways(page, place);
  const cut = await page.evaluate(() => {
    const known = new Map<Element, boolean>();
    const scrolls = (element: Element | null): boolean => {
      if (!element) return false;
      const before = known.get(element);
      if (before !== undefined) return before;
      const found = /auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement);
      known.set(element, found);
      return found;
    };
    const edges = new Map<Element, number>();
    const edgeOf = (element: Element): number => {
      const box = element.closest('.sheet, dialog');
      if (!box) return innerWidth;
      const edge = edges.get(box) ?? Math.min(box.getBoundingClientRect().right, innerWidth);
      edges.set(box, edge);
      return edge;
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll('main *, dialog *')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2) continue;
      const edge = edgeOf(element);
      if (right <= edge + 0.5 && left >= -0.5) continue;
      if (element.closest('.visually-hidden') || scrolls(element.parentElement)) continue;
      found.push(`${element.tagName} ${element.className} “${(element.textContent ?? '').trim().slice(0, 40)}” ${Math.round(right - edge)} px`);
    }
    return found.slice(0, 5);
  });
  expect(cut, `${place}: cut off`).toEqual([]);
}
