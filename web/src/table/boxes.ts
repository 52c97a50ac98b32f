// Boxes round bodies, on the ground and in the window.
import type { At } from '../games/types';
import type { Box } from './labels';
import type { Piece } from './pieces';
import { beyond, centre } from './shape';

/** The length of a base along its front. */
export function sideOf(base: readonly At[]): number {
  const [a, b] = base;
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

/** A small block for a unit that is too far away to show its body. */
export function symbolOf(piece: Pick<Piece, 'outline' | 'facing'>, width: number): At[] {
  const middle = centre(piece.outline);
  const [half, deep] = [width / 2, width / 3.2];
  const right = (at: At, by: number) => beyond(at, piece.facing + 90, by);
  const front = beyond(middle, piece.facing, deep);
  const rear = beyond(middle, piece.facing, -deep);
  return [right(front, -half), right(front, half), right(rear, half), right(rear, -half)];
}

/** The box round a body, square to its front: its four corners from the front's left on, clockwise. */
export function boxOf(outline: readonly At[], facing: number): At[] {
  const angle = (facing * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of outline) {
    const [across, ahead] = [x * cos - y * sin, x * sin + y * cos];
    west = Math.min(west, across);
    east = Math.max(east, across);
    south = Math.min(south, ahead);
    north = Math.max(north, ahead);
  }
  const at = (across: number, ahead: number): At => [across * cos + ahead * sin, -across * sin + ahead * cos];
  return [at(west, north), at(east, north), at(east, south), at(west, south)];
}

/** The box round dots of the window. */
export function boxAround(dots: readonly (readonly [number, number])[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of dots) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
