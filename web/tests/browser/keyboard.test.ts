// A whole calculation by keyboard alone: found, entered, thrown, read, its rule opened and closed.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { withBrowser } from './browser';

const MOST_TABS = 120;

/** Presses Tab until the focus is on such an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < MOST_TABS; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`${selector} is not reached by Tab`);
}

async function typeAt(page: Page, fact: string, text: string): Promise<void> {
  await tabTo(page, `[data-fact=${fact}] input`);
  await page.keyboard.type(text);
}

describe('by keyboard alone', () => {
  const { visit } = withBrowser();

  test('a volley is worked out, and its rule read', async () => {
    const { page, complaints } = await visit('#/borgerkrig/compute');
    await tabTo(page, '#find-sum');
    await page.keyboard.type('skydning med håndvåben');
    await tabTo(page, '.groups a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1[data-procedure=small_arms_fire]');
    await tabTo(page, '[data-fact=firer_arm] input');
    await page.keyboard.press('Space');
    await typeAt(page, 'figures', '28');
    await tabTo(page, '[data-fact=weapon] select');
    await page.keyboard.type('Springfield');
    await typeAt(page, 'distance_cm', '8');
    await tabTo(page, '[data-fact=target_arm] input');
    await page.keyboard.press('Space');
    // The focus is visible.
    await expect.poll(() => page.locator('[data-fact=target_arm] .choice').first().evaluate((choice) => getComputedStyle(choice).outlineStyle)).toBe('solid');
    await tabTo(page, '.actions button:not([type=submit])');
    await page.keyboard.press('Enter');
    for (const thrown of ['0', '1']) {
      await page.waitForSelector(`.pad[data-thrown="${thrown}"] .face`);
      await tabTo(page, '.face');
      await page.keyboard.press('Enter');
    }
    await page.getByTestId('sentence').waitFor();
    await tabTo(page, '.modifiers .rule, details.all summary');
    await page.locator('details.cites summary').focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'details.cites .rule');
    await page.keyboard.press('Enter');
    await page.getByTestId('rule-text').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    // The focus is back where it was.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('details.cites .rule'))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a unit loses men, and it is undone', async () => {
    const { page } = await visit('#/chakoten/roster');
    await tabTo(page, '#roster-name');
    await page.keyboard.type('Leipzig');
    await page.keyboard.press('Enter');
    await page.getByTestId('turn').waitFor();
    await tabTo(page, '[aria-labelledby=add-unit] button');
    await page.keyboard.press('Enter');
    await tabTo(page, 'input[id^=name-]');
    await page.keyboard.type('Saxon Guard');
    await page.keyboard.press('Enter');
    await page.locator('[data-unit="Saxon Guard"]').waitFor();
    await page.locator('h1').click();
    await tabTo(page, 'input[id^=loss-]');
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('figures').innerText()).toBe('23');
    await page.locator('h1').click();
    await tabTo(page, '.clock button:last-child');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('figures').innerText()).toBe('24');
  });
});
