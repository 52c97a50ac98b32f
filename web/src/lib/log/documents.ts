// Rosters as files, and rosters of older editions, which were documents.
import { newId } from '../ids';
import type { Leader, Roster, Side, Unit } from '../roster';
import { readEvent, readEvents, type Deed, type Happening } from './events';

/** What is written to a file: all events, and the state they make, which other programs read. */
export function documentOf(roster: Roster, events: readonly Happening[]): unknown {
  const { name, rules, turn, start, units, leaders, sideNames } = roster;
  return { format: 'krigsspil-roster', version: 2, name, rules, turn, start, units, leaders, sideNames, events };
}

interface OldRoster {
  name: string;
  rules: string;
  turn: number;
  start: number;
  units: Unit[];
  leaders?: Leader[];
  sideNames?: Partial<Record<Side, string>>;
}

const ID = /^[a-z0-9]{1,24}$/;

/** What would have happened to make this roster. */
export function deedsOf(old: OldRoster): Deed[] {
  // An id that is none of ours gets a new one.
  const ids = new Map<string, string>();
  const own = (id: string): string => {
    if (ID.test(id)) return id;
    const made = ids.get(id) ?? newId();
    ids.set(id, made);
    return made;
  };
  const leaders = (old.leaders ?? []).map((leader) => ({ ...leader, id: own(leader.id), ...(leader.superior ? { superior: own(leader.superior) } : {}) }));
  const units = old.units.map(({ lostMen: _, removedFigures: __, place: ___, leader, ...unit }) => ({ ...unit, id: own(unit.id), ...(leader ? { leader: own(leader) } : {}) }));
  const lost = old.units.filter((unit) => unit.lostMen > 0).map((unit) => ({ unit: own(unit.id), men: unit.lostMen }));
  const deeds: Deed[] = [{ kind: 'begin', rules: old.rules, name: old.name, start: Math.floor(old.start) % 1440, ...(old.sideNames ? { sides: old.sideNames } : {}) }];
  if (leaders.length > 0) deeds.push({ kind: 'leaders', leaders });
  for (let from = 0; from < units.length; from += 400) deeds.push({ kind: 'units', units: units.slice(from, from + 400) });
  for (let from = 0; from < lost.length; from += 20) deeds.push({ kind: 'book', units: lost.slice(from, from + 20) });
  for (const unit of old.units) if (unit.removedFigures > 0) deeds.push({ kind: 'off', unit: own(unit.id), to: unit.removedFigures });
  if (old.turn > 1) deeds.push({ kind: 'turn', to: old.turn });
  return deeds;
}

/** Why a file is not a roster: a word of the page. */
export type BadFile = 'notJson' | 'notARoster' | 'brokenRoster';

export class NotARoster extends Error {
  constructor(readonly why: BadFile) {
    super(why);
  }
}

/** A clock far ahead of all others leaves no room for what comes after it: nobody who wrote what happened as it happened has one. */
const MOST_AHEAD = 10_000;
function clocksAreTrue(events: readonly Happening[]): boolean {
  const clocks = events.map((event) => event.clock).toSorted((one, other) => one - other);
  return clocks.every((clock, place) => clock <= (clocks[place - 1] ?? 0) + MOST_AHEAD);
}

/** A file's rules and what happened, or why it is none. A single broken event makes the file broken: nothing is left out without a word. */
export function readDocument(text: string): { rules: string; events: Happening[] } | { rules: string; deeds: Deed[] } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new NotARoster('notJson');
  }
  const document = read as Partial<OldRoster> & { events?: unknown };
  if (typeof read !== 'object' || read === null || typeof document.rules !== 'string' || typeof document.name !== 'string') throw new NotARoster('notARoster');
  if (Array.isArray(document.events)) {
    const events = readEvents(document.events);
    const begins = events.find((event) => event.kind === 'begin');
    if (events.length !== document.events.length || begins?.kind !== 'begin' || begins.rules !== document.rules || !clocksAreTrue(events)) throw new NotARoster('brokenRoster');
    return { rules: document.rules, events };
  }
  return { rules: document.rules, deeds: fromOld(document) };
}

/** The deeds of an older document, each checked like an event that comes from outside. */
export function fromOld(document: unknown): Deed[] {
  let deeds: Deed[];
  try {
    deeds = deedsOf(document as OldRoster);
  } catch {
    throw new NotARoster('brokenRoster');
  }
  const sound = deeds.every((deed, place) => readEvent({ ...deed, id: `x-${place}`, clock: place + 1, turn: 1 }) !== undefined);
  if (!sound) throw new NotARoster('brokenRoster');
  return deeds;
}
