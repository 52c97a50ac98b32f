import { describe, expect, test } from 'vitest';
import {
  answers,
  applyEffect,
  changes,
  clock,
  effectOf,
  figuresLeft,
  figuresRemoved,
  figuresToRemove,
  losesFigures,
  menAFigure,
  nameFor,
  newLeader,
  newRoster,
  newTo,
  newUnit,
  nextTurn,
  putLeader,
  putUnits,
  readRoster,
  removeUnit,
  undo,
  type Roster,
  type RosterForm,
  type Unit,
} from '../../src/lib/roster';

const unit: Unit = { ...newUnit('Guard', 'blue', 30), id: 'g', properties: { order: 'OR', ammunition: true } };
const roster: Roster = putUnits(newRoster('r', 'borgerkrig', 'Shiloh'), [unit], 'add');
const guard = (of: Roster) => of.units[0] as Unit;

describe('a roster', () => {
  test('keeps losses in men and says when figures leave the table', () => {
    const after = applyEffect(roster, 'g', { loseMen: 47, set: {} }, 'fire');
    expect([figuresLeft(guard(after), 20), figuresToRemove(guard(after), 20)]).toEqual([28, 2]);
    const removed = figuresRemoved(after, 'g', 20, 'remove');
    expect(figuresToRemove(guard(removed), 20)).toBe(0);
    const more = applyEffect(removed, 'g', { loseMen: 13, set: {} }, 'fire');
    expect(figuresToRemove(guard(more), 20)).toBe(1);
  });
  test('never loses more than it has', () => {
    const after = applyEffect(roster, 'g', { loseMen: 5000, set: {} }, 'fire');
    expect([figuresLeft(guard(after), 20), answers(guard(after), 20)['men']]).toEqual([0, 0]);
  });
  test('undoes everything, back to the beginning', () => {
    let now = nextTurn(applyEffect(roster, 'g', { loseMen: 9, set: { order: 'LU' } }, 'fire'), 'turn');
    now = removeUnit(now, 'g', 'delete');
    expect([now.turn, now.units.length]).toEqual([2, 0]);
    for (let step = 0; step < 4; step += 1) now = undo(now);
    expect([now.turn, now.units, now.history]).toEqual([1, [], []]);
    expect(undo(now)).toBe(now);
  });
  test('tells the time of day', () => {
    expect(clock(roster, 7.5)).toBe('09:00');
    expect(clock({ ...roster, turn: 4 }, 7.5)).toBe('09:22');
    expect(clock({ ...roster, turn: 200 }, 15)).toBe('10:45');
  });
  test('answers the facts of a procedure', () => {
    const lost = guard(applyEffect(roster, 'g', { loseMen: 50, set: {} }, 'fire'));
    expect(answers(lost, 20)).toMatchObject({ figures: 28, exact_figures: 27.5, original_figures: 30, original_men: 600, men: 550, lost_men: 50, lost_figures: 2, order: 'OR' });
  });
  test('takes from an outcome what the plan says', () => {
    const binding = { lose_men: 'loss_men', lose_figures: 'side.figures', set: { order: 'order_after', general: 'missing' }, clear: { ammunition: 'exhausted' } };
    const effect = effectOf(binding, { loss_men: 5, side: { figures: 2 }, order_after: 'LU', exhausted: true }, 20);
    expect(effect).toEqual({ loseMen: 45, set: { order: 'LU', ammunition: false } });
    expect(changes(effect, unit)).toBe(true);
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
    expect(effectOf({ lose_figures: 'n' }, { n: 2 }, 80)).toEqual({ loseMen: 160, loseFigures: 2, set: {} });
  });
  test('loses its last figure with its last man, however it was rounded', () => {
    const odd = { ...unit, figures: 22, men: 430 };
    expect([figuresLeft(odd, 20), figuresLeft({ ...odd, lostMen: 429 }, 20), figuresLeft({ ...odd, lostMen: 430 }, 20)]).toEqual([22, 1, 0]);
  });
  test('keeps its leaders, and brings them back', () => {
    const gibbon = newLeader('Gibbon', 'blue', 'brigade');
    const led = putLeader(roster, gibbon, 'add');
    const fallen = putLeader(led, { ...gibbon, fallen: true }, 'falls');
    expect(fallen.leaders.map((each) => each.fallen)).toEqual([true]);
    expect(undo(fallen).leaders).toEqual([gibbon]);
    expect(undo(undo(fallen)).leaders).toEqual([]);
    expect(readRoster(JSON.stringify(fallen)).leaders).toEqual(fallen.leaders);
    expect(() => readRoster(JSON.stringify({ ...fallen, leaders: [{ name: 'x' }] }))).toThrow('leader');
  });
  test('is read from a file, and refused with a reason', () => {
    expect(readRoster(JSON.stringify(roster)).units).toEqual(roster.units);
    expect(() => readRoster('{')).toThrow('JSON');
    expect(() => readRoster('{"name":"x","rules":"y","turn":0,"start":1,"units":[]}')).toThrow('turn');
    expect(() => readRoster('{"name":"x","rules":"y","turn":1,"start":1,"units":[{"id":"a"}]}')).toThrow('unit is broken');
  });
});
