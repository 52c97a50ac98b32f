// Rule numbers: which rules a citation names, and what is said of them.
import type { RuleText } from './api';

/** The texts of a book by their number. */
export type RuleTexts = ReadonlyMap<string, RuleText>;

/** Tells whether there is a rule of a number. */
export interface Rules {
  has(rule: string): boolean;
}

/** The rules a citation names: `skema XXIII skema XXIV` names two. What no text is known for stays as it is cited. */
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
