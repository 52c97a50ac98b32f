// The camera over the table: which metre of ground is at which dot of the window. Pure, so that it can be tested.
import type { At } from '../games/types';

export interface Size {
  width: number;
  height: number;
}

export interface Camera {
  /** The place in the middle of the window. */
  readonly middle: At;
  /** Dots a metre. */
  readonly scale: number;
}

export interface Table {
  width: number;
  depth: number;
}

/** Of the free room, so much is left round the table when it is shown whole. */
const MARGIN = 0.04;
/** A metre is never more dots than this. */
const NEAREST = 12;

/** Dots at the upper edge of the window, where the tools are: no unit is to stand behind them when the table is shown whole. */
export const TOOLS = 50;

/** The scale at which the whole table fits below the tools. */
export function fitting(table: Table, size: Size): number {
  return Math.min(size.width / table.width, Math.max(1, size.height - TOOLS) / table.depth) * (1 - 2 * MARGIN);
}

export function whole(table: Table, size: Size): Camera {
  const scale = fitting(table, size);
  return { middle: [table.width / 2, table.depth / 2 + TOOLS / 2 / scale], scale };
}

/** The camera in a window that has become larger or smaller: whoever saw the whole table sees the whole of it still. */
export function refitted(camera: Camera, table: Table, before: Size, now: Size): Camera {
  const was = whole(table, before);
  const near = (one: number, other: number) => Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other));
  const saw = near(camera.scale, was.scale) && near(camera.middle[0], was.middle[0]) && near(camera.middle[1], was.middle[1]);
  return saw ? whole(table, now) : camera;
}

export function toScreen(camera: Camera, size: Size, [x, y]: At): [number, number] {
  return [size.width / 2 + (x - camera.middle[0]) * camera.scale, size.height / 2 - (y - camera.middle[1]) * camera.scale];
}

export function toGround(camera: Camera, size: Size, x: number, y: number): At {
  return [camera.middle[0] + (x - size.width / 2) / camera.scale, camera.middle[1] - (y - size.height / 2) / camera.scale];
}

/** Neither farther out than the whole table nor nearer than a man is wide, and some of the table stays in the window. */
export function held(camera: Camera, table: Table, size: Size): Camera {
  const least = fitting(table, size) * 0.6;
  const scale = Math.min(NEAREST, Math.max(least, camera.scale));
  const within = (at: number, extent: number) => Math.min(extent, Math.max(0, at));
  return { scale, middle: [within(camera.middle[0], table.width), within(camera.middle[1], table.depth)] };
}

/** Dots of the world beyond the table that are shown at its edges when the page itself moves the camera: names stand there. */
const BEYOND = 40;

/** Moved so far that no more than an edge of the world beyond the table is in the window: a unit at the table's edge is not shown with half a window of nothing behind it. */
export function filled(camera: Camera, table: Table, size: Size): Camera {
  const { scale } = camera;
  /** Between the two ends where there is more table than window, else in the middle. */
  const along = (at: number, extent: number, window: number, before: number, after: number) => {
    const [least, most] = [window / 2 / scale - before / scale, extent - window / 2 / scale + after / scale];
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
  };
  const east = along(camera.middle[0], table.width, size.width, BEYOND, BEYOND);
  return { scale, middle: [east, along(camera.middle[1], table.depth, size.height, BEYOND, TOOLS)] };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, middle: [camera.middle[0] - dx / camera.scale, camera.middle[1] + dy / camera.scale] };
}

/** Nearer by a factor; the ground under this dot stays where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, x: number, y: number): Camera {
  const fixed = toGround(camera, size, x, y);
  const scale = Math.min(NEAREST, camera.scale * factor);
  return { scale, middle: [fixed[0] - (x - size.width / 2) / scale, fixed[1] + (y - size.height / 2) / scale] };
}

/** The camera that shows all these places, with room at each edge (in dots) that other things cover. */
export function showing(places: readonly At[], size: Size, cover: { left: number; right: number; top: number; bottom: number }, nearest: number): Camera {
  const xs = places.map((place) => place[0]);
  const ys = places.map((place) => place[1]);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(40, size.width - cover.left - cover.right);
  const height = Math.max(40, size.height - cover.top - cover.bottom);
  const scale = Math.min(nearest, (width * 0.86) / Math.max(1, east - west), (height * 0.86) / Math.max(1, north - south));
  const middle: At = [(west + east) / 2 - (cover.left - cover.right) / 2 / scale, (south + north) / 2 + (cover.top - cover.bottom) / 2 / scale];
  return { scale, middle };
}

/** On the way from one camera to another, `share` of it. The scale changes evenly to the eye. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    scale: from.scale * (to.scale / from.scale) ** share,
    middle: [mix(from.middle[0], to.middle[0]), mix(from.middle[1], to.middle[1])],
  };
}

const STEPS = [1, 2, 5];

/** The longest round number of something that is at most so many dots long. */
export function roundLength(dotsEach: number, most: number): number {
  let best = 1e-3;
  for (let power = -3; power < 7; power += 1) {
    for (const step of STEPS) {
      const length = step * 10 ** power;
      if (length * dotsEach <= most) best = length;
    }
  }
  return best;
}
