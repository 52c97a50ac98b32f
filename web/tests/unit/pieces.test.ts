import { describe, expect, test } from 'vitest';
import type { UnitShown, View } from '../../src/games/types';
import { pieceOf, ridersOf } from '../../src/table/pieces';

const unit = (id: string, side: string, north: number, general?: string) => ({ id, side, place: [0, north], ...(general ? { general } : {}) });
const leader = (id: string, north: number, more = {}) => ({ id, name: id, life: 'here', place: [0, north], with: null, ...more });
const seen = (generals: object[], side?: string) => ({ ...(side ? { side } : {}), units: [unit('f1', 'french', 0, 'pecheux'), unit('p1', 'prussian', 100, 'zieten')], friends: [], enemies: [], couriers: [], generals }) as unknown as View;
const sides = (view: View) => Object.fromEntries(ridersOf(view).map((rider) => [rider.id, rider.side]));

describe('the side of a leader, where both sides are shown', () => {
  test('is that of whom he commands, over others as well', () => {
    const view = seen([leader('bluecher', 1), leader('zieten', 100, { superior: 'bluecher' }), leader('pecheux', 0, { superior: 'grouchy' }), leader('grouchy', 99)]);
    expect(sides(view)).toEqual({ bluecher: 'prussian', zieten: 'prussian', pecheux: 'french', grouchy: 'french' });
  });
  test('is that of the unit he is with, or stands nearest to, when nobody is said to be under him', () => {
    expect(sides(seen([leader('morand', 90, { with: 'f1' }), leader('kleist', 90)]))).toEqual({ morand: 'french', kleist: 'prussian' });
  });
  test('two who are each the superior of the other do not go round for ever', () => {
    expect(sides(seen([leader('a', 90, { superior: 'b' }), leader('b', 1, { superior: 'a' })]))).toEqual({ a: 'french', b: 'prussian' });
  });
  test('is his own in a player’s view', () => {
    expect(sides(seen([leader('bluecher', 1)], 'french'))).toEqual({ bluecher: 'french' });
  });
});

describe('out of ammunition', () => {
  const shown = (arm: string, more: object) => pieceOf({ id: 'a', side: 'blue', arm, strength: { now: 1, unit: 'men' }, place: [0, 0], facing: 0, front: 1, outline: [], condition: 'steady', ...more } as unknown as UnitShown, true).empty;
  test('is a battery or battalion without loads, and not horse that never had any', () => {
    expect([shown('artillery', { loads: 0 }), shown('infantry', { loads: 0 }), shown('infantry', { loads: 3 }), shown('cavalry', { loads: 0 }), shown('cavalry', { ammunition: false })]).toEqual([true, true, false, false, true]);
  });
});
