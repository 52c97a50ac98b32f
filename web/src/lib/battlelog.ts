// The battle's log as a text: for a file, and for paper.
import type { Book } from './api';
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
  rules: readonly string[];
}

/** Everything that happened and was not taken back, the first first. */
export function logLines(book: Book, roster: Roster, words: Words, language: Language): LogLine[] {
  const names = namesIn(roster);
  return roster.history
    .filter(({ event, gone }) => !gone && event.kind !== 'undo')
    .map(({ event }) => ({
      id: event.id,
      turn: event.turn,
      text: entryText(book, roster, names, event, words, language),
      sum: sumText(book, event, words),
      dice: event.kind === 'book' ? (event.dice ?? []).join(' ') : '',
      rules: event.kind === 'book' ? (event.rules ?? []) : [],
    }));
}

/** The log as plain text. */
export function logText(book: Book, roster: Roster, words: Words, language: Language): string {
  const lines = [roster.name, book.title, ''];
  let turn = 0;
  for (const line of logLines(book, roster, words, language)) {
    if (line.turn !== turn) {
      turn = line.turn;
      lines.push('', `${words.turn} ${turn} · ${clock({ ...roster, turn }, book.roster.minutes_a_turn)}`);
    }
    lines.push(`- ${line.text}`);
    const behind = [line.sum, line.dice && `${words.rolls} ${line.dice}`, line.rules.length > 0 && fill(words.byRules, { rules: line.rules.map((rule) => `§${rule}`).join(', ') })];
    const said = behind.filter(Boolean).join(' · ');
    if (said !== '') lines.push(`    ${said}`);
  }
  return `${lines.join('\n')}\n`;
}
