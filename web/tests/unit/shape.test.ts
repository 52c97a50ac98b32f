import { describe, expect, test } from 'vitest';
import type { At } from '../../src/games/types';
import { along, bearing, carried, fromBody, holds, turn } from '../../src/table/shape';
import { gripOf, handlesOf, wheeledTo } from '../../src/table/scene';
import { boxOf, symbolOf } from '../../src/table/boxes';

/** Rounded, without the difference between 0 and −0. */
const rounded = (value: number) => Math.round(value) + 0;
const square: At[] = [[0, 0], [10, 0], [10, 10], [0, 10]];

describe('bodies', () => {
  test('bearings go clockwise from north', () => {
    expect([bearing([0, 0], [0, 5]), bearing([0, 0], [5, 0]), bearing([0, 0], [-5, 0])]).toEqual([0, 90, 270]);
    expect([turn(350, 10), turn(10, 350), turn(0, 180)]).toEqual([20, -20, 180]);
  });
  test('a body is carried like a piece of card', () => {
    const moved = carried(square, { place: [5, 10], facing: 0 }, { place: [105, 60], facing: 90 });
    // Its front's middle is where it was brought, and what was ahead of the rear is now east of it.
    expect(moved.map(([x, y]) => [rounded(x), rounded(y)])).toEqual([[95, 65], [95, 55], [105, 55], [105, 65]]);
  });
  test('a finger beside a body is near it, one on it is on it', () => {
    expect(fromBody([5, 5], square)).toBe(0);
    expect(fromBody([13, 5], square)).toBe(3);
    expect(holds(square, [-1, 5])).toBe(false);
  });
  test('a way is walked moment by moment, and turns the short way', () => {
    const way = [
      { moment: 0.2, place: [0, 0] as At, facing: 350 },
      { moment: 0.6, place: [0, 40] as At, facing: 10 },
    ];
    expect(along(way, 0.1)).toBeUndefined();
    expect(along(way, 0.4)?.place[1]).toBeCloseTo(20);
    expect(along(way, 0.4)?.facing).toBeCloseTo(360);
    expect(along(way, 0.7)).toBeUndefined();
  });
  test('a corner that is pulled straight ahead wheels the front about the other', () => {
    const piece = { place: [0, 0] as At, facing: 0, front: 100 } as never;
    expect(handlesOf(piece).map((each) => each.at.map(rounded))).toEqual([[-50, 0], [50, 0]]);
    // The handles stand outside the body, and taking hold of one turns nothing yet.
    const [left, right] = handlesOf(piece).map((each) => gripOf(each, 2));
    expect([left, right].map((each) => each?.map(rounded))).toEqual([[-76, 0], [76, 0]]);
    expect(Math.round(wheeledTo(piece, 'right', right as At)) % 360).toBe(0);
    expect(Math.round(wheeledTo(piece, 'right', [50, 0])) % 360).toBe(0);
    expect(Math.round(wheeledTo(piece, 'right', [-50, 100]))).toBe(270);
    expect(Math.round(wheeledTo(piece, 'left', [50, 100]))).toBe(90);
  });
  test('a symbol stands where the body stands', () => {
    const symbol = symbolOf({ outline: square, facing: 0 }, 20);
    expect(symbol.map(([x]) => Math.round(x))).toEqual([-5, 15, 15, -5]);
    expect(boxOf(square, 90).map(([x, y]) => [rounded(x), rounded(y)])).toEqual([[10, 10], [10, 0], [0, 0], [0, 10]]);
  });
});
