import { describe, expect, test } from 'vitest';
import { merged, tokenIn, type KeptGame } from '../../src/games/kept';
import { pause } from '../../src/games/live';

const game = (over: Partial<KeptGame>): KeptGame => ({ game: 'g1', title: 'T', rules: 'r', opened: 1, seats: [], ...over });

describe('games this browser knows', () => {
  test('a seat is added and none is lost; links stay', () => {
    const first = merged([], game({ seats: [{ seat: 'blue', token: 'a' }], links: [{ seat: 'red', token: 'b' }] }));
    const [both] = merged(first, game({ seats: [{ seat: 'red', token: 'b' }], opened: 2 }));
    expect(both?.seats.map((seat) => seat.seat)).toEqual(['red', 'blue']);
    expect(both?.links).toHaveLength(1);
    expect(merged(first, game({ game: 'g2' })).map((each) => each.game)).toEqual(['g2', 'g1']);
  });
  test('a link made anew takes the place of the old one', () => {
    const first = merged([], game({ seats: [{ seat: 'blue', token: 'old' }] }));
    expect(merged(first, game({ seats: [{ seat: 'blue', token: 'new' }] }))[0]?.seats).toEqual([{ seat: 'blue', token: 'new' }]);
  });
  test('the secret is found in whatever is pasted', () => {
    const token = 'abcdefghijklmnopqrstuvwx23';
    expect(tokenIn(`http://192.168.1.4:1815/#/game/${token} `)).toBe(token);
    expect(tokenIn(token)).toBe(token);
    expect(tokenIn('http://example.org/')).toBeUndefined();
  });
  test('a lost connection is tried again ever more seldom, and never gives up', () => {
    expect([0, 1, 2, 9].map(pause)).toEqual([500, 1000, 2000, 10_000]);
  });
});
