// A drag of the hand in a turn by mail, where no engine is at hand: the drill's orders stand in the file with their numbers left open, and are filled in here.
// The way is shown as it is ordered, over open ground; what lies in it shows when the reply is brought in.
import type { Value, Values } from '../lib/api';
import type { Action, At, ByHand, Pattern, Preview, UnitShown, Waypoint } from './types';

/** A change of direction smaller than this many degrees is not worth a wheel. */
const STRAIGHT = 2;

export interface HandWish {
  place?: At | undefined;
  facing?: number | undefined;
  charge?: string | undefined;
}

export interface ByTheHand {
  action: Action;
  preview: Preview;
}

type Spot = [number, number];
type Body = Pick<UnitShown, 'place' | 'facing' | 'front' | 'outline' | 'formation'>;

/** Degrees from one bearing to another, right positive. */
export function turn(from: number, to: number): number {
  const by = (((to - from) % 360) + 360) % 360;
  return by > 180 ? by - 360 : by;
}

function bearing(from: At, to: At): number {
  return ((Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI + 360) % 360;
}

function beyond(from: At, degrees: number, metres: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(angle) * metres, from[1] + Math.cos(angle) * metres];
}

/** The middle of the front after it has wheeled about its inner wing. */
export function wheeled({ place, facing, front }: Pick<Body, 'place' | 'facing' | 'front'>, degrees: number): Spot {
  const inner = facing + (degrees > 0 ? 90 : -90);
  return beyond(beyond(place, inner, front / 2), inner + 180 + degrees, front / 2);
}

/** The wheel after which a place lies straight ahead of the front's middle. */
function wheelTowards(unit: Body, to: At): number {
  let by = turn(unit.facing, bearing(unit.place, to));
  for (let step = 0; step < 12; step += 1) by = turn(unit.facing, bearing(wheeled(unit, by), to));
  return by;
}

const far = (from: At, to: At) => Math.hypot(to[0] - from[0], to[1] - from[1]);

/** What is written into an order: a length in its measure, and degrees. */
interface Way {
  ahead: number | undefined;
  wheel: number | undefined;
}

function wayTo(unit: Body, wish: HandWish, { each, reach }: ByHand): Way | undefined {
  const grain = each > 1 ? 10 : 1;
  const long = (metres: number) => Math.min(Math.round((metres / each) * grain) / grain, reach ?? Infinity);
  const to = wish.place;
  if (to === undefined || far(unit.place, to) * grain < each) {
    const by = wish.facing === undefined ? 0 : Math.round(turn(unit.facing, wish.facing));
    return Math.abs(by) > STRAIGHT ? { ahead: undefined, wheel: by } : undefined;
  }
  const off = turn(unit.facing, bearing(unit.place, to));
  if (Math.abs(off) <= STRAIGHT) return { ahead: long(far(unit.place, to)), wheel: undefined };
  const by = wheelTowards(unit, to);
  return { ahead: long(far(wheeled(unit, by), to)), wheel: Math.round(by) };
}

/** A copy with another value at a JSON pointer. */
function withAt(value: Value, pointer: string, put: Value): Value {
  const [, head, ...rest] = pointer.split('/');
  if (head === undefined) return put;
  const left = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (Array.isArray(value)) return value.map((each, place) => (String(place) === head ? withAt(each, left, put) : each));
  if (typeof value !== 'object' || value === null) return value;
  const name = head.replaceAll('~1', '/').replaceAll('~0', '~');
  return { ...value, [name]: withAt(value[name] ?? null, left, put) };
}

function filled(pattern: Pattern, way: Way, at: string | undefined): Action {
  let action: Value = pattern.action;
  if (pattern.ahead != null && way.ahead !== undefined) action = withAt(action, pattern.ahead, way.ahead);
  if (pattern.wheel != null && way.wheel !== undefined) action = withAt(action, pattern.wheel, pattern.minus ? way.wheel : Math.abs(way.wheel));
  if (pattern.at != null && at !== undefined) action = withAt(action, pattern.at, at);
  return action as Action;
}

/** The way as it is ordered, and where it ends. */
function walked(unit: Body, way: Way, { each, reach }: ByHand): Preview {
  const path: Waypoint[] = [{ moment: 0, place: [...unit.place], facing: unit.facing }];
  const whole = reach ?? Infinity;
  let place: Spot = [...unit.place];
  let [facing, gone] = [unit.facing, 0];
  const come = () => path.push({ moment: Math.min(1, gone / whole), place, facing });
  if (way.wheel !== undefined) {
    place = wheeled({ place, facing, front: unit.front }, way.wheel);
    facing = (facing + way.wheel + 360) % 360;
    gone += (unit.front / each) * Math.abs((way.wheel * Math.PI) / 180);
    come();
  }
  if (way.ahead !== undefined) {
    // What the wheel has taken of the march is not left for the way.
    const length = Math.max(0, Math.min(way.ahead, whole - gone));
    place = beyond(place, facing, length * each);
    gone += way.ahead;
    come();
  }
  const outline = unit.outline.map((corner) => beyond(place, bearing(unit.place, corner) + facing - unit.facing, far(unit.place, corner)));
  const ends = { moment: Math.min(1, gone / whole), place, facing, formation: unit.formation, outline };
  return { path, ends, not_reached: [], meets: [], ground: [], sums: [] };
}

/** The order that a drag comes to; none where the drill has none of this shape. */
export function byHand(unit: Body, hand: ByHand, wish: HandWish): ByTheHand | undefined {
  const way = wayTo(unit, wish, hand);
  if (!way) return undefined;
  const patterns = wish.charge === undefined ? hand.march : hand.charge;
  const fits = (pattern: Pattern) => (pattern.ahead != null) === (way.ahead !== undefined) && (pattern.wheel != null) === (way.wheel !== undefined) && (way.wheel === undefined || pattern.left === way.wheel < 0);
  const pattern = patterns.find(fits);
  return pattern && { action: filled(pattern, way, wish.charge), preview: walked(unit, way, hand) };
}

/** What is left of an action without what says nothing: two that order the same are then alike. */
function bare(value: Value): Value {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const says = (each: Value) => each !== null && each !== false && each !== '' && !(Array.isArray(each) && each.length === 0);
  const kept = Object.entries(value).filter(([, each]) => says(each));
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, bare(each)]));
}

/** Do two actions order the same? */
export function alike(one: Values, other: Values): boolean {
  return JSON.stringify(bare(one)) === JSON.stringify(bare(other));
}
