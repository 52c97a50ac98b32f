import { describe, expect, test } from 'vitest';
import { alike, byHand, turn, wheeled } from '../../src/games/hand';
import type { ByHand, Pattern } from '../../src/games/types';

const unit = { place: [500, 500] as [number, number], facing: 0, front: 100, formation: 'line', outline: [[450, 500], [550, 500], [550, 480], [450, 480]] as [number, number][] };
const steps = (...all: object[]) => ({ do: 'order', unit: 'b1', order: { kind: 'move', steps: all } });
const pattern = (more: Partial<Omit<Pattern, 'action'>> & { action: object }) => ({ left: false, minus: false, ...more }) as unknown as Pattern;
const hand = {
  unit: 'b1', each: 10, reach: 12,
  march: [
    pattern({ action: steps({ step: 'ahead', cm: 10 }), ahead: '/order/steps/0/cm' }),
    pattern({ action: steps({ step: 'wheel', degrees: 35 }, { step: 'ahead', cm: 10 }), wheel: '/order/steps/0/degrees', ahead: '/order/steps/1/cm' }),
    pattern({ action: steps({ step: 'wheel', degrees: -35 }, { step: 'ahead', cm: 10 }), wheel: '/order/steps/0/degrees', ahead: '/order/steps/1/cm', left: true, minus: true }),
    pattern({ action: steps({ step: 'wheel', degrees: -35 }), wheel: '/order/steps/0/degrees', left: true, minus: true }),
  ],
  charge: [pattern({ action: { ...steps({ step: 'ahead', cm: 10 }), target: 'somebody' }, ahead: '/order/steps/0/cm', at: '/target' })],
} as unknown as ByHand;

describe('a drag in a turn by mail', () => {
  test('straight on is one line, no longer than the march', () => {
    const near = byHand(unit, hand, { place: [500, 560] });
    expect(near?.action).toEqual(steps({ step: 'ahead', cm: 6 }));
    expect(near?.preview.ends?.place.map(Math.round)).toEqual([500, 560]);
    expect(near?.preview.ends?.moment).toBeCloseTo(0.5);
    expect(byHand(unit, hand, { place: [500, 900] })?.action).toEqual(steps({ step: 'ahead', cm: 12 }));
    // What was left open in the file is as it was.
    expect(hand.march[0]?.action).toEqual(steps({ step: 'ahead', cm: 10 }));
  });
  test('to one side the line wheels about its wing until the place lies ahead; to the left its degrees have a minus', () => {
    for (const side of [1, -1]) {
      const found = byHand(unit, hand, { place: [500 + side * 40, 570] });
      const [wheel, ahead] = (found?.action as unknown as ReturnType<typeof steps>).order.steps as [{ degrees: number }, { cm: number }];
      expect(Math.sign(wheel.degrees)).toBe(side);
      expect(ahead.cm).toBeLessThanOrEqual(12);
      const [east, north] = found?.preview.ends?.place ?? [0, 0];
      expect(Math.hypot(east - 500 - side * 40, north - 570)).toBeLessThan(6);
    }
    expect(wheeled(unit, 90).map(Math.round)).toEqual([550, 550]);
    expect(turn(350, 10)).toBe(20);
  });
  test('a handle wheels it where it stands, an enemy is charged by name, and what the drill has no order for is none', () => {
    expect(byHand(unit, hand, { facing: 330 })?.action).toEqual(steps({ step: 'wheel', degrees: -30 }));
    expect(byHand(unit, hand, { facing: 30 })).toBeUndefined();
    expect(byHand(unit, hand, { place: [500, 560], charge: 'r1' })?.action).toEqual({ ...steps({ step: 'ahead', cm: 6 }), target: 'r1' });
    expect(byHand(unit, hand, {})).toBeUndefined();
  });
  test('two actions are alike whatever stands in them that says nothing', () => {
    expect(alike({ do: 'order', order: { kind: 'fire', at: 'r1', held: false, with: null } }, { order: { at: 'r1', kind: 'fire' }, do: 'order' })).toBe(true);
    expect(alike({ do: 'order', order: { kind: 'fire', at: 'r1' } }, { do: 'order', order: { kind: 'fire', at: 'r2' } })).toBe(false);
  });
});
