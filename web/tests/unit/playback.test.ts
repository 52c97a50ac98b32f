import { describe, expect, test } from 'vitest';
import type { Told, UnitShown, View } from '../../src/games/types';
import { filmOf, longer, stillAt } from '../../src/table/playback';

type At = UnitShown['place'];

function unit(id: string, side: string, place: At, more: Partial<UnitShown> = {}): UnitShown {
  const [x, y] = place;
  return { id, side, arm: 'infantry', formation: 'line', strength: { now: 20, unit: 'figures' }, condition: 'steady', place, facing: 0, front: 20, depth: 10, outline: [[x - 10, y], [x + 10, y], [x + 10, y - 10], [x - 10, y - 10]], ...more };
}
function view(to_move: string[], units: UnitShown[], enemies: UnitShown[]): View {
  return { seat: 'blue', rule_set: 'r', scenario: 's', turn: 1, turns: 9, phase: 'orders', step: 'orders', to_move, table: { width: 100, depth: 100 }, measure: { unit: 'cm', metres: 5 }, landmarks: [], changes: [], objectives: [], rules: [], units, friends: [], enemies, generals: [], couriers: [], questions: [], log: [] };
}
function event(number: number, what: string, moment: number, about: Told['about'], way?: Told['way']): Told {
  return { number, turn: 1, moment, what, rule: '', about, ...(way ? { way } : {}) };
}
const walked = (id: string, from: At, to: At, begin = 0, end = 1) => event(9, 'marched', 1, { unit: id }, [[{ moment: begin, place: from, facing: 0 }, { moment: end, place: to, facing: 0 }]]);

describe('a turn played back', () => {
  test('all at once: bodies are where they marched at each moment', () => {
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], [unit('r1', 'red', [50, 90])]);
    const after = view(['blue', 'red'], [unit('b1', 'blue', [50, 30])], [unit('r1', 'red', [50, 90])]);
    const film = filmOf(before, after, [event(1, 'fires', 0.5, { unit: 'r1', other: 'b1' }), walked('b1', [50, 10], [50, 30])]);
    const half = stillAt(film, 0.5);
    expect(half.pieces.find((piece) => piece.id === 'b1')?.place).toEqual([50, 20]);
    expect(half.smoke).toHaveLength(1);
    expect(stillAt(film, 0.4).smoke).toHaveLength(0);
    expect(stillAt(film, 1).pieces.find((piece) => piece.id === 'b1')?.place).toEqual([50, 30]);
  });
  test('nothing is shown before it was seen, nor after it was lost from sight', () => {
    const before = view(['blue', 'red'], [], [unit('r1', 'red', [50, 90])]);
    const after = view(['blue', 'red'], [], [unit('r2', 'red', [20, 60])]);
    const film = filmOf(before, after, [walked('r1', [50, 90], [60, 90], 0, 0.3), walked('r2', [20, 80], [20, 60], 0.6, 1)]);
    const seen = (time: number) => stillAt(film, time).pieces.map((piece) => piece.id).sort();
    expect(seen(0.1)).toEqual(['r1']);
    expect(seen(0.7)).toContain('r2');
    expect(seen(0.5)).not.toContain('r2');
    expect(seen(1)).toEqual(['r2']);
  });
  test('one after the other: the second does not move before the first has', () => {
    const before = view(['blue'], [unit('b1', 'blue', [10, 10]), unit('b2', 'blue', [40, 10])], [unit('r1', 'red', [50, 90])]);
    const after = view(['blue'], [unit('b1', 'blue', [10, 30]), unit('b2', 'blue', [40, 30])], [unit('r1', 'red', [50, 90])]);
    const film = filmOf(before, after, [{ ...walked('b1', [10, 10], [10, 30], 0, 0.7), number: 1, moment: 0 }]);
    const both = longer(film, after, [{ ...walked('b2', [40, 10], [40, 30], 0, 0.4), number: 2, moment: 0 }]);
    expect(both.length).toBeGreaterThan(film.length);
    const at = (time: number, id: string) => stillAt(both, time).pieces.find((piece) => piece.id === id)?.place[1];
    expect(at(0.25, 'b1')).toBeCloseTo(20);
    expect(at(0.25, 'b2')).toBe(10);
    expect(at(0.75, 'b2')).toBeCloseTo(20);
  });
  test('a unit keeps its old shape until it forms', () => {
    const wide: At[] = [[0, 10], [100, 10], [100, 0], [0, 0]];
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], []);
    const after = view(['blue', 'red'], [unit('b1', 'blue', [50, 10], { formation: 'column', outline: wide, front: 100 })], [unit('r1', 'red', [1, 1])]);
    const film = filmOf(before, after, [event(1, 'forms', 0.4, { unit: 'b1', formation: 'column' })]);
    expect(stillAt(film, 0.3).pieces[0]?.front).toBe(20);
    expect(stillAt(film, 0.5).pieces[0]?.front).toBe(100);
  });
  test('losses rise over the unit that lost', () => {
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], []);
    const film = filmOf(before, before, [event(1, 'loses_men', 0.2, { unit: 'b1', men: 12 })]);
    expect(stillAt(film, 0.22).marks[0]?.text).toBe('−12');
    expect(stillAt(film, 0.6).marks).toEqual([]);
  });
});
