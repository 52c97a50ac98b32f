// What is printed: A4, without the page's own furniture.
import { describe, expect, test } from 'vitest';
import { withBrowser } from './browser';

describe('on paper', () => {
  const { visit } = withBrowser();

  test.each(['Order sheet', 'Roster', 'Quick reference'])('%s prints on A4', async (sheet) => {
    const { page, complaints } = await visit('#/borgerkrig/print');
    await page.getByRole('button', { name: sheet, exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.locator('.paper h2').isVisible()).toBe(true);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    // 595 × 842 points are A4.
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))].toSorted()).toEqual([595, 842]);
    expect(complaints).toEqual([]);
  });
});
