// The rule sets, as the server lists them: tests name a rule set only if they mean that one.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Book, ProcedureForm, Values } from '../../src/lib/api';
import { address } from './browser';

const RULES = join(import.meta.dirname, '../../../crates/rules');

export interface Example {
  procedure: string;
  facts: Values;
  dice: number[];
  outcome: Values;
}

/** The names of the rule sets. */
export const sets = readdirSync(RULES, { withFileTypes: true })
  .filter((each) => each.isDirectory() && !['src', 'tests'].includes(each.name))
  .map((each) => each.name);

const read = new Map<string, Example[]>();

/** A rule set's contract examples. */
export function examples(rules: string): Example[] {
  const known = read.get(rules) ?? readExamples(rules);
  read.set(rules, known);
  return known;
}

function readExamples(rules: string): Example[] {
  const folder = join(RULES, rules, 'tests/data');
  const files = readdirSync(folder).filter((name) => name.endsWith('examples.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Example);
}

export async function bookOf(rules: string, lang = 'en'): Promise<Book> {
  return (await (await fetch(`${address}/api/rules/${rules}?lang=${lang}`)).json()) as Book;
}

export const proceduresOf = (book: Book) => book.procedures as unknown as ProcedureForm[];
