import { describe, expect, test } from 'vitest';
import type { Deed } from '../../src/lib/log/events';
import { Author, Log } from '../../src/lib/log/merging';
import {
  answers,
  changes,
  clock,
  effectOf,
  figuresLeft,
  figuresTold,
  figuresToRemove,
  losesFigures,
  menAFigure,
  nameFor,
  newTo,
  newUnit,
  type Binding,
  type Roster,
  type RosterForm,
  type Unit,
} from '../../src/lib/roster';
import { changeOf, joiningOf } from '../../src/lib/units';

const unit: Unit = { ...newUnit('Guard', 'blue', 30), id: 'g', properties: { order: 'OR', ammunition: true } };
const binding = (given: Partial<Binding>): Binding =>
  ({ answers: [], sets: [], clear: {}, spent: [], used: [], less: {}, more: {}, most: {}, of: [], needs: [], gone: [], spares: [], ...given }) as Binding;
const after = (...deeds: Deed[]): Roster => {
  const log = new Log('r');
  log.write(new Author('anna'), [{ kind: 'begin', rules: 'borgerkrig', name: 'Shiloh', start: 540 }, { kind: 'units', units: [joiningOf(unit)] }, ...deeds], false);
  return log.roster;
};
const guard = (of: Roster) => of.units[0] as Unit;
const lose = (men: number): Deed => ({ kind: 'book', units: [{ unit: 'g', men }] });
const roster = after();

describe('a roster', () => {
  test('keeps losses in men and says when figures leave the table', () => {
    expect([figuresLeft(guard(after(lose(47))), 20), figuresToRemove(guard(after(lose(47))), 20)]).toEqual([28, 2]);
    const off: Deed = { kind: 'off', unit: 'g', to: 2 };
    expect(figuresToRemove(guard(after(lose(47), off)), 20)).toBe(0);
    expect(figuresToRemove(guard(after(lose(47), off, off, lose(13))), 20)).toBe(1);
  });
  test('never loses more than it has, nor less than nothing', () => {
    const gone = guard(after(lose(5000)));
    expect([figuresLeft(gone, 20), answers(gone, 20)['men'], answers(gone, 20)['lost_men'], answers(gone, 20)['exact_figures']]).toEqual([0, 0, 600, 0]);
    expect(guard(after(lose(5), lose(-50))).lostMen).toBe(0);
    expect(effectOf(binding({ lose_men: 'men' }), { men: 9999 }, guard(after(lose(590))), 20).loseMen).toBe(10);
  });
  test('changes by hand only what was changed', () => {
    expect(changeOf(unit, unit)).toBeUndefined();
    const next = { ...unit, name: 'Old Guard', properties: { order: 'OR', valeur: 2 } };
    expect(changeOf(unit, next)).toEqual({ kind: 'change', unit: 'g', fields: { name: 'Old Guard' }, set: { ammunition: null, valeur: 2 } });
    expect(guard(after(changeOf(unit, next) as Deed))).toEqual(next);
  });
  test('tells the time of day', () => {
    expect(clock(roster, 7.5)).toBe('09:00');
    expect(clock({ ...roster, turn: 4 }, 7.5)).toBe('09:22');
    expect(clock({ ...roster, turn: 200 }, 15)).toBe('10:45');
  });
  test('answers the facts of a procedure', () => {
    const lost = guard(after(lose(50)));
    expect(answers(lost, 20)).toMatchObject({ figures: 28, exact_figures: 27.5, original_figures: 30, original_men: 600, men: 550, lost_men: 50, lost_figures: 2, order: 'OR' });
  });
  test('takes from an outcome what the plan says', () => {
    const order = { property: 'order', field: 'order_after', said: { shaken: 'LU' }, never: ['same'] } as unknown as Binding['sets'][number];
    const given = binding({ lose_men: 'loss_men', lose_figures: 'side.figures', sets: [order], clear: { ammunition: 'exhausted' }, spent: ['first_fire'] });
    const effect = effectOf(given, { loss_men: 5, side: { figures: 2 }, order_after: 'shaken', exhausted: true }, { ...unit, properties: { first_fire: true } }, 20);
    expect(effect).toEqual({ loseMen: 45, set: { order: 'LU', ammunition: false, first_fire: false } });
    expect(effectOf(given, { order_after: 'same' }, unit, 20)).toEqual({ loseMen: 0, set: {} });
    expect(changes({ loseMen: 1, set: {} }, unit)).toBe(true);
    expect(changes({ loseMen: 0, set: { order: 'OR' } }, unit)).toBe(false);
    expect(newTo({ loseMen: 3, set: { order: 'OR', ammunition: false } }, unit)).toEqual({ loseMen: 3, set: { ammunition: false } });
  });
  test('numbers a second unit of the same kind', () => {
    expect(nameFor([], 'Line')).toBe('Line');
    expect(nameFor([newUnit('Line', 'blue', 1), newUnit('Line 2', 'blue', 1), newUnit('Line infantry', 'blue', 1)], 'Line')).toBe('Line 3');
  });
  test('counts men by the arm where the rules do', () => {
    const form = { men_a_figure: 100, other_scales: [{ property: 'arm', of: ['cavalry'], men_a_figure: 80 }], bind: {} } as unknown as RosterForm;
    expect([menAFigure(form, { properties: { arm: 'cavalry' } }), menAFigure(form, unit)]).toEqual([80, 100]);
    const bind = (binding: object) => ({ ...form, bind: { fire: { target: binding } } }) as unknown as RosterForm;
    expect([losesFigures(bind({ lose_figures: 'n' })), losesFigures(bind({ lose_men: 'n' }))]).toEqual([true, false]);
    expect(effectOf(binding({ lose_figures: 'n' }), { n: 2 }, unit, 80)).toEqual({ loseMen: 160, loseFigures: 2, set: {} });
  });
  /** tricolore R8: bases are counted in halves, so a unit that has lost half a base has not all its bases any more. */
  test('is told with the half of a base that is left, where the rules lose figures; with those on the table where they lose men', () => {
    const form = (binding: object) => ({ men_a_figure: 150, other_scales: [], bind: { melee: { attacker: binding } } }) as unknown as RosterForm;
    const bases = { ...unit, figures: 5, lostMen: 75 };
    expect([figuresTold(form({ lose_figures: 'n' }), bases), figuresTold(form({ lose_men: 'n' }), bases)]).toEqual([4.5, 5]);
    expect(figuresTold(form({ lose_figures: 'n' }), { ...bases, lostMen: 750 })).toBe(0);
  });
  test('loses its last figure with its last man, however it was rounded', () => {
    const odd = { ...unit, figures: 22, men: 430 };
    expect([figuresLeft(odd, 20), figuresLeft({ ...odd, lostMen: 429 }, 20), figuresLeft({ ...odd, lostMen: 430 }, 20)]).toEqual([22, 1, 0]);
  });
  test('keeps its leaders', () => {
    const leaders: Deed = { kind: 'leaders', leaders: [{ id: 'x', name: 'Gibbon', side: 'blue', rank: 'brigade', fallen: false }] };
    expect(after(leaders, { kind: 'leader', leader: 'x', fields: { fallen: true } }).leaders).toMatchObject([{ name: 'Gibbon', fallen: true }]);
  });
});
