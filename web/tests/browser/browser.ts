// A Chromium, and pages in it that record every complaint of the console.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

export const address = inject('address');

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** The complaints of the console and the page. */
  complaints: string[];
}

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Opens the browser before the tests of a file and closes it after them. */
export function withBrowser(): { visit: (way?: string, options?: BrowserContextOptions, at?: string) => Promise<Visit> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGUMENTS });
  });
  afterAll(async () => browser?.close());
  return {
    visit: async (way = '', options = {}, at = address) => {
      if (!browser) throw new Error('the browser is not open');
      const context = await browser.newContext({ locale: 'en-GB', ...options });
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
    const scrolls = (element: Element | null): boolean => element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found: string[] = [];
    for (const element of document.querySelectorAll('main *, dialog *')) {
      const box = element.closest('.sheet, dialog')?.getBoundingClientRect();
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2 || element.closest('.visually-hidden') || scrolls(element.parentElement)) continue;
      const edge = Math.min(box?.right ?? innerWidth, innerWidth);
      if (right > edge + 0.5 || left < -0.5) found.push(`${element.tagName} ${element.className} “${(element.textContent ?? '').trim().slice(0, 40)}” ${Math.round(right - edge)} px`);
    }
    return found.slice(0, 5);
  });
  expect(cut, `${place}: cut off`).toEqual([]);
}
