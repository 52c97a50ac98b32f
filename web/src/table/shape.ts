// Bodies on the ground: turned, carried, hit. Bearings are degrees from north, clockwise.
import type { At } from '../games/types';

export function distance(a: At, b: At): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function bearing(from: At, to: At): number {
  const degrees = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

export function beyond(from: At, degrees: number, metres: number): At {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(angle) * metres, from[1] + Math.cos(angle) * metres];
}

/** Degrees from one bearing to another, right positive, at most 180. */
export function turn(from: number, to: number): number {
  const by = (((to - from) % 360) + 360) % 360;
  return by > 180 ? by - 360 : by;
}

/** A body carried from one stand to another, like a piece of card. */
export function carried(outline: readonly At[], from: { place: At; facing: number }, to: { place: At; facing: number }): At[] {
  const angle = ((to.facing - from.facing) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return outline.map(([x, y]): At => {
    const [dx, dy] = [x - from.place[0], y - from.place[1]];
    return [to.place[0] + dx * cos + dy * sin, to.place[1] - dx * sin + dy * cos];
  });
}

export function centre(outline: readonly At[]): At {
  let [x, y] = [0, 0];
  for (const place of outline) {
    x += place[0];
    y += place[1];
  }
  return [x / Math.max(1, outline.length), y / Math.max(1, outline.length)];
}

/** Does the ring hold the place? */
export function holds(ring: readonly At[], [x, y]: At): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [ax, ay] = ring[i] as At;
    const [bx, by] = ring[j] as At;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** How far a place is from a line between two others. */
export function fromLine(place: At, a: At, b: At): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length));
  return distance(place, [a[0] + dx * share, a[1] + dy * share]);
}

/** How far a place is from a body; nothing when it is inside. */
export function fromBody(place: At, outline: readonly At[]): number {
  if (outline.length === 0) return Infinity;
  if (holds(outline, place)) return 0;
  let least = Infinity;
  for (let i = 0; i < outline.length; i += 1) {
    least = Math.min(least, fromLine(place, outline[i] as At, outline[(i + 1) % outline.length] as At));
  }
  return least;
}

/** Where the way of waypoints is at a moment, with the facing there; nothing outside it. */
export function along(way: readonly { moment: number; place: At; facing: number }[], moment: number): { place: At; facing: number } | undefined {
  const first = way[0];
  const last = way[way.length - 1];
  if (!first || !last || moment < first.moment || moment > last.moment) return undefined;
  for (let i = 1; i < way.length; i += 1) {
    const [a, b] = [way[i - 1] as (typeof way)[number], way[i] as (typeof way)[number]];
    if (moment > b.moment) continue;
    const share = b.moment === a.moment ? 1 : (moment - a.moment) / (b.moment - a.moment);
    return {
      place: [a.place[0] + (b.place[0] - a.place[0]) * share, a.place[1] + (b.place[1] - a.place[1]) * share],
      facing: a.facing + turn(a.facing, b.facing) * share,
    };
  }
  return { place: last.place, facing: last.facing };
}
