import { describe, expect, test } from 'vitest';
import { anchorOf, chapterAt, piecesOf } from '../../src/lib/book';
import type { Book } from '../../src/lib/api';

const rules = new Set(['04.02.7', 'skema XII', '1.5', '2.62.A']);

describe('the pieces of a rule text', () => {
  test('words of the glossary and numbers of other rules are told apart', () => {
    const text = 'En nedholdt enhed (04.02.7) ser skema XII.';
    expect(piecesOf(text, [[3, 11, 4], [12, 17, 1]], rules, '01.01.1')).toEqual([
      { text: 'En ' },
      { text: 'nedholdt', term: 4 },
      { text: ' ' },
      { text: 'enhed', term: 1 },
      { text: ' (' },
      { text: '04.02.7', rule: '04.02.7' },
      { text: ') ser ' },
      { text: 'skema XII', rule: 'skema XII' },
      { text: '.' },
    ]);
  });
  test('the rule itself, a rule that is not there and a measure are no links', () => {
    const links = (text: string, self = '') => piecesOf(text, [], rules, self).flatMap((piece) => piece.rule ?? []);
    expect(links('see 04.02.7', '04.02.7')).toEqual([]);
    expect(links('see 9.9.9 and at least 1.5 cm')).toEqual([]);
    expect(links('as in 1.5, 2.62.A and Skema XII')).toEqual(['1.5', '2.62.A', 'skema XII']);
  });
  test('nothing of the text is lost', () => {
    const text = 'Æ 1.5 — 04.02.7, ½ træk';
    expect(piecesOf(text, [[0, 1, 0]], rules, '').map((piece) => piece.text).join('')).toBe(text);
  });
});

describe('the chapter of an address', () => {
  const book = { chapters: [{ id: 'one', title: 'One', rules: ['1.1'] }, { id: 'two', title: 'Two', rules: ['2.1', 'figur 1'] }] } as Book;
  test('is named by itself or by a rule in it', () => {
    expect(chapterAt(book, 'figur 1')?.id).toBe('two');
    expect(chapterAt(book, 'one')?.id).toBe('one');
    expect(chapterAt(book, 'three')).toBeUndefined();
    expect(chapterAt(book, undefined)).toBeUndefined();
  });
  test('has a place for each rule that an address can name', () => {
    expect(anchorOf('figur 1')).toBe('rule-figur-1');
  });
});
