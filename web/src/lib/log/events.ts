// What happens to a roster, as a list of events. A roster is the sum of its events: they are only added, never changed, and merging two
// copies is putting both lists together. Each event carries a Lamport clock (later than everything its author had seen), so that every
// copy puts them into the same order.
import type { Value, Values } from '../api';
import { RANKS, type Leader, type Rank, type Side } from '../roster';

/** A unit as it joins the roster. */
export interface Joining {
  id: string;
  name: string;
  side: Side;
  figures: number;
  men?: number;
  properties: Values;
  leader?: string;
  comes?: number;
  notes?: string;
}

/** What a result does to one unit. Losses add up; a property becomes what was written last. */
export interface Booked {
  unit: string;
  men?: number;
  /** The same in figures, where the rules count losses so. */
  figures?: number;
  set?: Values;
}

/** What of a unit can be changed by hand; `null` takes it away. */
export interface Fields {
  name?: string;
  side?: Side;
  figures?: number;
  men?: number | null;
  leader?: string | null;
  comes?: number | null;
  notes?: string;
  /** Its place among its fellows. */
  place?: number;
}

export type Deed =
  | { kind: 'begin'; rules: string; name: string; start: number; sides?: Partial<Record<Side, string>> }
  | { kind: 'title'; name?: string; start?: number; sides?: Partial<Record<Side, string>> }
  | { kind: 'units'; units: Joining[] }
  | { kind: 'change'; unit: string; fields?: Fields; set?: Values }
  | { kind: 'remove'; unit: string }
  /** A result, or losses recorded by hand. `outcome` holds what its sentence needs. */
  | { kind: 'book'; units: Booked[]; procedure?: string; dice?: number[]; rules?: string[]; outcome?: Values }
  /** So many of its figures have been taken off the table in all. */
  | { kind: 'off'; unit: string; to: number }
  | { kind: 'leaders'; leaders: Leader[] }
  | { kind: 'leader'; leader: string; fields: { name?: string; rank?: Rank; superior?: string | null; fallen?: boolean } }
  /** The turn that begins. Two who call it at the same time call the same one. */
  | { kind: 'turn'; to: number }
  | { kind: 'phase'; to: string }
  | { kind: 'acted'; unit: string; phase: string }
  | { kind: 'note'; text: string }
  /** Takes an event back; an event of this kind can be taken back too. */
  | { kind: 'undo'; of: string };

/** An event: who made it and when, and what happened. */
export type Happening = Deed & { id: string; clock: number; turn: number };

/** Bounds of what a roster takes in; the server has the same. */
export const LIMITS = { name: 80, notes: 300, text: 500, figures: 1000, men: 1_000_000, turn: 10_000, clock: 1_000_000_000, properties: 60, units: 400, dice: 400 } as const;

/** The same order everywhere: by clock, and by name where two clocks agree. */
export function inOrder(one: Happening, other: Happening): number {
  return one.clock - other.clock || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

type Raw = Record<string, unknown>;
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const ID = /^[a-z0-9]{1,24}(?:-[a-z0-9]{1,8})?$/;
const WORD = /^[A-Za-z0-9_.-]{1,60}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);
const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isNumber = (value: unknown, least: number, most: number): value is number => typeof value === 'number' && value >= least && value <= most;
const isWhole = (value: unknown, least: number, most: number): value is number => isNumber(value, least, most) && Number.isInteger(value);
const isSide = (value: unknown): value is Side => value === 'blue' || value === 'red';
const maybe = (value: unknown, holds: (value: unknown) => boolean): boolean => value === undefined || holds(value);
const orNull = (value: unknown, holds: (value: unknown) => boolean): boolean => value === undefined || value === null || holds(value);
const within = (value: Raw, keys: readonly string[]): boolean => Object.keys(value).every((key) => keys.includes(key));

function isPlain(value: unknown): value is Value {
  return value === null || typeof value === 'boolean' || isNumber(value, -1e9, 1e9) || isText(value, 200);
}

/** Properties of a unit: names with plain values. */
function isProperties(value: unknown): value is Values {
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= LIMITS.properties && entries.every(([key, each]) => isWord(key) && isPlain(each));
}

/** What a sentence needs of an outcome: plain values, lists and groups of them, not deep and not many. */
function isOutcome(value: unknown, depth = 0): boolean {
  if (depth > 4) return false;
  if (isPlain(value)) return true;
  if (Array.isArray(value)) return value.length <= 100 && value.every((each) => isOutcome(each, depth + 1));
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= LIMITS.properties && entries.every(([key, each]) => isWord(key) && isOutcome(each, depth + 1));
}

function isSides(value: unknown): boolean {
  return isObject(value) && within(value, ['blue', 'red']) && Object.values(value).every((name) => isText(name, LIMITS.name));
}

function isJoining(value: unknown): value is Joining {
  return (
    isObject(value) &&
    within(value, ['id', 'name', 'side', 'figures', 'men', 'properties', 'leader', 'comes', 'notes']) &&
    isId(value['id']) &&
    isText(value['name'], LIMITS.name) &&
    isSide(value['side']) &&
    isWhole(value['figures'], 0, LIMITS.figures) &&
    maybe(value['men'], (men) => isNumber(men, 0, LIMITS.men)) &&
    isProperties(value['properties']) &&
    maybe(value['leader'], isId) &&
    maybe(value['comes'], (turn) => isWhole(turn, 0, LIMITS.turn)) &&
    maybe(value['notes'], (notes) => isText(notes, LIMITS.notes))
  );
}

function isFields(value: unknown): boolean {
  return (
    isObject(value) &&
    within(value, ['name', 'side', 'figures', 'men', 'leader', 'comes', 'notes', 'place']) &&
    maybe(value['name'], (name) => isText(name, LIMITS.name)) &&
    maybe(value['side'], isSide) &&
    maybe(value['figures'], (figures) => isWhole(figures, 0, LIMITS.figures)) &&
    orNull(value['men'], (men) => isNumber(men, 0, LIMITS.men)) &&
    orNull(value['leader'], isId) &&
    orNull(value['comes'], (turn) => isWhole(turn, 0, LIMITS.turn)) &&
    maybe(value['notes'], (notes) => isText(notes, LIMITS.notes)) &&
    maybe(value['place'], (place) => isNumber(place, -1e6, 1e6))
  );
}

function isBooked(value: unknown): boolean {
  return (
    isObject(value) &&
    within(value, ['unit', 'men', 'figures', 'set']) &&
    isId(value['unit']) &&
    maybe(value['men'], (men) => isNumber(men, -LIMITS.men, LIMITS.men)) &&
    maybe(value['figures'], (figures) => isNumber(figures, -LIMITS.figures, LIMITS.figures)) &&
    maybe(value['set'], isProperties)
  );
}

function isLeader(value: unknown): boolean {
  return (
    isObject(value) &&
    within(value, ['id', 'name', 'side', 'rank', 'superior', 'fallen']) &&
    isId(value['id']) &&
    isText(value['name'], LIMITS.name) &&
    isSide(value['side']) &&
    RANKS.some((rank) => rank === value['rank']) &&
    maybe(value['superior'], isId) &&
    typeof value['fallen'] === 'boolean'
  );
}

function isLeaderFields(value: unknown): boolean {
  return (
    isObject(value) &&
    within(value, ['name', 'rank', 'superior', 'fallen']) &&
    maybe(value['name'], (name) => isText(name, LIMITS.name)) &&
    maybe(value['rank'], (rank) => RANKS.some((each) => each === rank)) &&
    orNull(value['superior'], isId) &&
    maybe(value['fallen'], (fallen) => typeof fallen === 'boolean')
  );
}

const isList = (value: unknown, most: number, holds: (each: unknown) => boolean): boolean => Array.isArray(value) && value.length <= most && value.every(holds);
const isStart = (value: unknown): boolean => isWhole(value, 0, 24 * 60 - 1);

/** What each kind of event must be: its own fields, and what holds for them. */
const KINDS: Record<Deed['kind'], { keys: readonly string[]; holds: (event: Raw) => boolean }> = {
  begin: {
    keys: ['rules', 'name', 'start', 'sides'],
    holds: (event) => isWord(event['rules']) && isText(event['name'], LIMITS.name) && isStart(event['start']) && maybe(event['sides'], isSides),
  },
  title: {
    keys: ['name', 'start', 'sides'],
    holds: (event) => maybe(event['name'], (name) => isText(name, LIMITS.name)) && maybe(event['start'], isStart) && maybe(event['sides'], isSides),
  },
  units: { keys: ['units'], holds: (event) => isList(event['units'], LIMITS.units, isJoining) },
  change: { keys: ['unit', 'fields', 'set'], holds: (event) => isId(event['unit']) && maybe(event['fields'], isFields) && maybe(event['set'], isProperties) },
  remove: { keys: ['unit'], holds: (event) => isId(event['unit']) },
  book: {
    keys: ['units', 'procedure', 'dice', 'rules', 'outcome'],
    holds: (event) =>
      isList(event['units'], 20, isBooked) &&
      maybe(event['procedure'], isWord) &&
      maybe(event['dice'], (dice) => isList(dice, LIMITS.dice, (die) => isWhole(die, 0, 1000))) &&
      maybe(event['rules'], (rules) => isList(rules, 40, (rule) => isText(rule, 60))) &&
      maybe(event['outcome'], (outcome) => isObject(outcome) && isOutcome(outcome)),
  },
  off: { keys: ['unit', 'to'], holds: (event) => isId(event['unit']) && isWhole(event['to'], 0, LIMITS.figures) },
  leaders: { keys: ['leaders'], holds: (event) => isList(event['leaders'], LIMITS.units, isLeader) },
  leader: { keys: ['leader', 'fields'], holds: (event) => isId(event['leader']) && isLeaderFields(event['fields']) },
  turn: { keys: ['to'], holds: (event) => isWhole(event['to'], 1, LIMITS.turn) },
  phase: { keys: ['to'], holds: (event) => isWord(event['to']) },
  acted: { keys: ['unit', 'phase'], holds: (event) => isId(event['unit']) && isWord(event['phase']) },
  note: { keys: ['text'], holds: (event) => isText(event['text'], LIMITS.text) },
  undo: { keys: ['of'], holds: (event) => isId(event['of']) },
};

/** Reads an event that comes from outside: a file, the browser's store, another tab, the network. Whatever is not one is left out. */
export function readEvent(value: unknown): Happening | undefined {
  if (!isObject(value)) return undefined;
  const { id, clock, turn, kind } = value;
  if (!isId(id) || !isWhole(clock, 1, LIMITS.clock) || !isWhole(turn, 1, LIMITS.turn) || typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return undefined;
  const { keys, holds } = KINDS[kind as Deed['kind']];
  if (!within(value, ['id', 'clock', 'turn', 'kind', ...keys]) || !holds(value)) return undefined;
  return value as unknown as Happening;
}

/** The events of a list that are events. */
export function readEvents(list: unknown): Happening[] {
  return Array.isArray(list) ? list.flatMap((each) => readEvent(each) ?? []) : [];
}
