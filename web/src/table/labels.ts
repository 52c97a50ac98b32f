// The names of units: each near its unit, none over another, the important ones first. A name that finds no room is left out until one comes nearer.
import { TOOLS, type Size } from './camera';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Wanted {
  id: string;
  /** The body, in dots. */
  body: Box;
  width: number;
  height: number;
  /** Those of higher weight are placed first. */
  weight: number;
  /** Its front is below: then the name goes above first. */
  above: boolean;
}

export interface Placed {
  id: string;
  /** The middle of the name, and its top. */
  x: number;
  top: number;
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function holds(window: Box, box: Box): boolean {
  return box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom;
}

/** A coarse net over the window, so that each box is compared only with those near it. */
class Net {
  private readonly cells = new Map<number, Box[]>();
  private static readonly CELL = 96;

  private each(box: Box, work: (key: number) => boolean | undefined): boolean {
    const { CELL } = Net;
    for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); x += 1) {
      for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); y += 1) {
        if (work((x + 512) * 4096 + y + 512)) return true;
      }
    }
    return false;
  }

  add(box: Box): void {
    this.each(box, (key) => {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
      return undefined;
    });
  }

  hit(box: Box, except?: Box): boolean {
    return this.each(box, (key) => this.cells.get(key)?.some((other) => other !== except && meets(other, box)));
  }
}

/** Dots by which the scales are moved along until they cover nobody; in a great window more, so that no more than some hundred spots are tried. */
const stepIn = ({ width, height }: Size) => Math.max(16, Math.max(width, height) / 40);

/** Where the scales may stand, the best first: in the corners below, then anywhere along the lower edge, then ever higher, up to the tools. */
export function* scaleSpots(size: Size, wide: number, high: number): Generator<Box> {
  const step = stepIn(size);
  const last = Math.max(0, size.width - wide);
  for (let bottom = size.height; bottom - high >= TOOLS || bottom === size.height; bottom -= step) {
    const spot = (left: number): Box => ({ left, right: left + wide, top: bottom - high, bottom });
    yield spot(0);
    yield spot(last);
    for (let left = step; left < last; left += step) yield spot(left);
  }
}

/** The spot for something that would cover whatever stands there: the first of these boxes that is free; none when bodies stand in all of them. */
export function freeOf(spots: Iterable<Box>, bodies: readonly Box[]): Box | undefined {
  for (const spot of spots) if (!bodies.some((body) => meets(spot, body))) return spot;
  return undefined;
}

/** Dots that are left free between a name and what is beside it. */
const GAP = 3;

/**
 * The name of a place at the edge of the window, pushed back until it is whole. None when its place is outside, or when there is no room for it:
 * a name that is cut off is read by nobody.
 */
export function pushedBack(window: Box, { x, y }: { x: number; y: number }, across: number, down: number): { x: number; y: number } | undefined {
  if (!meets(window, { left: x, right: x, top: y, bottom: y })) return undefined;
  const [halfWide, halfHigh] = [across / 2 + GAP, down / 2 + GAP];
  if (2 * halfWide > window.right - window.left || 2 * halfHigh > window.bottom - window.top) return undefined;
  const into = (at: number, least: number, most: number) => Math.min(most, Math.max(least, at));
  return { x: into(x, window.left + halfWide, window.right - halfWide), y: into(y, window.top + halfHigh, window.bottom - halfHigh) };
}

interface Spot {
  x: number;
  top: number;
}

/** The spots a name may go to, the best first: under its unit or over it, in the middle or flush with one of its ends, then beside it, then one line farther off. */
function spotsOf({ body, width, height, above }: Wanted): Spot[] {
  const middle = (body.left + body.right) / 2;
  const [flushLeft, flushRight] = [body.left + width / 2, body.right - width / 2];
  const [under, over] = [body.bottom + GAP, body.top - height - GAP];
  const tops = above ? [over, under] : [under, over];
  const beside = (body.top + body.bottom - height) / 2;
  const farther = above ? [over - height, under + height] : [under + height, over - height];
  return [
    ...tops.map((top) => ({ x: middle, top })),
    ...tops.flatMap((top) => [flushLeft, flushRight].map((x) => ({ x, top }))),
    ...[body.right + GAP + width / 2, body.left - GAP - width / 2].map((x) => ({ x, top: beside })),
    ...farther.map((top) => ({ x: middle, top })),
  ];
}

/** Spots for a name that would reach over the edge of the window: pushed back until it is whole, as long as it stays with its unit. */
function pushedInto(window: Box, wanted: Wanted): Spot[] {
  const half = (wanted.width + GAP) / 2;
  const { body } = wanted;
  if (!meets(window, body)) return [];
  const [left, right] = [window.left + half, window.right - half];
  // A name that is longer than the window is wide has no room anywhere.
  if (left > right) return [];
  const into = (x: number) => Math.min(right, Math.max(left, x));
  return spotsOf(wanted)
    .filter(({ x }) => into(x) !== x && into(x) - half < body.right && into(x) + half > body.left)
    .map(({ x, top }) => ({ x: into(x), top }));
}

/**
 * Where each name goes. No name lies over another, over a body or over what is `taken`. What is only `avoided` (names of places, ways of orders) it lies over when
 * there is no other room. Inside the window it is whole: one that is cut off at the edge is read by nobody.
 */
export function placed(wanted: readonly Wanted[], taken: readonly Box[] = [], avoided: readonly Box[] = [], window?: Box): Placed[] {
  const [bodies, names, soft] = [new Net(), new Net(), new Net()];
  for (const each of wanted) bodies.add(each.body);
  for (const box of taken) names.add(box);
  for (const box of avoided) soft.add(box);
  const found: Placed[] = [];
  for (const each of [...wanted].sort((a, b) => b.weight - a.weight)) {
    const free = [...spotsOf(each), ...(window ? pushedInto(window, each) : [])].filter(({ x, top }) => {
      const box = boxAt(each, x, top);
      return (!window || holds(window, box)) && !names.hit(box) && !bodies.hit(box);
    });
    const best = free.find(({ x, top }) => !soft.hit(boxAt(each, x, top))) ?? free[0];
    if (!best) continue;
    names.add(boxAt(each, best.x, best.top));
    found.push({ id: each.id, ...best });
  }
  return found;
}

function boxAt({ width, height }: Wanted, x: number, top: number): Box {
  return { left: x - width / 2 - GAP / 2, right: x + width / 2 + GAP / 2, top, bottom: top + height };
}
