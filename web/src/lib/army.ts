// An army on its roster: units under their leaders, totals, losses in per cent.
import { figuresLeft, figuresTold, lostFigures, menAFigure, menAtStart, menLeft, RANKS, type Leader, type Roster, type RosterForm, type Side, type Unit } from './roster';
import { isPast, marksFor, shareLost, type Mark } from './worn';

/** A leader with those under him. */
export interface Command {
  leader: Leader | undefined;
  units: Unit[];
  under: Command[];
}

/** A side's commands: each leader with his units and the leaders under him, and last the units without a leader. */
export function commandsOf(roster: Roster, side: Side, wanted: (unit: Unit) => boolean = () => true): Command[] {
  const leaders = roster.leaders.filter((leader) => leader.side === side);
  const units = roster.units.filter((unit) => unit.side === side && wanted(unit));
  const known = new Set(leaders.map((leader) => leader.id));
  const seen = new Set<string>();
  const command = (leader: Leader): Command => {
    // A leader who is his own superior's superior leads once.
    seen.add(leader.id);
    const under = leaders.filter((each) => each.superior === leader.id && !seen.has(each.id));
    return { leader, units: units.filter((unit) => unit.leader === leader.id), under: under.map(command) };
  };
  const order = (one: Leader, other: Leader) => RANKS.indexOf(one.rank) - RANKS.indexOf(other.rank);
  const tops = leaders.filter((leader) => leader.superior === undefined || !known.has(leader.superior)).toSorted(order);
  const commands = tops.map(command);
  for (const leader of leaders) if (!seen.has(leader.id)) commands.push(command(leader));
  const free = units.filter((unit) => unit.leader === undefined || !known.has(unit.leader));
  return free.length > 0 ? [...commands, { leader: undefined, units: free, under: [] }] : commands;
}

/** All units of a command, also of those under it. */
export function unitsIn(command: Command): Unit[] {
  return [...command.units, ...command.under.flatMap(unitsIn)];
}

export interface Total {
  units: number;
  men: number;
  menAtStart: number;
  figures: number;
  figuresAtStart: number;
  /** The share of men lost. */
  lost: number;
  /** Units that have nobody left. */
  gone: number;
}

export function totalOf(form: RosterForm, units: readonly Unit[]): Total {
  const total: Total = { units: units.length, men: 0, menAtStart: 0, figures: 0, figuresAtStart: 0, lost: 0, gone: 0 };
  for (const unit of units) {
    const scale = menAFigure(form, unit);
    total.men += menLeft(unit, scale);
    total.menAtStart += menAtStart(unit, scale);
    total.figures += figuresTold(form, unit);
    total.figuresAtStart += unit.figures;
    if (figuresLeft(unit, scale) === 0) total.gone += 1;
  }
  total.lost = total.menAtStart === 0 ? 0 : 1 - total.men / total.menAtStart;
  return total;
}

export type Filter = 'all' | 'here' | 'hurt' | 'gone';

/** Does a unit pass the filter? */
export function passes(form: RosterForm, roster: Roster, filter: Filter, unit: Unit): boolean {
  const scale = menAFigure(form, unit);
  const left = figuresLeft(unit, scale) > 0;
  switch (filter) {
    case 'all':
      return true;
    case 'here':
      return left && (unit.comes === undefined || unit.comes <= roster.turn);
    case 'hurt':
      return left && lostFigures(unit, scale) > 0;
    case 'gone':
      return !left;
  }
}

/** The place between two neighbours, one step up or down among the fellows of the same command. */
export function movedPlace(roster: Roster, unit: Unit, by: -1 | 1): number | undefined {
  const fellows = roster.units.filter((each) => each.side === unit.side && each.leader === unit.leader);
  const at = fellows.findIndex((each) => each.id === unit.id);
  const place = (each: Unit | undefined) => (each === undefined ? undefined : (each.place ?? roster.units.indexOf(each)));
  const next = place(fellows[at + by]);
  const beyond = place(fellows[at + 2 * by]);
  if (next === undefined) return undefined;
  return beyond === undefined ? next + by : (next + beyond) / 2;
}

/** Where losses stand among the printed marks: the last that is reached, and the next. */
export interface Marks {
  reached: Mark | undefined;
  next: Mark | undefined;
}

function marksAt(marks: readonly Mark[], share: number): Marks {
  return { reached: marks.findLast((mark) => isPast(mark, share)), next: marks.find((mark) => !isPast(mark, share)) };
}

/** Where a unit's own losses stand. */
export function marksOfUnit(form: RosterForm, unit: Unit): Marks {
  return marksAt(marksFor(form, unit), shareLost(form, unit));
}

/** Where the losses of all units under a leader stand. */
export function marksOfCommand(form: RosterForm, units: readonly Unit[]): Marks {
  return marksAt(form.marks.filter((mark) => mark.of_command), totalOf(form, units).lost);
}
