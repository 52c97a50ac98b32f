// Each rule set's contract examples, typed into the form and read off the page.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Book, ProcedureForm, Value, Values } from '../../src/lib/api';
import { fieldsOf, readable, type Field } from '../../src/lib/form';
import { matters } from '../../src/lib/sentence';
import { words } from '../../src/lib/words';
import { address, follow, withBrowser } from './browser';
import { throwDice, typeFacts } from './form';

interface Example {
  procedure: string;
  facts: Values;
  dice: number[];
  outcome: Values;
}

const RULES = join(import.meta.dirname, '../../../crates/rules');

function examples(rules: string): Example[] {
  const folder = join(RULES, rules, 'tests/data');
  const files = readdirSync(folder).filter((name) => name.endsWith('examples.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Example);
}

/** What the page must show: path → text. Columns of a list that tell nothing are not shown. */
function shown(fields: Field[], outcome: Values, within = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const field of fields) {
    const path = within + field.name;
    const value: Value | undefined = outcome[field.name];
    if (field.kind === 'group' && field.fields.length > 0 && value && typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, text] of shown(field.fields, value, `${path}.`)) texts.set(inner, text);
    } else if (field.entry && field.entry.fields.length > 0 && Array.isArray(value) && value.length > 0) {
      const rows = value as Values[];
      const columns = field.entry.fields.filter((column) => rows.some((row) => matters(row[column.name])));
      for (const [number, row] of rows.entries()) {
        for (const column of columns) texts.set(`${path}[${number}].${column.name}`, readable(column, row[column.name], words.en));
      }
    } else texts.set(path, readable(field, value, words.en));
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

const sets = readdirSync(RULES, { withFileTypes: true })
  .filter((each) => each.isDirectory() && !['src', 'tests'].includes(each.name))
  .map((each) => each.name);

describe.concurrent('contract examples, typed in and read off', () => {
  const { visit } = withBrowser();
  test.each(sets)('%s', { timeout: 600_000 }, async (rules) => {
    const book = (await (await fetch(`${address}/api/rules/${rules}?lang=en`)).json()) as Book;
    const procedures = book.procedures as unknown as ProcedureForm[];
    const { page, complaints } = await visit(`#/${rules}/compute`, { viewport: { width: 1200, height: 900 } });
    const failures: string[] = [];
    for (const example of examples(rules)) {
      const procedure = procedures.find((each) => each.name === example.procedure);
      try {
        if (!procedure) throw new Error('the rule set has no such procedure');
        await follow(page, `#/${rules}/compute/${example.procedure}`);
        await page.waitForSelector(`h1[data-procedure="${example.procedure}"]`);
        await typeFacts(page, example.facts);
        if (procedure.dice === '' || example.dice.length === 0) await page.locator('button[type=submit]').click();
        if (example.dice.length > 0) await throwDice(page, example.dice);
        const read = await readOff(page);
        expect(Object.fromEntries(read)).toEqual(Object.fromEntries(shown(fieldsOf(procedure.outcome), example.outcome)));
      } catch (error) {
        failures.push(`${example.procedure}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    expect(failures).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
