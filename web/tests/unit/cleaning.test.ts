// What a file states that its rules do not have is left out, and told; everything else stays.
import { describe, expect, test } from 'vitest';
import { possibleFor } from '../../src/lib/following';
import type { Book } from '../../src/lib/api';
import { Cleaning } from '../../src/lib/log/cleaning';
import { newUnit, type RosterForm } from '../../src/lib/roster';

const property = (key: string, schema: object, of: string[] = []) => ({ key, label: `the ${key}`, schema, of, needed: false });
const form = {
  properties: [
    property('arm', { enum: ['infantry', 'artillery'] }),
    property('weapon', { enum: ['musket', 'rifle'] }, ['infantry']),
    property('gun', { enum: ['six', 'twelve'] }, ['artillery']),
    property('valeur', { type: 'integer', minimum: -1, maximum: 2 }),
    property('general', { type: 'boolean' }),
  ],
  roles: [],
  bind: {
    cannonade: {
      battery: { answers: [{ property: 'gun', fact: 'gun', said: {}, never: [], ask: {} }], sets: [], clear: {}, spent: [] },
      target: { answers: [{ property: 'arm', fact: 'target', said: {}, never: [], ask: {} }], sets: [], clear: {}, spent: [] },
    },
    melee: { attacker: { answers: [{ property: 'gun', fact: 'gun', said: {}, never: [], ask: {} }], sets: [], clear: {}, spent: [] } },
  },
} as unknown as RosterForm;

describe('a file of another edition', () => {
  const cleaning = () => new Cleaning(form, new Set(['fire']));

  test('loses only what these rules do not have, and tells it', () => {
    const clean = cleaning();
    const unit = { id: 'u', name: 'Guard', side: 'blue' as const, figures: 20, properties: { arm: 'infantry', weapon: 'blunderbuss', valeur: 2, general: true } };
    const joined = clean.take({ kind: 'units', units: [unit, { ...unit, id: 'v', name: 'Line', properties: { weapon: 'rifle', spirit: 3, valeur: 0.5 } }] });
    expect(joined.units.map((each) => each.properties)).toEqual([{ arm: 'infantry', valeur: 2, general: true }, { weapon: 'rifle' }]);
    expect(joined.units[0]).toMatchObject({ id: 'u', name: 'Guard', figures: 20 });
    const changed = clean.take({ kind: 'change', unit: 'u', set: { weapon: null, valeur: 7, general: 'yes' } });
    expect(changed.set).toEqual({ weapon: null });
    expect(clean.left).toEqual([
      { unit: 'Guard', property: 'the weapon', value: 'blunderbuss' },
      { unit: 'Line', property: 'spirit', value: '3' },
      { unit: 'Line', property: 'the valeur', value: '0.5' },
      { unit: 'Guard', property: 'the valeur', value: '7' },
      { unit: 'Guard', property: 'the general', value: 'yes' },
    ]);
  });

  test('keeps what a sum did, also if the sum is called otherwise now', () => {
    const clean = cleaning();
    const units = [{ unit: 'u', men: 12 }];
    expect(clean.take({ kind: 'book', units, procedure: 'fire', dice: [3], outcome: { loss: 12 } })).toEqual({ kind: 'book', units, procedure: 'fire', dice: [3], outcome: { loss: 12 } });
    expect(clean.take({ kind: 'book', units, procedure: 'volley', dice: [3], outcome: { loss: 12 } })).toEqual({ kind: 'book', units, dice: [3] });
    const turn = { kind: 'turn' as const, to: 3 };
    expect(clean.take(turn)).toBe(turn);
    expect(clean.left).toEqual([]);
  });
});

describe('what a unit can do', () => {
  const facts = (required: string[]) => ({ type: 'object', required, properties: { gun: { enum: ['six', 'twelve'] }, target: { enum: ['infantry', 'artillery'] } } });
  const book = {
    roster: form,
    procedures: [{ name: 'cannonade', labels: ['Cannonade'], facts: facts(['gun', 'target']) }, { name: 'melee', labels: ['Melee'], facts: facts([]) }],
  } as unknown as Book;
  const offered = (arm: string) => possibleFor(book, { ...newUnit('x', 'blue', 20), properties: { arm } }).map((each) => `${each.procedure} ${each.role}`);

  test('has nothing that asks for what its arm never has', () => {
    expect(offered('artillery')).toEqual(['cannonade battery', 'cannonade target', 'melee attacker']);
    expect(offered('infantry')).toEqual(['cannonade target', 'melee attacker']);
  });
});
