import { describe, expect, test } from 'vitest';
import { meets, placed, type Wanted } from '../../src/table/labels';

function unit(id: string, x: number, y: number, weight = 0): Wanted {
  return { id, body: { left: x, right: x + 40, top: y, bottom: y + 10 }, width: 80, height: 16, weight, above: false };
}

describe('names', () => {
  test('of regiments shoulder to shoulder do not cover each other or a body', () => {
    const wanted = Array.from({ length: 30 }, (_, place) => unit(`u${place}`, (place % 10) * 44, Math.floor(place / 10) * 60));
    const found = placed(wanted);
    const boxes = found.map((each) => ({ left: each.x - 40, right: each.x + 40, top: each.top, bottom: each.top + 16 }));
    for (const [place, box] of boxes.entries()) {
      expect(boxes.slice(place + 1).some((other) => meets(box, other))).toBe(false);
      const own = found[place]?.id;
      expect(wanted.some((each) => each.id !== own && meets(each.body, box))).toBe(false);
    }
    expect(found.length).toBeGreaterThan(8);
  });
  test('the one that is chosen comes before its neighbour', () => {
    const [left, right] = [unit('a', 0, 0), unit('b', 30, 0, 4)];
    expect(placed([left, right])[0]?.id).toBe('b');
    expect(placed([unit('a', 0, 0, 4), unit('b', 30, 0)])[0]?.id).toBe('a');
  });
});
