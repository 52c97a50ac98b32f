// Printing, with a full roster and for every rule set: A4, without the page's own controls, and nothing beyond its edges.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { follow, withBrowser } from './browser';
import { sets } from './rules';

const MILLIMETRES = 96 / 25.4;
/** The width between the margins, in CSS pixels. */
const INNER = { standing: (210 - 28) * MILLIMETRES, lying: (297 - 24) * MILLIMETRES };

async function fillRoster(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'From a scenario' }).click();
  await page.getByLabel('Scenario', { exact: true }).selectOption('brawners-farm');
  await page.getByRole('button', { name: 'Make the roster' }).click();
  await page.locator('[data-unit]').first().waitFor();
}

/** Every page's width and height in points, sorted. */
function sizes(pdf: string): string[] {
  const boxes = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return [...new Set(boxes.map(([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`))];
}

/** How far anything on the sheets extends beyond the paper, if the window is as wide as the paper. */
async function beyond(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width: Math.round(width), height: 1000 });
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

describe('on paper', () => {
  const { visit } = withBrowser();

  test.each(sets)('%s: order sheet, roster and quick reference', async (rules) => {
    const { page, complaints } = await visit(`#/${rules}/roster`);
    await fillRoster(page);
    await follow(page, `#/${rules}/print`);
    const sheets = [
      { name: 'Order sheet', size: '842 × 595', inner: INNER.lying, shows: ['2nd Wisconsin', 'Confederate'] },
      { name: 'Roster', size: '842 × 595', inner: INNER.lying, shows: ['2nd Wisconsin', '430', 'Gibbon'] },
      { name: 'Quick reference', size: '595 × 842', inner: INNER.standing, shows: [] },
    ];
    for (const sheet of sheets) {
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 1200, height: 900 });
      await page.getByRole('button', { name: sheet.name, exact: true }).click();
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => page.locator('header').isVisible()).toBe(false);
      for (const word of sheet.shows) await expect.poll(() => page.locator('main').innerText(), { message: `${sheet.name}: ${word}` }).toContain(word);
      await expect.poll(() => beyond(page, sheet.inner), { message: `${sheet.name} is too wide` }).toBeLessThanOrEqual(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(sizes(pdf), sheet.name).toEqual([sheet.size]);
      // What is looked up in play stands on two pages.
      // Nothing that chakoten's players look up is left out for want of room.
      if (sheet.name === 'Quick reference' && rules === 'chakoten') expect(await page.getByText('Too large for two pages').count()).toBe(0);
      if (sheet.name === 'Quick reference') expect([...pdf.matchAll(/\/Type \/Page\b(?!s)/g)].length, `${rules}: pages`).toBeLessThanOrEqual(2);
    }
    expect(complaints).toEqual([]);
  });

  test('an order sheet a side: neither reads what the other is ordered', async () => {
    const { page } = await visit('#/borgerkrig/roster');
    await fillRoster(page);
    await follow(page, '#/borgerkrig/print');
    const papers = page.locator('.paper');
    await expect.poll(() => papers.count()).toBe(2);
    expect(await papers.first().innerText()).not.toContain('Virginia');
  });

  test('without a roster there are blank lines to write on', async () => {
    const { page } = await visit('#/torden/print');
    await expect.poll(() => page.locator('.paper tbody tr').count()).toBe(14);
    await page.getByRole('button', { name: 'Quick reference', exact: true }).click();
    await expect.poll(() => page.locator('.paper article').count()).toBeGreaterThan(1);
    await page.locator('summary', { hasText: 'Which tables?' }).click();
    await page.locator('.picker input').first().check();
    await expect.poll(() => page.locator('.paper article').count()).toBe(1);
  });
});
