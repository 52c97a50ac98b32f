import { describe, expect, test } from 'vitest';
import type { Item } from '../../src/games/types';
import { inOrder, leftOf, noteOf, waitedFor } from '../../src/table/around';
import { filmOf, turnAt } from '../../src/table/playback';
import { soundsBetween } from '../../src/table/sounds.svelte';
import { tableWords } from '../../src/table/words';

const name = (seat: string) => seat.toUpperCase();
const note = (item: object, lang: 'en' | 'da' = 'en') => noteOf({ seq: 1, at: 0, ...item } as unknown as Item, tableWords[lang], name, lang === 'en' ? 'turn' : 'træk');

test('players’ links stand before the umpire’s and the onlooker’s', () => {
  expect(inOrder(['blue', 'onlooker', 'red', 'umpire'], (seat) => seat)).toEqual(['blue', 'red', 'umpire', 'onlooker']);
});

describe('around the table', () => {
  test('what went on is told in a line, in both languages', () => {
    expect(note({ type: 'sat', seat: 'red', by: 'staff:plain' })).toBe('The computer plays RED from now on.');
    expect(note({ type: 'clock_ran_out', turn: 3 }, 'da')).toContain('træk 3');
    expect(note({ type: 'thrown', sides: 6, faces: [2, 5] })).toContain('2d6 behind your screen: 2, 5');
    expect(note({ type: 'begun', dice_hash: 'x' })).toBeUndefined();
    for (const type of ['linked', 'undo_asked', 'undo_answered', 'undone', 'paused', 'rematch']) {
      for (const lang of ['en', 'da'] as const) expect(note({ type, seat: 'red', by: 'red', turn: 1 }, lang), type).not.toMatch(/[{}]|undefined/);
    }
  });
  test('the time that is left never goes below none', () => {
    expect([leftOf(61_000), leftOf(59_001), leftOf(0), leftOf(-5000), leftOf(3_661_000)]).toEqual(['1:01', '1:00', '0:00', '0:00', '1:01:01']);
  });
});

const unit = (id: string, arm: string) => ({ id, arm, side: id.slice(0, 1), place: [0, 0], facing: 0, front: 10, outline: [], presence: 'here' });
const view = { units: [unit('b1', 'infantry'), unit('b2', 'artillery')], friends: [], enemies: [unit('r1', 'infantry')], to_move: ['blue', 'red'], generals: [], couriers: [] };
const event = (number: number, what: string, moment: number, turn = 1, id = 'b1') => ({ number, what, moment, turn, about: { unit: id } });

describe('a film', () => {
  const film = filmOf(view as never, view as never, [event(1, 'fires', 0.2), event(2, 'fires', 0.4, 1, 'b2'), event(3, 'loses', 0.5, 1, 'r1')] as never);
  test('sounds where it fires, a gun as a gun, and each once', () => {
    expect(soundsBetween(film, 0, 0.3)).toEqual(['volley']);
    expect(soundsBetween(film, 0.3, 1)).toEqual(['gun']);
    expect(soundsBetween(film, 0.4, 1)).toEqual([]);
  });
  test('knows the turn that is played, not the one that has come since', () => {
    const both = filmOf({ ...view, to_move: ['blue'] } as never, view as never, [event(1, 'fires', 0, 1), event(2, 'fires', 0, 2)] as never);
    expect([turnAt(both, 0), turnAt(both, both.length)]).toEqual([1, 2]);
  });
});

describe('for whom one waits', () => {
  const seat = (id: string, role: string, by: string) => ({ seat: id, role, by, side: role === 'player' ? id : null });
  const wait = (red: string, umpire: string | undefined, phase: 'orders' | 'running', mine = 'blue') =>
    waitedFor({ seat: mine, seats: [seat('blue', 'player', 'person'), seat('red', 'player', red), ...(umpire ? [seat('umpire', 'umpire', umpire)] : [])] } as never, phase);
  test('a turn that runs waits for the umpire where the others are computers; whose answer it is else is not told', () => {
    expect(wait('staff:plain', 'person', 'running')).toBe('umpireDecides');
    expect(wait('person', 'person', 'running')).toBe('umpireOrOther');
    expect(wait('person', 'person', 'running', 'umpire')).toBe('waitingOthers');
  });
  test('before it runs, or without an umpire, it is as ever', () => {
    expect([wait('person', 'person', 'orders'), wait('person', undefined, 'running')]).toEqual(['waitingOthers', 'waitingOthers']);
    expect([wait('staff:plain', undefined, 'running'), wait('staff:plain', 'nobody', 'orders')]).toEqual(['computerThinks', 'computerThinks']);
  });
});
