// Rule numbers: which rules a citation names, and their texts.
import type { RuleText, Values } from './api';

/** The texts of a book by their number. */
export type RuleTexts = ReadonlyMap<string, RuleText>;

/** Tells whether a rule with this number exists. */
export interface Rules {
  has(rule: string): boolean;
}

/** A rule as a reader cites it: by its printed number, or by its chapter and its place there. */
export function citedAs(rule: string, texts: RuleTexts): string {
  return texts.get(rule)?.cited ?? `§${rule}`;
}

/** What a row that quotes a rule says in a column: of its text, the rule's own text in the reader's language. */
export function quoted(row: Values, column: string, texts: RuleTexts): string | undefined {
  return column === 'text' && typeof row.id === 'string' ? texts.get(row.id)?.text : undefined;
}

/** The rules a citation names: `skema XXIII skema XXIV` names two. A rule without a known text stays as cited. */
export function citedIn(citation: string, texts: Rules): string[] {
  if (texts.has(citation)) return [citation];
  const words = citation.split(' ');
  const rules: string[] = [];
  while (words.length > 0) {
    let count = words.length;
    while (count > 1 && !texts.has(words.slice(0, count).join(' '))) count -= 1;
    if (!texts.has(words.slice(0, count).join(' '))) return [citation];
    rules.push(words.splice(0, count).join(' '));
  }
  return [...new Set(rules)];
}
