// The battle's history as it is saved and printed.
import { describe, expect, test } from 'vitest';
import type { Book } from '../../src/lib/api';
import { logLines, logText } from '../../src/lib/battlelog';
import type { Roster } from '../../src/lib/roster';
import { words } from '../../src/lib/words';

const book = {
  id: 'chakoten',
  title: 'Napoleonstiden',
  procedures: [],
  roster: { turn: 'Træk', minutes_a_turn: 7.5, men_a_figure: 20, other_scales: [], properties: [], counted: ['figur', 'figurer'], bind: {}, phases: [] },
  texts: [
    { rule: 'land.denmark.1.A', cited: 'Danmark 1.A', text: '', words: [], ruling_words: [], tables: [] },
    { rule: '09.02.4', cited: '§09.02.4', text: '', words: [], ruling_words: [], tables: [] },
  ],
} as unknown as Book;

const event = { id: 'a', kind: 'book', turn: 2, clock: 1, by: 'anna', units: [], rules: ['09.02.4', 'land.denmark.1.A', '09.02.4'], dice: [5, 4, 4] };
const roster = { id: 'r', name: 'Skovby', rules: 'chakoten', turn: 2, start: 540, units: [], leaders: [], sideNames: {}, history: [{ event, gone: false }] } as unknown as Roster;

describe('the history', () => {
  test('cites rules as a reader does, each once: an id of ours is no number', () => {
    expect(logLines(book, roster, words.da, 'da')[0]?.rules).toEqual(['§09.02.4', 'Danmark 1.A']);
    expect(logText(book, roster, words.da, 'da')).toContain('regler §09.02.4, Danmark 1.A');
  });
});
