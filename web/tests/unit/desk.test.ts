import { describe, expect, test } from 'vitest';
import { Desk } from '../../src/table/desk.svelte';

const unit = (id: string) => ({ id, place: [0, 0], written: null });
const asked = (id: string) => ({ unit: id, may: ['stand', 'move'] });

function deskOf(units: string[], asks: string[], generals: string[] = [], actions: { who: string; may: string[] }[] = []): Desk {
  const about = { turn: 1, units: asks.map(asked), generals: [], couriers: [], actions };
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
  test('shows the way of an order as it is written: overruled by the umpire it is another, taken back it is none', async () => {
    const asked: unknown[] = [];
    const order = (id: string, kind: string | null) => ({ id, place: [0, 0], written: kind && { kind } });
    const orders = { tag: 'kind', kinds: [] };
    const session = {
      prompts: [],
      view: { units: [order('b1', 'move'), order('b2', null)], friends: [], enemies: [], generals: [], couriers: [] },
      story: { declared: { actions: { tag: 'do', kinds: [{ word: 'order', fields: [{ name: 'unit', kind: 'own_unit' }, { name: 'order', kind: 'one_of', of: orders }] }] }, orders } },
      seat: { preview: async (action: object) => ({ of: asked.push(action) }) },
    };
    const desk = new Desk(session as never);
    await desk.follow();
    await desk.follow();
    expect([asked, [...desk.given.keys()]]).toEqual([[{ do: 'order', unit: 'b1', order: { kind: 'move' } }], ['b1']]);
    session.view = { ...session.view, units: [order('b1', 'stand'), order('b2', 'move')] };
    const following = desk.follow();
    // The way that no longer holds is gone at once.
    expect([...desk.given.keys()]).toEqual([]);
    await following;
    expect([asked.length, [...desk.given.keys()]]).toEqual([3, ['b1', 'b2']]);
    session.view = { ...session.view, units: [order('b1', null), order('b2', 'move')] };
    await desk.follow();
    expect([asked.length, [...desk.given.keys()]]).toEqual([3, ['b2']]);
  });
  test('leaders whose commands are ordered may act, and then no unit is to be chosen', () => {
    const commands = deskOf(['b11', 'b12'], ['dupas', 'hulot'], ['dupas', 'hulot', 'morand']);
    expect([commands.riders, commands.leadersOnly]).toEqual([['dupas', 'hulot'], true]);
    expect([deskOf(['b11'], ['b11'], ['dupas']).riders, deskOf(['b11'], ['b11']).leadersOnly]).toEqual([[], false]);
    const actions = [{ who: 'hulot', may: [] }, { who: 'dupas', may: ['ride'] }, { who: 'b11', may: ['detach'] }];
    expect(deskOf(['b11'], ['b11'], ['dupas', 'hulot'], actions).riders).toEqual(['dupas']);
  });
  test('a turn by mail made by an older program tells nothing of actions beside orders', () => {
    const desk = deskOf(['b11', 'b12'], ['dupas'], ['dupas', 'hulot'], null as never);
    expect([desk.riders, desk.actionsWith('hulot')]).toEqual([['dupas'], undefined]);
  });
});
