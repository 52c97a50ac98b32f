// The turn: where we are in it, and what is still to be done.
import type { Book, Value } from './api';
import { canBe } from './following';
import { figuresLeft, menAFigure, type Roster, type Unit } from './roster';
import { answersOf } from './worn';

export type Phase = Book['roster']['phases'][number];

/** Something that is to be done with a unit in a phase. */
export interface DueUnit {
  unit: Unit;
  phase: string;
  /** The sum; empty if the unit has only to act. */
  procedure: string;
  role: string;
}

/** The phase we are in: the first at the beginning of a turn. */
export function currentPhase(book: Book, roster: Roster): Phase | undefined {
  return book.roster.phases.find((phase) => phase.key === roster.phase) ?? book.roster.phases[0];
}

/** The phase after this one; none after the last. */
export function phaseAfter(book: Book, roster: Roster): Phase | undefined {
  const at = book.roster.phases.findIndex((phase) => phase.key === currentPhase(book, roster)?.key);
  return book.roster.phases[at + 1];
}

/** Is a unit on the table? */
export function isThere(book: Book, roster: Roster, unit: Unit): boolean {
  return figuresLeft(unit, menAFigure(book.roster, unit)) > 0 && (unit.comes === undefined || unit.comes <= roster.turn);
}

/** Has a sum been recorded for a unit in this turn? */
function wasDone(roster: Roster, procedure: string, unit: Unit): boolean {
  return roster.history.some(
    ({ event, gone }) => !gone && event.turn === roster.turn && event.kind === 'book' && event.procedure === procedure && event.units.some((booked) => booked.unit === unit.id),
  );
}

/** Have its losses made this of the unit for good? Then nothing better can come of it. */
function isSettled(book: Book, due: Book['roster']['dues'][number], unit: Unit): boolean {
  if (due.unless === undefined || due.unless === null) return false;
  const made = answersOf(book.roster, unit)[due.unless];
  return made === true || (made !== undefined && made === unit.properties[due.property]);
}

/** What holds for units in a phase after what they did in the turn before. */
export function reminders(book: Book, roster: Roster, phase: string): { label: string; rule: string; units: Unit[] }[] {
  return book.roster.reminders
    .filter((reminder) => reminder.phase === phase)
    .map(({ label, rule, after }) => {
      const did = new Set(
        roster.history.flatMap(({ event, gone }) => (!gone && event.kind === 'book' && event.turn === roster.turn - 1 && after.includes(event.procedure ?? '') ? event.units.map((each) => each.unit) : [])),
      );
      return { label, rule, units: roster.units.filter((unit) => did.has(unit.id)) };
    })
    .filter(({ units }) => units.length > 0);
}

/** Everything that is still to be done, phase by phase. */
export function dueNow(book: Book, roster: Roster, phase?: string): DueUnit[] {
  const units = roster.units.filter((unit) => isThere(book, roster, unit));
  return book.roster.dues
    .filter((due) => phase === undefined || due.phase === phase)
    .flatMap((due) =>
      units
        .filter((unit) => (due.is as Value[]).includes(unit.properties[due.property] ?? null) && canBe(book.roster, due.next, due.role, unit))
        .filter((unit) => !isSettled(book, due, unit))
        .filter((unit) => !wasDone(roster, due.next, unit) && !roster.acted.get(due.phase)?.has(unit.id))
        .map((unit) => ({ unit, phase: due.phase, procedure: due.next, role: due.role })),
    );
}

/** Who has not acted in a phase in which everybody does. */
export function idle(book: Book, roster: Roster, phase: Phase): Unit[] {
  if (!phase.acts) return [];
  const acted = roster.acted.get(phase.key);
  const booked = new Set(roster.history.flatMap(({ event, gone }) => (!gone && event.turn === roster.turn && event.kind === 'book' ? event.units.map((each) => each.unit) : [])));
  return roster.units.filter((unit) => isThere(book, roster, unit) && !acted?.has(unit.id) && !booked.has(unit.id));
}

/** Units that arrive in this turn. */
export function arriving(roster: Roster): Unit[] {
  return roster.units.filter((unit) => unit.comes !== undefined && unit.comes === roster.turn && roster.turn > 1);
}
