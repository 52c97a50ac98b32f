// A roster as the sum of its events.
import { SIDES, type Leader, type Roster, type Unit } from '../roster';
import { inOrder, type Booked, type Happening } from './events';

/** Which events have been taken back: the last word on each counts. */
export function takenBack(ordered: readonly Happening[]): Set<string> {
  const gone = new Set<string>();
  for (const event of ordered.toReversed()) {
    if (event.kind === 'undo' && !gone.has(event.id)) gone.add(event.of);
  }
  return gone;
}

class Folding {
  units = new Map<string, Unit>();
  leaders = new Map<string, Leader>();
  name = '';
  rules = '';
  start = 9 * 60;
  turn = 1;
  phase = '';
  acted = new Map<string, Set<string>>();
  sideNames: NonNullable<Roster['sideNames']> = {};

  take(event: Happening): void {
    switch (event.kind) {
      case 'begin':
        this.rules ||= event.rules;
        this.title(event);
        break;
      case 'title':
        this.title(event);
        break;
      case 'units':
        for (const { notes, properties, ...joining } of event.units) {
          // A unit joins once, however often that is said.
          if (this.units.has(joining.id)) continue;
          this.units.set(joining.id, { ...joining, lostMen: 0, removedFigures: 0, properties: { ...properties }, notes: notes ?? '' });
        }
        break;
      case 'change':
        this.change(event);
        break;
      case 'remove':
        this.units.delete(event.unit);
        break;
      case 'book':
        for (const booked of event.units) this.book(booked);
        break;
      case 'off': {
        const unit = this.units.get(event.unit);
        if (unit) this.units.set(unit.id, { ...unit, removedFigures: Math.max(unit.removedFigures, event.to) });
        break;
      }
      case 'leaders':
        for (const leader of event.leaders) if (!this.leaders.has(leader.id)) this.leaders.set(leader.id, { ...leader });
        break;
      case 'leader': {
        const leader = this.leaders.get(event.leader);
        if (leader) this.leaders.set(leader.id, withoutNull({ ...leader, ...event.fields }) as Leader);
        break;
      }
      case 'turn':
        if (event.to > this.turn) {
          this.turn = event.to;
          this.phase = '';
          this.acted = new Map();
        }
        break;
      // Where somebody stood in another turn, and who had acted there, says nothing of this one: he may have been away when it began.
      case 'phase':
        if (event.turn === this.turn) this.phase = event.to;
        break;
      case 'acted': {
        if (event.turn !== this.turn) break;
        const there = this.acted.get(event.phase) ?? [];
        this.acted = new Map(this.acted).set(event.phase, new Set([...there, event.unit]));
        break;
      }
      case 'note':
      case 'undo':
        break;
    }
  }

  private title(event: { name?: string; start?: number; sides?: Roster['sideNames'] }): void {
    this.name = event.name ?? this.name;
    this.start = event.start ?? this.start;
    for (const side of SIDES) {
      const name = event.sides?.[side];
      if (name) this.sideNames[side] = name;
    }
  }

  private change(event: Happening & { kind: 'change' }): void {
    const unit = this.units.get(event.unit);
    if (!unit) return;
    const properties = withoutNull({ ...unit.properties, ...event.set });
    this.units.set(unit.id, withoutNull({ ...unit, ...event.fields, properties }) as unknown as Unit);
  }

  private book({ unit: id, men = 0, set }: Booked): void {
    const unit = this.units.get(id);
    if (!unit) return;
    // Nobody loses less than nothing, whatever was put right.
    const lostMen = Math.max(0, unit.lostMen + men);
    this.units.set(id, { ...unit, lostMen, properties: set ? withoutNull({ ...unit.properties, ...set }) : unit.properties });
  }
}

function withoutNull<T extends object>(values: T): T {
  if (!Object.values(values).includes(null)) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as T;
}

/** Adds events up. Events that come last are only added to what is there; others make it begin anew. */
export class Sum {
  private folding = new Folding();
  private history: Roster['history'] = [];
  private undos: Roster['undos'] = [];
  private last: Happening | undefined;

  constructor(events: readonly Happening[]) {
    const ordered = events.toSorted(inOrder);
    const gone = takenBack(ordered);
    for (const event of ordered) if (!gone.has(event.id)) this.folding.take(event);
    this.history = ordered.filter((event) => event.kind !== 'undo').map((event) => ({ event, gone: gone.has(event.id) }));
    this.undos = ordered.filter((event): event is Happening & { kind: 'undo' } => event.kind === 'undo' && !gone.has(event.id));
    this.last = ordered.at(-1);
  }

  /** Adds events; false if they do not all come last. */
  add(events: readonly Happening[]): boolean {
    const ordered = events.toSorted(inOrder);
    const [first] = ordered;
    if (!first || !this.last || inOrder(this.last, first) > 0 || ordered.some((event) => event.kind === 'undo')) return false;
    // Somebody may have taken back what arrives only now.
    if (this.undos.some((undo) => ordered.some((event) => event.id === undo.of))) return false;
    for (const event of ordered) this.folding.take(event);
    this.history = [...this.history, ...ordered.map((event) => ({ event, gone: false }))];
    this.last = ordered.at(-1);
    return true;
  }

  roster(id: string): Roster {
    const { folding } = this;
    const units = [...folding.units.values()];
    if (units.some((unit) => unit.place !== undefined)) {
      const places = new Map(units.map((unit, index) => [unit.id, unit.place ?? index]));
      units.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
    }
    const { name, rules, turn, phase, acted, start, sideNames } = folding;
    return { id, name, rules, turn, phase, acted, start, units, leaders: [...folding.leaders.values()], sideNames: { ...sideNames }, history: this.history, undos: this.undos };
  }
}

/** The roster that these events make, in whatever order they came, however often. */
export function fold(id: string, events: Iterable<Happening>): Roster {
  const each = new Map<string, Happening>();
  for (const event of events) if (!each.has(event.id)) each.set(event.id, event);
  return new Sum([...each.values()]).roster(id);
}

/** What "undo" takes back: the last event that still holds. The beginning of the roster stays. */
export function lastDone(roster: Roster): Happening | undefined {
  return roster.history.findLast(({ event, gone }) => !gone && event.kind !== 'begin')?.event;
}

/** What "redo" takes back: the last undo, if nothing has happened after it. */
export function lastUndone(roster: Roster): Happening | undefined {
  const last = roster.undos.findLast((undo) => roster.history.some(({ event }) => event.id === undo.of));
  const done = lastDone(roster);
  return last && (!done || inOrder(done, last) < 0) ? last : undefined;
}
