import { describe, expect, test } from 'vitest';
import type { Film } from '../../src/games/types';
import { lossesOf } from '../../src/table/report';

const unit = (id: string, now: number, more: object = {}) => ({ id, side: 'blue', strength: { now, first: 30 }, ...more });
const view = (...units: object[]) => ({ units, friends: [], enemies: [] });

describe('the losses of a battle', () => {
  test('leave out who has gone back to his regiment, whose figures are counted there, and keep who has left the table', () => {
    const film = { turns: [{ view: view(unit('regiment', 30), unit('skirmishers', 5), unit('squadron', 9)) }], last: view(unit('regiment', 24), unit('skirmishers', 0, { presence: 'joined' }), unit('squadron', 3, { presence: 'left' })) } as unknown as Film;
    expect(lossesOf(film).map(({ unit: each, after, away }) => [each.id, after, away])).toEqual([['squadron', 3, 'left'], ['regiment', 24, undefined]]);
  });
});
