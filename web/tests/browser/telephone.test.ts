// A telephone's viewport, 360 pixels wide, in Danish: every procedure's form with all its facts, its result, and the rules behind it.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Book, ProcedureForm } from '../../src/lib/api';
import { seriousFindings } from './accessibility';
import { expectNothingCutOff, follow, PHONE, withBrowser, type Visit } from './browser';
import { byHand, unfold, workOut } from './form';
import { bookOf, examples, proceduresOf, sets } from './rules';

/** Opens a procedure with the facts of its example already entered, as if the player had been here before. */
async function openTold(page: Page, rules: string, procedure: ProcedureForm): Promise<boolean> {
  const example = examples(rules).find((each) => each.procedure === procedure.name);
  await page.evaluate(([key, facts]) => localStorage.setItem(`krigsspil/facts/${key}`, facts as string), [`${rules}/${procedure.name}`, JSON.stringify(example?.facts ?? {})]);
  await follow(page, `#/${rules}/compute/${procedure.name}`);
  await page.waitForSelector(`h1[data-procedure="${procedure.name}"]`);
  return example !== undefined;
}

/** Taps every rule number in sight, and closes the text that it opens: what was tapped, and what was read. */
function readRules(page: Page): Promise<[string, string][]> {
  return byHand(
    page,
    async ({ hand }) => {
      const read: [string, string][] = [];
      for (const link of document.querySelectorAll('button.rule')) {
        await hand.press(link, link.textContent ?? '');
        const text = await hand.until(() => document.querySelector<HTMLElement>('dialog[open] [data-testid=rule-text]'), 'the text of the rule');
        read.push([(link as HTMLElement).innerText, text.innerText]);
        await hand.press(document.querySelector('dialog form button'), 'close');
        await hand.until(() => !document.querySelector('dialog'), 'the page without the text');
      }
      return read;
    },
    undefined,
  );
}

describe.each(sets)('on a telephone, %s', (rules) => {
  const { visit } = withBrowser('after all');
  let book: Book;
  let visited: Visit;
  beforeAll(async () => {
    book = await bookOf(rules, 'da');
    visited = await visit(`#/${rules}/compute`, { ...PHONE, locale: 'da-DK' });
  });

  test('nothing is cut off in any form or result', { timeout: 600_000 }, async () => {
    const { page, complaints } = visited;
    for (const procedure of proceduresOf(book)) {
      const told = await openTold(page, rules, procedure);
      await unfold(page);
      await expectNothingCutOff(page, `${procedure.name}, unfolded`);
      if (!told) continue;
      await workOut(page);
      await page.locator('details.all').evaluate((details) => ((details as HTMLDetailsElement).open = true));
      await expectNothingCutOff(page, `${procedure.name}, worked out`);
    }
    expect(complaints).toEqual([]);
  });

  test('a result and the text of its rule have no serious finding', async () => {
    const { page } = visited;
    const told = new Set(examples(rules).map((each) => each.procedure));
    const rolled = proceduresOf(book).filter((each) => each.dice !== '' && told.has(each.name));
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

  test('every rule number a form shows opens its text', async () => {
    const { page } = visited;
    // A rule is shown as it is cited: by its number, or by its chapter and its place there.
    // Several rules of one printed place are cited alike.
    const textsOf = (rule: string) => book.texts.filter((text) => (text.cited ?? `§${text.rule}`) === rule).map(({ text }) => text);
    // The forms with the most citations: each number on them is tapped.
    const most = proceduresOf(book).toSorted((one, other) => other.cites.length - one.cites.length).slice(0, 2);
    for (const procedure of most) {
      await openTold(page, rules, procedure);
      await page.locator('details.cites summary').click();
      const read = await readRules(page);
      expect(read.length).toBeGreaterThanOrEqual(procedure.cites.length);
      for (const [rule, text] of read) expect(textsOf(rule), rule).toContain(text);
    }
  });
});
