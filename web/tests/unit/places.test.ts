import { describe, expect, test } from 'vitest';
import type { Brush, Frame } from '../../src/table/frame';
import { meets, type Box } from '../../src/table/labels';
import { layPlaces } from '../../src/table/places';

const size = { width: 360, height: 400 };
const brush = { large: 1, context: { measureText: (words: string) => ({ width: words.length * 6 }) } } as unknown as Brush;
/** A table of a metre a dot. */
function frame(names: { words: string; at: [number, number]; lean?: number; size?: number }[], flags: [number, number][] = []): Frame {
  const board = { width: 360, names: names.map((name) => ({ lean: 0, size: 5, ink: '#000', ...name })) };
  return { scene: { board, view: { objectives: flags.map((place) => ({ place })) } }, camera: { scale: 1 }, size, see: (place: [number, number]) => [...place] } as unknown as Frame;
}
const found = (names: Parameters<typeof frame>[0], bodies: Box[] = [], flags: [number, number][] = []) => layPlaces(brush, frame(names, flags), bodies);

describe('names of places', () => {
  test('stand beside a unit and beside a flag, not under them', () => {
    const body = { left: 150, right: 210, top: 190, bottom: 205 };
    const [beside] = found([{ words: 'Moss Carr', at: [180, 200] }], [body]);
    expect(beside && meets(beside.box, body)).toBe(false);
    expect(Math.abs((beside?.y ?? 0) - 200)).toBeLessThan(40);
    const [flagged] = found([{ words: 'Ligny', at: [180, 200] }], [], [[180, 200]]);
    expect(flagged?.y).toBeGreaterThan(208);
  });
  test('stay under the units that stand everywhere, and on their road', () => {
    const everywhere = { left: 0, right: 360, top: 0, bottom: 400 };
    expect(found([{ words: 'Ligny', at: [180, 200] }], [everywhere])[0]?.y).toBe(200);
    expect(found([{ words: 'to Ashby', at: [180, 200], lean: -10 }], [{ left: 170, right: 190, top: 190, bottom: 210 }])[0]?.y).toBe(200);
  });
  test('are whole in the window, none over another, and the small ones wait', () => {
    const [edge] = found([{ words: 'Gallows Wood', at: [355, 200] }]);
    expect(edge?.box.right).toBeLessThanOrEqual(360);
    const two = found([{ words: 'Ligny', at: [180, 200], size: 6 }, { words: 'Brye', at: [182, 201] }]);
    expect(two.length).toBe(2);
    expect(meets(two[0]?.box as Box, two[1]?.box as Box)).toBe(false);
    expect(found([{ words: 'a lane', at: [180, 200], size: 0.5 }])).toEqual([]);
  });
});
