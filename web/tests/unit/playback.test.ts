import { describe, expect, test } from 'vitest';
import type { Told, UnitShown, View } from '../../src/games/types';
import { comingIn, filmOf, goingOn, isSeen, longer, stillAt, turnAt } from '../../src/table/playback';
import { Player } from '../../src/table/player.svelte';

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
  test('a turn that comes while the one before still plays is seen after it, not over it', () => {
    const [at10, at30, at60] = [10, 30, 60].map((north) => view(['blue', 'red'], [unit('b1', 'blue', [50, north])], [unit('r1', 'red', [50, 90])])) as [View, View, View];
    const first = filmOf(at10, at30, [event(1, 'losses', 1, { side: 'blue' }), walked('b1', [50, 10], [50, 30])]);
    const both = longer(first, at60, [{ ...event(1, 'fires', 0, { unit: 'r1' }), turn: 2 }, { ...walked('b1', [50, 30], [50, 60]), turn: 2 }]);
    expect(both.cues.filter((cue) => cue.event.what !== 'marched').map((cue) => [cue.event.turn, cue.from])).toEqual([[1, 1], [2, 1]]);
    const at = (time: number) => stillAt(both, time).pieces.find((piece) => piece.id === 'b1')?.place[1];
    expect([at(0.5), at(1), at(1.5), at(2)]).toEqual([20, 30, 45, 60]);
    expect([turnAt(both, 0.5), turnAt(both, 1.5)]).toEqual([1, 2]);
    expect(both.seconds).toBe(2 * first.seconds);
  });
  test('a move is seen in rules that tell no ways, and its unit goes straight there', () => {
    const [before, after] = [10, 30].map((north) => view(['blue', 'red'], [unit('b1', 'blue', [50, north])], [])) as [View, View];
    const moves = [event(1, 'moves', 0.4, { unit: 'b1' }), event(2, 'fires', 0.6, { unit: 'b1' })];
    expect(isSeen(before, after, moves)).toBe(true);
    expect(isSeen(before, before, [event(1, 'turn_begins', 0, {})])).toBe(false);
    const film = filmOf(before, after, moves);
    const north = (time: number) => stillAt(film, time).pieces[0]?.place[1];
    expect([north(0.2), north(0.4), north(0.7)]).toEqual([10, 30, 30]);
    expect(north(0.35)).toBeCloseTo(20);
  });
  test('what comes later in the same turn is seen: at its moment, or as a film of its own where a phase begins anew', () => {
    const [before, after] = [10, 30].map((north) => view(['blue', 'red'], [unit('b1', 'blue', [50, north])], [unit('r1', 'red', [50, 90])])) as [View, View];
    const film = filmOf(before, after, [event(1, 'asks', 0.4, { unit: 'b1' })]);
    expect(goingOn(film, false, after, [event(2, 'fires', 0.6, { unit: 'r1' })])?.from).toBe(0.6);
    expect(goingOn(film, false, after, [event(2, 'fires', 0, { unit: 'r1' })])).toBeUndefined();
    const next = [{ ...event(2, 'fires', 0, { unit: 'r1' }), turn: 2 }];
    expect(goingOn(film, false, after, next)).toBeUndefined();
    expect(goingOn(film, true, after, next)?.from).toBe(1);
    const player = new Player();
    player.load(film, false);
    const on = goingOn(film, false, after, [event(2, 'fires', 0.6, { unit: 'r1' })]);
    if (on) player.extend(on.film, true, on.from);
    expect([player.time, player.playing]).toEqual([0.6, true]);
  });
  test('the log tells what has been seen, and at the end all of it', () => {
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], []);
    // It is told when the way ends, and seen from when it began.
    const halts = event(2, 'halts', 0.9, { unit: 'b1' }, [[{ moment: 0.1, place: [50, 10], facing: 0 }, { moment: 0.9, place: [50, 20], facing: 0 }]]);
    const film = filmOf(before, before, [event(1, 'fires', 0.5, { unit: 'b1' }), halts]);
    expect(comingIn(film, 0.3).map((each) => each.what)).toEqual(['fires']);
    expect(comingIn(film, film.length)).toEqual([]);
  });
  test.each([60, 4, 1])('a film takes as long at %i frames a second', (frames) => {
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], [unit('r1', 'red', [50, 90])]);
    const player = new Player();
    player.load(filmOf(before, before, [walked('b1', [50, 10], [50, 30])]), true);
    let seconds = 0;
    for (player.tick(1000); player.playing && seconds < 100; player.tick(1000 + 1000 * seconds)) seconds += 1 / frames;
    expect(seconds).toBeGreaterThanOrEqual(8.9);
    expect(seconds).toBeLessThan(10.1);
  });
  test('a window that was hidden goes on from where it was', () => {
    const before = view(['blue', 'red'], [unit('b1', 'blue', [50, 10])], [unit('r1', 'red', [50, 90])]);
    const player = new Player();
    player.load(filmOf(before, before, [walked('b1', [50, 10], [50, 30])]), true);
    player.tick(1000);
    player.tick(60_000);
    expect([player.playing, player.time < 0.2]).toEqual([true, true]);
  });
});
