import { describe, expect, test } from 'vitest';
import { packed } from '../../src/lib/paper';

describe('tables on paper', () => {
  const rows = (sizes: [number, number][], width: number) => packed(sizes.map(([width, height]) => ({ width, height })), width);
  test('each stands once, the tall beside the tall', () => {
    // A narrow tall one before a wide one: the second tall one comes up beside the first.
    expect(rows([[70, 60], [170, 10], [100, 90]], 180)).toEqual([2, 0, 1]);
    expect(rows([[50, 10], [50, 10], [50, 10]], 180)).toEqual([0, 1, 2]);
  });
  test('one that is wider than the paper has a row of its own', () => {
    expect(rows([[200, 5], [20, 3]], 180)).toEqual([0, 1]);
  });
});
