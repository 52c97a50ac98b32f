import { describe, expect, test } from 'vitest';
import { answered, barred, excess } from '../../src/lib/facts';
import { fieldsOf } from '../../src/lib/form';
import { followsOf } from '../../src/lib/following';
import { effectOf, newUnit, type Binding, type RosterForm, type Unit } from '../../src/lib/roster';
import { dueNow, reminders } from '../../src/lib/turns';
import { words } from '../../src/lib/words';
import { answersOf } from '../../src/lib/worn';
import type { Book } from '../../src/lib/api';
import type { Roster } from '../../src/lib/roster';

const binding = (given: Partial<Binding>): Binding =>
  ({ answers: [], sets: [], clear: {}, spent: [], used: [], less: {}, more: {}, most: {}, of: [], needs: [], gone: [], spares: [], ...given }) as Binding;
const mark = (percent: number, given: object) => ({ percent, label: '', rule: '', of_command: false, beyond: false, not: ['artillery'], lowers: [], counts_as: {}, makes: {}, ...given });
const choice = (...names: string[]) => ({ type: 'string', enum: names, 'x-labels': names });
const form = {
  men_a_figure: 20,
  other_scales: [],
  bind: { fire: { firer: binding({ lose_men: 'n' }) } },
  counts: ['figures', 'fighting_figures'],
  properties: [
    { key: 'arm', label: 'Arm', schema: choice('infantry', 'artillery'), of: [], needed: true },
    { key: 'loads', label: 'Loads', schema: { type: 'integer', minimum: 0, maximum: 16 }, of: [], needed: false },
    { key: 'ammunition', label: 'Has ammunition', schema: { type: 'boolean' }, of: [], needed: false },
  ],
  marks: [
    mark(20, { lowers: ['valeur'] }),
    mark(30, { lowers: ['valeur'], counts_as: { status: { good: 'shaken' } }, makes: { for_good: 'shaken' } }),
    mark(50, { lowers: ['valeur'], counts_as: { status: { good: 'broken', shaken: 'broken' } }, makes: { for_good: 'broken' } }),
  ],
} as unknown as RosterForm;
const unit = (lostMen: number, properties: Unit['properties'] = {}): Unit => ({ ...newUnit('Guard', 'blue', 10), id: 'g', lostMen, properties: { arm: 'infantry', valeur: 2, status: 'good', ...properties } });

describe('a unit as its losses have left it', () => {
  test('answers with what is lower, with what it counts as, and with what it was', () => {
    expect(answersOf(form, unit(39))).toMatchObject({ valeur: 2, status: 'good', original_valeur: 2 });
    expect(answersOf(form, unit(39))['for_good']).toBeUndefined();
    expect(answersOf(form, unit(40))).toMatchObject({ valeur: 1, status: 'good' });
    expect(answersOf(form, unit(60))).toMatchObject({ valeur: 0, status: 'shaken', for_good: 'shaken', original_valeur: 2, original_status: 'good' });
    expect(answersOf(form, unit(100))).toMatchObject({ valeur: -1, status: 'broken', for_good: 'broken' });
    // Strength is not a property that was lowered.
    expect(answersOf(form, unit(100))).toMatchObject({ original_figures: 10, original_men: 200, figures: 5 });
  });
  test('ends where the tables end', () => {
    const fields = fieldsOf({ type: 'object', required: [], properties: { valeur: { type: 'integer', title: 'Valeur', minimum: 0, maximum: 5 } } });
    const role = binding({ answers: [{ property: 'valeur', fact: 'valeur', said: {}, never: [], ask: {} }] as unknown as Binding['answers'] });
    expect(answered(form, fields, {}, role, unit(100), words.en)).toEqual({ values: { valeur: 0 }, objections: [] });
    // What is too high is refused, as it was stated so.
    expect(answered(form, fields, {}, role, unit(0, { valeur: 6 }), words.en).objections.length).toBe(1);
  });
  test('of an arm that is left out stays as it is', () => {
    expect(answersOf(form, unit(100, { arm: 'artillery' }))).toMatchObject({ valeur: 2, status: 'good' });
  });
  test('is counted in figures where the rules count so, whatever its men are', () => {
    const counted = { ...form, bind: { fire: { target: binding({ lose_figures: 'n' }) } }, marks: [mark(66.6666666666, { makes: { for_good: true } })] } as unknown as RosterForm;
    expect(answersOf(counted, { ...unit(120), figures: 9, men: 190 })['for_good']).toBe(true);
    expect(answersOf(counted, { ...unit(100), figures: 9, men: 150 })['for_good']).toBeUndefined();
  });
});

describe('a result', () => {
  test('takes loads and guns, adds disorder, and never goes below nothing', () => {
    const battery = unit(0, { arm: 'artillery', loads: 1, guns: 2, disorder: 1 });
    const effect = effectOf(binding({ used: ['loads'], less: { guns: 'burst', points: 'used' }, more: { disorder: 'gain' } }), { burst: true, used: 3, gain: 2 }, battery, 20);
    expect(effect).toEqual({ loseMen: 0, set: { loads: 0, guns: 1, disorder: 3 } });
    expect(effectOf(binding({ used: ['loads'] }), {}, { ...battery, properties: { loads: 0 } }, 20).set).toEqual({ loads: 0 });
    expect(effectOf(binding({ less: { guns: 'lost' } }), { lost: 9 }, battery, 20).set).toEqual({ guns: 0 });
    expect(effectOf(binding({ less: { guns: 'lost' } }), { lost: 0 }, battery, 20).set).toEqual({});
    expect(effectOf(binding({ more: { disorder: 'gain' } }), { gain: 9 }, battery, 20, () => 8).set).toEqual({ disorder: 8 });
  });
  test('after which a unit is gone takes all it had left', () => {
    expect(effectOf(binding({ gone: ['side.eliminated'], lose_men: 'men' }), { men: 3, side: { eliminated: true } }, unit(30), 20).loseMen).toBe(170);
    expect(effectOf(binding({ gone: ['side.eliminated'], lose_men: 'men' }), { men: 3, side: { eliminated: false } }, unit(30), 20).loseMen).toBe(3);
  });
  test('takes nobody from an arm whose losses another sum tells', () => {
    expect(effectOf(binding({ spares: ['artillery'], lose_figures: 'hits' }), { hits: 2 }, unit(0, { arm: 'artillery' }), 20).loseMen).toBe(0);
    expect(effectOf(binding({ spares: ['artillery'], lose_figures: 'hits' }), { hits: 2 }, unit(0), 20).loseMen).toBe(40);
  });
});

describe('who can have a role', () => {
  test('is of its arms and has what it needs', () => {
    const role = binding({ of: ['artillery'], needs: ['loads', 'ammunition'] });
    expect(barred(form, role, unit(0), words.en)).toEqual([{ property: 'Arm', value: 'infantry', right: 'artillery' }]);
    expect(barred(form, role, unit(0, { arm: 'artillery', loads: 0, ammunition: false }), words.en).map((each) => [each.property, each.value])).toEqual([['Loads', '0'], ['Has ammunition', 'no']]);
    expect(barred(form, role, unit(0, { arm: 'artillery', loads: 3 }), words.en)).toEqual([]);
  });
  test('cannot be stated with more than it has', () => {
    const fields = fieldsOf({ type: 'object', required: [], properties: { front: { type: 'integer', title: 'Front', minimum: 0, maximum: 60 } } });
    const role = binding({ most: { fighting_figures: 'front' } });
    expect(excess(form, fields, { front: 9 }, role, unit(40)).map((each) => each.most)).toEqual([8]);
    expect(excess(form, fields, { front: 8 }, role, unit(40))).toEqual([]);
  });
});

describe('what follows', () => {
  const follow = (given: object) => ({ after: 'fire', when: 'lost', is: [], also: {}, next: 'status', roles: { unit: 'target' }, facts: {}, given: {}, ...given });
  const book = (given: object) =>
    ({ procedures: [], roster: { ...form, bind: { status: { unit: binding({ of: ['infantry'] }) } }, follows: [follow(given)], phases: [], dues: [], reminders: [] } }) as unknown as Book;
  const names = (given: object, outcome: object, of = unit(0)) => followsOf(book(given), 'fire', outcome as never, {}, { target: 'g' }, () => of).map((each) => each.procedure);
  test('is offered to who can have the role', () => {
    expect(names({}, { lost: 3 })).toEqual(['status']);
    expect(names({}, { lost: 3 }, unit(0, { arm: 'artillery' }))).toEqual([]);
  });
  test('asks for everything it is said to ask', () => {
    expect(names({ also: { winner: 'attacker' } }, { lost: 3, winner: 'attacker' })).toEqual(['status']);
    expect(names({ also: { winner: 'attacker' } }, { lost: 3, winner: 'none' })).toEqual([]);
  });
});

describe('the turn', () => {
  const booked = { event: { kind: 'book', id: 'a-1', clock: 1, turn: 1, procedure: 'fire', units: [{ unit: 'g' }] }, gone: false };
  const roster = (of: Unit, turn = 2) => ({ turn, units: [of], history: [booked], acted: new Map() }) as unknown as Roster;
  const book = {
    procedures: [],
    roster: {
      ...form,
      bind: { recovery: { unit: binding({}) } },
      dues: [{ phase: 'end', property: 'status', is: ['shaken', 'broken'], next: 'recovery', role: 'unit', unless: 'for_good' }],
      reminders: [{ key: 'smoke', label: 'Smoke', phase: 'fire', rule: '1', after: ['fire'] }],
    },
  } as unknown as Book;
  test('does not ask for what can come to nothing', () => {
    expect(dueNow(book, roster(unit(0, { status: 'shaken' }))).map((each) => each.procedure)).toEqual(['recovery']);
    expect(dueNow(book, roster(unit(60, { status: 'shaken' })))).toEqual([]);
    expect(dueNow(book, roster(unit(60, { status: 'broken' }))).length).toBe(1);
  });
  test('reminds of who fired in the turn before, and of nobody else', () => {
    expect(reminders(book, roster(unit(0)), 'fire').map((each) => each.units.map((of) => of.name))).toEqual([['Guard']]);
    expect(reminders(book, roster(unit(0), 3), 'fire')).toEqual([]);
    expect(reminders(book, roster(unit(0)), 'end')).toEqual([]);
  });
});
