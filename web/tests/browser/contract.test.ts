// Types each rule set's contract examples into the form and reads the result from the page.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Value, Values } from '../../src/lib/api';
import { citedAs, quoted, type RuleTexts } from '../../src/lib/citations';
import { fieldsOf, readable, type Field } from '../../src/lib/form';
import { matters } from '../../src/lib/sentence';
import { words } from '../../src/lib/words';
import { follow, withBrowser } from './browser';
import { throwDice, typeFacts, workOut } from './form';
import { bookOf, examples, proceduresOf, sets } from './rules';

/** What the page must show: path → text. Columns of a list without information are not shown. */
function shown(fields: Field[], outcome: Values, rules: RuleTexts, within = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const field of fields) {
    const path = within + field.name;
    const value: Value | undefined = outcome[field.name];
    if (field.kind === 'group' && field.fields.length > 0 && value && typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, text] of shown(field.fields, value, rules, `${path}.`)) texts.set(inner, text);
    } else if (field.entry && field.entry.fields.length > 0 && Array.isArray(value) && value.length > 0) {
      const rows = value as Values[];
      const columns = field.entry.fields.filter((column) => rows.some((row) => matters(row[column.name])));
      for (const [number, row] of rows.entries()) {
        for (const column of columns) {
          const text = quoted(row, column.name, rules) ?? readable(column, row[column.name], words.en);
          texts.set(`${path}[${number}].${column.name}`, text);
        }
      }
    } else {
      // Rule numbers are links.
      const named = Array.isArray(value) ? value : [value];
      const isText = (field.entry ?? field).kind === 'text';
      const links = isText && named.length > 0 && named.every((each) => rules.has(String(each)));
      texts.set(path, links ? named.map((each) => citedAs(String(each), rules)).join('') : readable(field, value, words.en));
    }
  }
  return texts;
}

async function readOff(page: Page): Promise<Map<string, string>> {
  await page.waitForSelector('[data-testid=result] [data-outcome]', { state: 'attached' });
  const pairs = await page.locator('[data-outcome]').evaluateAll((rows) =>
    rows.map((row): [string, string] => {
      const cell = row.tagName === 'TD' ? row : row.querySelector('td');
      return [row.getAttribute('data-outcome') ?? '', (cell?.textContent ?? '').trim()];
    }),
  );
  return new Map(pairs);
}

describe.concurrent('contract examples, typed in and read off', () => {
  const { visit } = withBrowser('after all');
  test.each(sets)('%s', { timeout: 600_000 }, async (rules) => {
    const book = await bookOf(rules);
    const procedures = proceduresOf(book);
    const ruleNumbers: RuleTexts = new Map(book.texts.map((text) => [text.rule, text]));
    const { page, complaints } = await visit(`#/${rules}/compute`, { viewport: { width: 1200, height: 900 } });
    const failures: string[] = [];
    for (const example of examples(rules)) {
      const procedure = procedures.find((each) => each.name === example.procedure);
      try {
        if (!procedure) throw new Error('the rule set has no such procedure');
        await follow(page, `#/${rules}/compute/${example.procedure}`);
        await page.waitForSelector(`h1[data-procedure="${example.procedure}"]`);
        await typeFacts(page, example.facts);
        if (procedure.dice === '' || example.dice.length === 0) await workOut(page);
        if (example.dice.length > 0) await throwDice(page, example.dice);
        const read = await readOff(page);
        expect(Object.fromEntries(read)).toEqual(Object.fromEntries(shown(fieldsOf(procedure.outcome), example.outcome, ruleNumbers)));
        // Every roll has its result in a sentence, with every blank filled in.
        if (procedure.dice !== '') {
          const told = await page.getByTestId('sentence').innerText();
          expect(told).not.toMatch(/[{}[\]]|undefined/);
          expect(told.length).toBeGreaterThan(5);
        }
      } catch (error) {
        failures.push(`${example.procedure}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    expect(failures).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
