import { describe, expect, test } from 'vitest';
import { between, filled, fitting, held, panned, refitted, roundLength, showing, toGround, TOOLS, toScreen, whole, zoomed } from '../../src/table/camera';

const table = { width: 1200, depth: 1000 };
const size = { width: 900, height: 700 };

describe('the camera', () => {
  test('a place and its dot belong together, north up', () => {
    const camera = { middle: [400, 300] as const, scale: 0.8 };
    const [x, y] = toScreen(camera, size, [500, 420]);
    expect(toGround(camera, size, x, y).map(Math.round)).toEqual([500, 420]);
    expect(toScreen(camera, size, [400, 310])[1]).toBeLessThan(toScreen(camera, size, [400, 300])[1]);
  });
  test('the whole table fits into the window, below the tools', () => {
    for (const window of [size, { width: 360, height: 384 }, { width: 820, height: 580 }, { width: 2000, height: 1300 }]) {
      const camera = whole(table, window);
      for (const corner of [[0, 0], [1200, 1000]] as const) {
        const [x, y] = toScreen(camera, window, corner);
        expect(x >= 0 && x <= window.width && y >= TOOLS && y <= window.height).toBe(true);
      }
      expect(camera.scale).toBe(fitting(table, window));
    }
  });
  test('a window that becomes smaller still shows the whole table to whoever saw it, and leaves whoever had come nearer where he was', () => {
    const low = { width: size.width, height: size.height - 60 };
    expect(refitted(whole(table, size), table, size, low)).toEqual(whole(table, low));
    const near = zoomed(whole(table, size), size, 2, 100, 100);
    expect(refitted(near, table, size, low)).toBe(near);
    const aside = panned(whole(table, size), 30, 0);
    expect(refitted(aside, table, size, low)).toBe(aside);
  });
  test('the ground under the finger stays under it when one zooms', () => {
    const camera = whole(table, size);
    const before = toGround(camera, size, 120, 90);
    const after = toGround(zoomed(camera, size, 2.5, 120, 90), size, 120, 90);
    expect(after.map((each) => each.toFixed(6))).toEqual(before.map((each) => each.toFixed(6)));
  });
  test('the table cannot be lost, nor gone through', () => {
    expect(held(panned(whole(table, size), 9000, 9000), table, size).middle).toEqual([0, 1000]);
    expect(held({ middle: [0, 0], scale: 1e9 }, table, size).scale).toBe(12);
    expect(held({ middle: [0, 0], scale: 1e-9 }, table, size).scale).toBeGreaterThan(0.1);
  });
  test('what is to be seen is brought beside what covers the window', () => {
    const camera = showing([[100, 100], [300, 200]], size, { left: 300, right: 0, top: 0, bottom: 0 }, 3);
    for (const place of [[100, 100], [300, 200]] as const) expect(toScreen(camera, size, place)[0]).toBeGreaterThan(300);
  });
  test('a unit at the edge of the table is shown without half a window of nothing behind it', () => {
    for (const window of [size, { width: 360, height: 384 }, { width: 2000, height: 1300 }]) {
      for (const place of [[30, 20], [1190, 990], [600, 10]] as const) {
        const camera = filled(showing([place], window, { left: 20, right: 20, top: 60, bottom: 50 }, fitting(table, window) * 2.2), table, window);
        const [[left, bottom], [right, top], [x, y]] = [toScreen(camera, window, [0, 0]), toScreen(camera, window, [1200, 1000]), toScreen(camera, window, place)];
        expect([left <= 40.5, right >= window.width - 40.5, bottom >= window.height - 40.5, top <= TOOLS + 0.5], `${place}`).toEqual([true, true, true, true]);
        expect(x >= 0 && x <= window.width && y >= 0 && y <= window.height).toBe(true);
      }
    }
    // A table that is smaller than the window stands in its middle.
    expect(filled({ middle: [0, 0], scale: 0.1 }, table, size).middle[0]).toBeCloseTo(600);
  });
  test('a glide begins and ends where it should', () => {
    const [from, to] = [whole(table, size), { middle: [100, 100] as const, scale: 4 }];
    expect(between(from, to, 0).scale).toBeCloseTo(from.scale);
    expect(between(from, to, 1).scale).toBeCloseTo(4);
  });
  test('scale bars are round numbers', () => {
    expect(roundLength(0.7, 150)).toBe(200);
    expect(roundLength(7, 150)).toBe(20);
  });
});
