// A turn as it came: where every body was at each moment, what was fired, who lost. Pure, so that it can be tested.
//
// Where both sides move at once an event's time is its moment of the turn. Where they move one after the other the events follow each other, each for as long as
// it takes to see.
import { allUnits, isHere, type At, type Told, type UnitShown, type View, type Waypoint } from '../games/types';
import type { Mark, Smoke } from './frame';
import { pieceOf, type Piece } from './pieces';
import { along, carried } from './shape';

export interface Cue {
  event: Told;
  from: number;
  to: number;
  /** When the first moment of its turn is, where all move at once. */
  begins: number;
}

export interface Film {
  before: View;
  after: View;
  cues: Cue[];
  length: number;
  /** Seconds that the whole of it takes at the usual pace. */
  seconds: number;
}

/** A way that is walked takes so much of a film in which things follow each other, and anything else so much. */
const WAY = 0.5;
const WORD = 0.12;
/** A turn in which all move at once takes so many seconds. */
const SECONDS = 9;
/** However much has happened, it is seen in so many. */
const MOST_SECONDS = 40;
/** Whoever goes somewhere by no way takes so much of a turn for it. */
const GLIDE = 0.1;
const SMOKE = 0.07;
const MARK = 0.1;

const FIRES = /fire|canister|bombard|volley|shot/;
const LOSES = /lose|loss/;

/** Does this event tell of a fire? */
export function isFire(event: Told): boolean {
  return FIRES.test(event.what);
}

function stretchesOf(event: Told): Waypoint[][] {
  return (event.way ?? []).filter((stretch) => stretch.length > 0);
}

/** Is there anything to see between two views: a way, dice, or somebody who stands elsewhere? Not every rule set tells ways. */
export function isSeen(before: View, after: View, events: readonly Told[]): boolean {
  if (events.some((event) => event.way !== undefined || event.unfolded !== undefined)) return true;
  const old = new Map(allUnits(before).filter(isHere).map((unit) => [unit.id, unit]));
  return allUnits(after).filter(isHere).some((unit) => {
    const stood = old.get(unit.id);
    return stood !== undefined && (stood.place[0] !== unit.place[0] || stood.place[1] !== unit.place[1] || stood.facing !== unit.facing);
  });
}

/** Where a stretch of a way begins and ends. */
function spanOf(event: Told): [number, number] {
  const all = stretchesOf(event).flat();
  return [Math.min(event.moment, ...all.map((point) => point.moment)), Math.max(event.moment, ...all.map((point) => point.moment))];
}

/** Do all sides move at once in this view? */
export function isSimultaneous(view: View): boolean {
  const sides = new Set(allUnits(view).map((unit) => unit.side));
  return view.to_move.length > 1 || (view.to_move.length === 0 && sides.size > 1);
}

export function filmOf(before: View, after: View, events: readonly Told[]): Film {
  const cues: Cue[] = [];
  if (isSimultaneous(before)) return atOnce(before, after, events);
  let time = 0;
  for (const event of events) {
    const long = stretchesOf(event).some((stretch) => stretch.length > 1) ? WAY : WORD;
    cues.push({ event, from: time, to: time + long, begins: 0 });
    time += long;
  }
  return { before, after, cues, length: Math.max(time, 0.01), seconds: Math.min(MOST_SECONDS, Math.max(1, time * 2.4)) };
}

/** A film in which all move at once: each turn takes one measure of time. Whoever has not seen a turn to its end sees the next one after it. */
function atOnce(before: View, after: View, events: readonly Told[]): Film {
  const turns = [...new Set(events.map((event) => event.turn))].sort((a, b) => a - b);
  const cues = events.map((event): Cue => {
    const begins = Math.max(0, turns.indexOf(event.turn));
    const ways = stretchesOf(event).length > 0;
    const [from, to] = ways ? spanOf(event) : [event.moment, event.moment];
    return { event, from: begins + from, to: begins + to, begins };
  });
  cues.sort((a, b) => a.begins - b.begins || a.event.moment - b.event.moment || a.event.number - b.event.number);
  const length = Math.max(1, turns.length);
  return { before, after, cues, length, seconds: Math.min(MOST_SECONDS, length * (cues.some((cue) => cue.event.way) ? SECONDS : 5)) };
}

/** The film with what has come since. Where all move at once what came in the same turn is seen from its first moment. */
export function longer(film: Film, after: View, events: readonly Told[]): Film {
  const known = new Set(film.cues.map((cue) => cue.event));
  return filmOf(film.before, after, [...film.cues.map((cue) => cue.event).sort((a, b) => a.number - b.number), ...events.filter((event) => !known.has(event))]);
}

/**
 * The film that goes on with what has come, and the time from which that is to be seen; nothing where it is a film of its own. Where all move at once the
 * next part of a turn goes on only if its moments do: some rule sets play a turn phase by phase, and every phase from its first moment.
 */
export function goingOn(film: Film, playing: boolean, after: View, events: readonly Told[]): { film: Film; from: number } | undefined {
  const [last, first] = [film.cues[film.cues.length - 1], events[0]];
  if (!last || !first) return undefined;
  const joined = { film: longer(film, after, events), from: film.length };
  if (last.event.turn !== first.turn) return playing ? joined : undefined;
  if (!isSimultaneous(film.before)) return playing || film.before !== film.after ? joined : undefined;
  const begins = Math.min(...events.map((event) => event.moment));
  const ended = Math.max(...film.cues.filter((cue) => cue.begins === last.begins).map((cue) => cue.event.moment));
  return begins > 0 && begins >= ended && film.before !== film.after ? { ...joined, from: last.begins + begins } : undefined;
}

/** The moment of an event's own way at a time of the film. */
function momentAt(film: Film, cue: Cue, time: number): number {
  if (isSimultaneous(film.before)) return time - cue.begins;
  const [from, to] = spanOf(cue.event);
  const share = cue.to === cue.from ? 1 : (time - cue.from) / (cue.to - cue.from);
  return from + (to - from) * Math.min(1, Math.max(0, share));
}

function about(event: Told, field: 'unit' | 'other'): string | undefined {
  const id = event.about[field];
  return typeof id === 'string' ? id : undefined;
}

interface Pose {
  place: At;
  facing: number;
}

/** Where a unit is at a time, by its ways; nothing where it went unseen or did not go. */
function poseAt(film: Film, cues: readonly Cue[], time: number, first: Pose | undefined): Pose | undefined {
  let pose = first;
  for (const cue of cues) {
    if (time < cue.from) break;
    const moment = momentAt(film, cue, time);
    for (const stretch of stretchesOf(cue.event)) {
      const [begin, end] = [stretch[0], stretch[stretch.length - 1]];
      if (!begin || !end || moment < begin.moment) break;
      pose = moment > end.moment ? end : (along(stretch, moment) ?? pose);
    }
  }
  return pose;
}

/** When a unit's shape becomes the one it ends with: when it is told to form, or when its way ends. */
function reshaped(cues: readonly Cue[]): number {
  const forms = cues.find((cue) => cue.event.about['formation'] !== undefined);
  return forms?.from ?? cues[cues.length - 1]?.to ?? 0;
}

/** The events in words that a film has not told at a time. */
export function comingIn(film: Film, time: number): Told[] {
  return film.cues.filter((cue) => cue.from > time && cue.event.what !== 'marched').map((cue) => cue.event);
}

/** The turn that is played at a time of the film; that of its beginning before anything has happened. */
export function turnAt(film: Film, time: number): number | undefined {
  return (film.cues.findLast((cue) => cue.from <= time) ?? film.cues[0])?.event.turn;
}

export interface Still {
  pieces: Piece[];
  smoke: Smoke[];
  marks: Mark[];
  /** The events up to now. */
  told: number;
}

/** The table at a time of the film. */
export function stillAt(film: Film, time: number): Still {
  const old = new Map(allUnits(film.before).filter(isHere).map((unit) => [unit.id, unit]));
  const fresh = new Map(allUnits(film.after).filter(isHere).map((unit) => [unit.id, unit]));
  const own = new Set([...film.before.units, ...film.after.units].map((unit) => unit.id));
  const byUnit = new Map<string, Cue[]>();
  for (const cue of film.cues) {
    const id = about(cue.event, 'unit');
    if (id !== undefined) byUnit.set(id, [...(byUnit.get(id) ?? []), cue]);
  }
  const pieces: Piece[] = [];
  const places = new Map<string, Piece>();
  for (const id of new Set([...old.keys(), ...fresh.keys()])) {
    const piece = pieceAt(film, time, byUnit.get(id) ?? [], old.get(id), fresh.get(id), own.has(id));
    if (!piece) continue;
    pieces.push(piece);
    places.set(id, piece);
  }
  const shown = film.cues.filter((cue) => cue.from <= time);
  return { pieces, ...effects(film, time, shown, places), told: shown.length };
}

/** When somebody who is not seen in the end was seen last: where his last stretch ends, or with the last that is told of him. */
function lastSeen(film: Film, cues: readonly Cue[], walks: readonly Cue[]): number {
  const last = walks[walks.length - 1];
  const told = cues.filter((cue) => !walks.includes(cue)).at(-1)?.to ?? 0;
  if (!last) return told || film.length * 0.98;
  const end = stretchesOf(last.event).at(-1)?.at(-1)?.moment ?? 1;
  return Math.max(told, isSimultaneous(film.before) ? last.begins + end : last.to);
}

/** Rules that tell no ways: who stands elsewhere afterwards goes straight there when it is told of him, or in the whole of the turn when nothing is. */
function glided(film: Film, cues: readonly Cue[], time: number, old: UnitShown | undefined, fresh: UnitShown | undefined): Pose | undefined {
  if (!old || !fresh) return old ?? fresh;
  const all = isSimultaneous(film.before);
  const told = cues.findLast((cue) => !isFire(cue.event) && !LOSES.test(cue.event.what)) ?? cues[0];
  // Where all move at once a moment is when it is over: he goes there in the little while before.
  const from = all ? (told ? Math.max(told.begins, told.from - GLIDE) : 0) : (told?.from ?? film.length);
  const to = all ? (told ? Math.max(told.from, from + GLIDE) : film.length) : (told?.to ?? film.length);
  const way = [{ moment: from, place: old.place, facing: old.facing }, { moment: to, place: fresh.place, facing: fresh.facing }];
  return time <= from ? old : (along(way, time) ?? fresh);
}

function pieceAt(film: Film, time: number, cues: readonly Cue[], old: UnitShown | undefined, fresh: UnitShown | undefined, own: boolean): Piece | undefined {
  const walks = cues.filter((cue) => stretchesOf(cue.event).length > 0);
  const done = time >= film.length;
  // Who was not seen before comes into sight with his way, or at the end; who is not seen after goes with his last.
  if (!old && !(walks[0] ? time >= walks[0].from : done)) return undefined;
  if (!fresh && (done || time > lastSeen(film, cues, walks))) return undefined;
  const shape = fresh && (!old || done || (old.formation !== fresh.formation && time >= reshaped(cues))) ? fresh : (old ?? fresh);
  if (!shape) return undefined;
  if (done && fresh) return pieceOf(fresh, own);
  // Who comes to the table late has not seen how it stood before: then a way tells where it began.
  const start = film.before === film.after ? (walks.map((cue) => stretchesOf(cue.event)[0]?.[0]).find((point) => point !== undefined) ?? old) : old;
  const pose = (walks.length === 0 ? glided(film, cues, time, old, fresh) : poseAt(film, walks, time, start)) ?? shape;
  const base = pieceOf(shape, own);
  if (pose.place[0] === shape.place[0] && pose.place[1] === shape.place[1] && pose.facing === shape.facing) return { ...base, ordered: false };
  return {
    ...base,
    ordered: false,
    place: pose.place,
    facing: pose.facing,
    outline: carried(shape.outline, shape, pose),
    bases: (shape.bases ?? []).map((ring) => carried(ring, shape, pose)),
  };
}

function effects(film: Film, time: number, shown: readonly Cue[], places: ReadonlyMap<string, Piece>): { smoke: Smoke[]; marks: Mark[] } {
  const smoke: Smoke[] = [];
  const marks: Mark[] = [];
  const scale = isSimultaneous(film.before) ? 1 : 2.5;
  for (const { event, from } of shown) {
    const piece = places.get(about(event, 'unit') ?? '');
    if (!piece) continue;
    const age = (time - from) / scale;
    if (isFire(event) && age < SMOKE) {
      smoke.push({ from: piece.place, to: places.get(about(event, 'other') ?? '')?.place, facing: piece.facing, front: piece.front, age: age / SMOKE });
    }
    if (age >= MARK) continue;
    const lost = event.about['men'] ?? event.about['figures'] ?? event.about['bases'] ?? event.about['horses'];
    if (LOSES.test(event.what) && typeof lost === 'number') marks.push({ place: piece.place, text: `−${lost}`, colour: '#a8322a', age: age / MARK });
    const order = event.about['order'];
    if (typeof order === 'string') marks.push({ place: piece.place, text: order, colour: '#a8322a', age: age / MARK });
  }
  return { smoke, marks };
}
