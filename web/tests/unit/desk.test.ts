import { describe, expect, test } from 'vitest';
import { Desk } from '../../src/table/desk.svelte';

const unit = (id: string) => ({ id, place: [0, 0], written: null });
const asked = (id: string) => ({ unit: id, may: ['stand', 'move'] });

function deskOf(units: string[], asks: string[], generals: string[] = []): Desk {
  const about = { turn: 1, units: asks.map(asked), generals: [], couriers: [] };
  return new Desk({ prompts: [{ seat: 'blue', what: 'orders', about, default: {} }], view: { units: units.map(unit), friends: [], enemies: [], generals: generals.map((id) => ({ id })), couriers: [] } } as never);
}

describe('the desk', () => {
  test('steps through units without an order from the first on, either way, and round', () => {
    const desk = deskOf(['b1', 'b2', 'b3'], ['b1', 'b2', 'b3']);
    expect([desk.next(), desk.next(), desk.next(), desk.next()]).toEqual(['b1', 'b2', 'b3', 'b1']);
    expect([desk.next(true), desk.next(true)]).toEqual(['b3', 'b2']);
    desk.choose([]);
    expect(desk.next(true)).toBe('b3');
  });
  test('leaders whose commands are ordered may act, and then no unit is to be chosen', () => {
    const commands = deskOf(['b11', 'b12'], ['dupas', 'hulot'], ['dupas', 'hulot', 'morand']);
    expect([commands.riders, commands.leadersOnly]).toEqual([['dupas', 'hulot'], true]);
    expect([deskOf(['b11'], ['b11'], ['dupas']).riders, deskOf(['b11'], ['b11']).leadersOnly]).toEqual([[], false]);
  });
});
