// A telephone's viewport, 360 pixels wide, in Danish: every procedure's form with all its facts, its result, and the rules behind it.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ProcedureForm } from '../../src/lib/api';
import { seriousFindings } from './accessibility';
import { expectNothingCutOff, follow, PHONE, withBrowser } from './browser';
import { bookOf, examples, proceduresOf, sets } from './rules';

/** Opens a procedure with the facts of its example already entered, as if the player had been here before. */
async function openTold(page: Page, rules: string, procedure: ProcedureForm): Promise<boolean> {
  const example = examples(rules).find((each) => each.procedure === procedure.name);
  await page.evaluate(([key, facts]) => localStorage.setItem(`krigsspil/facts/${key}`, facts as string), [`${rules}/${procedure.name}`, JSON.stringify(example?.facts ?? {})]);
  await follow(page, `#/${rules}/compute/${procedure.name}`);
  await page.waitForSelector(`h1[data-procedure="${procedure.name}"]`);
  return example !== undefined;
}

async function workOut(page: Page): Promise<void> {
  await page.locator('form.sheet button[type=submit]').click();
  await page.waitForSelector('[data-testid=result]');
}

describe('on a telephone', () => {
  const { visit } = withBrowser();
  const danish = { ...PHONE, locale: 'da-DK' };

  test.each(sets)('%s: nothing is cut off in any form or result', { timeout: 600_000 }, async (rules) => {
    const { page, complaints } = await visit(`#/${rules}/compute`, danish);
    const procedures = proceduresOf(await bookOf(rules, 'da'));
    for (const procedure of procedures) {
      const told = await openTold(page, rules, procedure);
      const folded = page.locator('form.sheet button[aria-expanded="false"]');
      while ((await folded.count()) > 0) await folded.first().click();
      await expectNothingCutOff(page, `${procedure.name}, unfolded`);
      if (!told) continue;
      await workOut(page);
      await page.locator('details.all').evaluate((details) => ((details as HTMLDetailsElement).open = true));
      await expectNothingCutOff(page, `${procedure.name}, worked out`);
    }
    expect(complaints).toEqual([]);
  });

  test.each(sets)('%s: a result and the text of its rule have no serious finding', async (rules) => {
    const { page } = await visit(`#/${rules}/compute`, danish);
    const told = new Set(examples(rules).map((each) => each.procedure));
    const rolled = proceduresOf(await bookOf(rules, 'da')).filter((each) => each.dice !== '' && told.has(each.name));
    for (const procedure of rolled.slice(0, 4)) {
      await openTold(page, rules, procedure);
      await workOut(page);
      await page.locator('details.all summary').click();
      expect(await seriousFindings(page), procedure.name).toEqual([]);
      await page.locator('details.cites summary').click();
      await page.locator('details.cites button').first().click();
      await page.getByTestId('rule-text').waitFor();
      await expectNothingCutOff(page, `${procedure.name}, its rule`);
      expect(await seriousFindings(page), `${procedure.name}, its rule`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  });

  test.each(sets)('%s: every rule number a form shows opens its text', async (rules) => {
    const book = await bookOf(rules, 'da');
    // A rule is shown as it is cited: by its number, or by its chapter and its place there.
    const texts = new Map(book.texts.map((text) => [text.cited ?? `§${text.rule}`, text.text]));
    const { page } = await visit(`#/${rules}/compute`, danish);
    // The forms with the most citations: each number on them is tapped.
    const most = proceduresOf(book).toSorted((one, other) => other.cites.length - one.cites.length).slice(0, 2);
    for (const procedure of most) {
      await openTold(page, rules, procedure);
      await page.locator('details.cites summary').click();
      const links = page.locator('button.rule');
      for (let place = 0; place < (await links.count()); place += 1) {
        const rule = await links.nth(place).innerText();
        await links.nth(place).click();
        expect(await page.getByTestId('rule-text').innerText(), rule).toBe(texts.get(rule));
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
      }
    }
  });
});
