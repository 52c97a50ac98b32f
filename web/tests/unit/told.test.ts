import { describe, expect, test } from 'vitest';
import { dayOf, forcesOf } from '../../src/home/told';
import { tableWords } from '../../src/table/words';

describe('what a battle is called by before it is played', () => {
  test('its day is written as the club writes it', () => {
    expect([dayOf('1862-08-30', 'en'), dayOf('1862-08-30', 'da'), dayOf('summer', 'en')]).toEqual(['30 August 1862', '30. august 1862', 'summer']);
  });
  test('its forces are counted in words, with the men of the rules that are played, and nothing is said of what there is none of', () => {
    const side = { id: 'blue', units: 6, guns: 4 } as never;
    const rules = { men: { blue: 1520, red: 1 } } as never;
    expect(forcesOf(side, rules, tableWords.en, 'en')).toBe('6\u00a0units, 1,520\u00a0men, 4\u00a0guns');
    expect(forcesOf(side, rules, tableWords.da, 'da')).toBe('6\u00a0enheder, 1.520\u00a0mand, 4\u00a0pjecer');
    expect(forcesOf({ id: 'red', units: 1, guns: 0 } as never, rules, tableWords.en, 'en')).toBe('1\u00a0unit, 1\u00a0man');
  });
});
