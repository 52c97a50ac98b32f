// The rule book: reachable from everywhere, read chapter by chapter, with its words explained on a tap.
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { expectNothingCutOff, follow, PHONE, withBrowser } from './browser';
import { sets } from './rules';

describe('the rule book', () => {
  const { visit } = withBrowser();

  test('is reached from the home page, and read from chapter to chapter', async () => {
    const { page, complaints } = await visit('#/');
    await page.locator('a.book[href*=borgerkrig]').click();
    await page.locator('ol.contents a').first().click();
    const title = page.locator('h1[data-chapter]');
    const first = await title.innerText();
    expect(await page.locator('article[data-rule] p').first().innerText()).not.toBe('');
    await page.locator('a[rel=next]').click();
    await expect.poll(() => title.innerText()).not.toBe(first);
    await page.locator('a[rel=prev]').click();
    await expect.poll(() => title.innerText()).toBe(first);
    expect(complaints).toEqual([]);
  });

  test('is reached from a cited rule, which stands in its chapter', async () => {
    const { page } = await visit('#/borgerkrig/compute/small_arms_fire');
    await page.locator('details.cites summary').click();
    const cited = page.locator('details.cites button').first();
    const rule = (await cited.innerText()).replace('§', '');
    await cited.click();
    await page.locator('dialog a').last().click();
    const place = page.locator(`article[data-rule="${rule}"]`);
    await place.waitFor();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => place.evaluate((element) => element.getBoundingClientRect().top >= 0 && element.getBoundingClientRect().top < 740)).toBe(true);
  });

  test('shows the meaning of a word at a tap, and by keyboard alone', async () => {
    const { page } = await visit('#/borgerkrig/read/04.02.7', { locale: 'da-DK' });
    // The chapter goes to its rule by itself; only then the player does something.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('article[data-rule="04.02.7"]'))).toBe(true);
    const term = page.locator('article[data-rule="04.02.7"] button.term').first();
    await term.focus();
    await page.keyboard.press('Enter');
    const meaning = page.getByRole('dialog');
    await meaning.waitFor();
    await expect.poll(async () => (await meaning.innerText()).length).toBeGreaterThan(20);
    expect(await term.getAttribute('aria-expanded')).toBe('true');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'detached' });
    await expect.poll(() => term.evaluate((element) => element === document.activeElement)).toBe(true);
    await term.click();
    await meaning.waitFor();
    await page.mouse.click(2, 2);
    await meaning.waitFor({ state: 'detached' });
  });

  test('has its tables beside their rules, and leads from rule to rule', async () => {
    const { page } = await visit('#/borgerkrig/read/skema%20VI');
    await expect.poll(() => page.locator('article[data-rule="skema VI"] table td').count()).toBeGreaterThan(10);
    const link = page.locator('article[data-rule] p a').first();
    const wanted = decodeURIComponent((await link.getAttribute('href'))?.split('/').at(-1) ?? '');
    await link.click();
    await page.locator(`article.here[data-rule="${wanted}"]`).waitFor();
  });

  test('is found in by a search', async () => {
    const { page } = await visit('#/torden/read');
    await page.locator('#find-rule').fill('ammunition');
    await expect.poll(() => page.locator('article[data-rule]').count()).toBeGreaterThan(0);
  });

  const kinds = [
    { name: 'telephone, Danish', options: { ...PHONE, locale: 'da-DK' } },
    { name: 'tablet, English', options: { viewport: { width: 820, height: 1100 } } },
    { name: 'wide, Danish', options: { viewport: { width: 1440, height: 900 }, locale: 'da-DK' } },
  ];
  test.each(kinds)('fits every chapter of every rule set: $name', async ({ options }) => {
    const { page, complaints } = await visit('#/', options);
    for (const rules of sets) {
      await follow(page, `#/${rules}/read`);
      await page.locator('ol.contents a').first().waitFor();
      await expectNothingCutOff(page, `${rules}/read`);
      const chapters = await page.locator('ol.contents a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(chapters.length).toBeGreaterThan(10);
      for (const chapter of chapters) {
        await follow(page, chapter);
        await page.locator(`h1[data-chapter="${chapter.split('/').at(-1)}"]`).waitFor();
        await expectNothingCutOff(page, chapter);
      }
      expect(await seriousFindings(page), rules).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
