// The battle's log as a text: for a file, and for paper.
import type { Book } from './api';
import { citedAs, citedIn } from './citations';
import { entryText, namesIn, sumText } from './entries';
import { clock, type Roster } from './roster';
import { fill, type Language, type Words } from './words';

/** One thing that happened, in words. */
export interface LogLine {
  id: string;
  turn: number;
  text: string;
  /** The sum behind it, with its dice and its rules. */
  sum: string;
  dice: string;
  /** As a reader cites them. */
  rules: readonly string[];
}

/** Everything that happened and was not taken back, the first first. */
export function logLines(book: Book, roster: Roster, words: Words, language: Language): LogLine[] {
  const names = namesIn(roster);
  const texts = new Map(book.texts.map((text) => [text.rule, text]));
  const cited = (rules: readonly string[]) => [...new Set(rules.flatMap((rule) => citedIn(rule, texts)).map((rule) => citedAs(rule, texts)))];
  return roster.history
    .filter(({ event, gone }) => !gone && event.kind !== 'undo')
    .map(({ event }) => ({
      id: event.id,
      turn: event.turn,
      text: entryText(book, roster, names, event, words, language),
      sum: sumText(book, event, words),
      dice: event.kind === 'book' ? (event.dice ?? []).join(' ') : '',
      rules: event.kind === 'book' ? cited(event.rules ?? []) : [],
    }));
}

/** The log as plain text. */
export function logText(book: Book, roster: Roster, words: Words, language: Language): string {
  const lines = [roster.name, book.title, ''];
  let turn = 0;
  for (const line of logLines(book, roster, words, language)) {
    if (line.turn !== turn) {
      turn = line.turn;
      lines.push('', `${book.roster.turn} ${turn} · ${clock({ ...roster, turn }, book.roster.minutes_a_turn)}`);
    }
    lines.push(`- ${line.text}`);
    const behind = [line.sum, line.dice && `${words.rolls} ${line.dice}`, line.rules.length > 0 && fill(words.byRules, { rules: line.rules.join(', ') })];
    const said = behind.filter(Boolean).join(' · ');
    if (said !== '') lines.push(`    ${said}`);
  }
  return `${lines.join('\n')}\n`;
}
