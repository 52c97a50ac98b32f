// Rule numbers: which rules a citation names, and their texts.
import type { RuleText } from './api';

/** The texts of a book by their number. */
export type RuleTexts = ReadonlyMap<string, RuleText>;

/** Tells whether a rule with this number exists. */
export interface Rules {
  has(rule: string): boolean;
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
