// A Chromium, and pages in it that record every complaint of the console.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

export const address = inject('address');

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
      await page.goto(`${at}/${way}`);
      await page.waitForSelector('main h1');
      return { page, context, complaints };
    },
  };
}

/** Goes to another place in the page, like a link. */
export async function follow(page: Page, way: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, way);
  await page.waitForSelector('main h1');
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
