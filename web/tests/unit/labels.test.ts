import { describe, expect, test } from 'vitest';
import { freeOf, meets, placed, pushedBack, scaleSpots, type Wanted } from '../../src/table/labels';

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
  test('go to the side when there is no room above or below, and over the name of a place only then', () => {
    const alone = unit('a', 100, 100);
    const rows = [unit('b', 100, 80), unit('c', 100, 120), unit('d', 60, 80), unit('e', 140, 80), unit('f', 60, 120), unit('g', 140, 120)];
    const beside = placed([{ ...alone, weight: 9 }, ...rows])[0];
    expect(beside?.id).toBe('a');
    expect(Math.abs((beside?.x ?? 0) - 120)).toBeGreaterThan(40);
    const under = placed([alone])[0];
    const place = { left: 80, right: 160, top: 112, bottom: 130 };
    const over = placed([alone], [], [place])[0];
    expect([under?.top, over?.top]).toEqual([113, 81]);
    const edge = placed([{ ...alone, width: 200 }], [], [], { left: 90, right: 900, top: 0, bottom: 900 })[0];
    expect((edge?.x ?? 0) - 100).toBeGreaterThanOrEqual(0);
    const everywhere = { left: -500, right: 500, top: -500, bottom: 500 };
    expect(placed([alone], [], [everywhere])).toEqual(placed([alone]));
    expect(placed([alone], [everywhere])).toEqual([]);
  });
  test('keep off the edge of the table where they can', () => {
    const low = unit('low', 100, 100);
    const edge = { left: 0, right: 400, top: 119, bottom: 121 };
    expect(placed([low], [], [edge])[0]?.top).toBe(81);
  });
  test('of the scales’ corners the one is taken in which nobody stands; none where both are taken', () => {
    const [left, right] = [{ left: 0, right: 120, top: 360, bottom: 400 }, { left: 240, right: 360, top: 360, bottom: 400 }];
    const wagon = { left: 40, right: 60, top: 300, bottom: 380 };
    expect(freeOf([left, right], [])).toBe(left);
    expect(freeOf([left, right], [wagon])).toBe(right);
    expect(freeOf([left, right], [wagon, right])).toBeUndefined();
  });
  test('the scales find room between the units when both corners are taken, and above it when all of the lower edge is', () => {
    const size = { width: 360, height: 400 };
    const spots = [...scaleSpots(size, 140, 40)];
    for (const { left, right, top, bottom } of spots) expect(left >= 0 && right <= 360 && top >= 50 && bottom <= 400).toBe(true);
    expect(spots.slice(0, 2).map((each) => each.left)).toEqual([0, 220]);
    const [west, east] = [{ left: 10, right: 90, top: 370, bottom: 390 }, { left: 270, right: 350, top: 370, bottom: 390 }];
    const between = freeOf(spots, [west, east]);
    expect([between?.bottom, (between?.left ?? 0) >= 90, (between?.right ?? 999) <= 270]).toEqual([400, true, true]);
    expect(freeOf(spots, [{ left: 0, right: 360, top: 380, bottom: 390 }])?.bottom).toBeLessThanOrEqual(380);
    // A window that is narrower than the scales has them at its left edge.
    expect([...scaleSpots({ width: 100, height: 400 }, 140, 40)][0]?.left).toBe(0);
  });
  test('are whole at the edge of the window: pushed back, or left out', () => {
    const window = { left: 0, right: 360, top: 0, bottom: 400 };
    const boxOf = (each: { x: number; top: number } | undefined, width: number) => ({ left: (each?.x ?? 0) - width / 2, right: (each?.x ?? 0) + width / 2, top: each?.top ?? 0, bottom: (each?.top ?? 0) + 16 });
    // A squadron at the right edge, with a long name and neighbours under and over it: flush with neither of its ends there is room.
    const edge: Wanted = { id: 'edge', body: { left: 300, right: 330, top: 200, bottom: 220 }, width: 200, height: 16, weight: 0, above: false };
    const near = [unit('under', 100, 222, 2), unit('over', 100, 190, 2)];
    for (const others of [[], near]) {
      const found = placed([edge, ...others], [], [], window).find((each) => each.id === 'edge');
      const box = boxOf(found, 200);
      expect(found).toBeDefined();
      expect([box.left >= 0, box.right <= 360, meets(box, edge.body)]).toEqual([true, true, false]);
    }
    // Half outside the window, on the left: it is pushed to the right.
    const half = { ...edge, body: { left: -20, right: 10, top: 200, bottom: 220 } };
    expect(boxOf(placed([half], [], [], window)[0], 200).left).toBeGreaterThanOrEqual(0);
    // Nobody reads a name that is wider than the window, nor that of a unit outside it.
    expect(placed([{ ...edge, width: 500 }], [], [], window)).toEqual([]);
    expect(placed([{ ...edge, body: { left: 500, right: 540, top: 200, bottom: 220 } }], [], [], window)).toEqual([]);
  });
  test('of places are whole at the edge of the window, too', () => {
    const window = { left: 0, right: 360, top: 0, bottom: 400 };
    const inside = { x: 180, y: 200 };
    expect(pushedBack(window, inside, 120, 20)).toEqual(inside);
    const [right, corner] = [pushedBack(window, { x: 350, y: 200 }, 120, 20), pushedBack(window, { x: 2, y: 399 }, 40, 90)];
    expect((right?.x ?? 999) + 60).toBeLessThanOrEqual(360);
    expect(right?.y).toBe(200);
    expect((corner?.x ?? -999) - 20).toBeGreaterThanOrEqual(0);
    expect((corner?.y ?? 999) + 45).toBeLessThanOrEqual(400);
    // Whoever's place is outside, or who is wider than the window, is left out.
    expect(pushedBack(window, { x: 380, y: 200 }, 120, 20)).toBeUndefined();
    expect(pushedBack(window, inside, 400, 20)).toBeUndefined();
  });
  test('the one that is chosen comes before its neighbour', () => {
    const [left, right] = [unit('a', 0, 0), unit('b', 30, 0, 4)];
    expect(placed([left, right])[0]?.id).toBe('b');
    expect(placed([unit('a', 0, 0, 4), unit('b', 30, 0)])[0]?.id).toBe('a');
  });
});
