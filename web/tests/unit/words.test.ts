import { describe, expect, test } from 'vitest';
import { usual } from '../../src/lib/odds';
import { matches } from '../../src/lib/search';
import { fill, words } from '../../src/lib/words';
import { tableWords } from '../../src/table/words';

describe('words', () => {
  test('both languages fill in the same blanks', () => {
    // A form that only one language has more than one of is no blank.
    const blanks = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const { en, da } of [words, tableWords] as { en: Record<string, string>; da: Record<string, string> }[]) {
      for (const [key, text] of Object.entries(en)) expect(blanks(da[key] ?? ''), key).toEqual(blanks(text));
    }
    expect(fill('Remove {n} of {unit}', { n: 2, unit: 'Guard' })).toBe('Remove 2 of Guard');
    expect([1, 2].map((n) => fill('{n} {n:gun|guns}', { n }))).toEqual(['1 gun', '2 guns']);
  });
  test('are found whatever the case, the accents and the hyphens', () => {
    expect(matches('haandvaaben SKYD', 'Skydning med håndvåben')).toBe(true);
    expect(matches('small arms', 'Small-arms fire')).toBe(true);
    expect(matches('mortar', 'Small-arms fire')).toBe(false);
    expect(matches('', 'anything')).toBe(true);
  });
  test('are found by everyday words too', () => {
    expect(matches('shoot', 'Small-arms fire')).toBe(true);
    expect(matches('cannon', 'Artillery fire')).toBe(true);
    expect(matches('kanon', 'Artilleriskydning')).toBe(true);
    expect(matches('flee', 'Contagion of rout')).toBe(true);
    expect(matches('shoot', 'Morale test')).toBe(false);
    // A letter or two is not yet a word.
    expect(matches('sh', 'Small-arms fire')).toBe(false);
  });
  test('the odds begin with who wins and what it costs, not with its workings', () => {
    const field = (name: string) => ({ field: name, values: [{ value: {}, chance: '1/2', share: 0.5 }, { value: {}, chance: '1/2', share: 0.5 }] });
    expect(usual([field('dice_sum'), field('loss_per_unit'), field('loss_men')])?.field).toBe('loss_men');
    expect(usual([field('total'), field('new_order'), field('attacker_loss_men')])?.field).toBe('attacker_loss_men');
    expect(usual([field('attacker_loss_men'), field('winner')])?.field).toBe('winner');
    expect(usual([field('total'), field('figures_removed'), field('new_order')])?.field).toBe('new_order');
    expect(usual([])).toBeUndefined();
  });
});
