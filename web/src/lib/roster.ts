// Rosters: a battle's units, and what their losses mean. This file knows neither the page nor a rule set; what happens to a roster is in `log`.
import type { Book, Values, Value } from './api';
import { at } from './form';
import { newId } from './ids';
import type { Happening } from './log/events';

export type Side = 'blue' | 'red';
export const SIDES: readonly Side[] = ['blue', 'red'];

export interface Unit {
  id: string;
  name: string;
  side: Side;
  /** Figures at the start. */
  figures: number;
  /** Men at the start, if that is not simply the number its figures stand for. */
  men?: number;
  /** Men lost so far. */
  lostMen: number;
  /** Figures already taken off the table. */
  removedFigures: number;
  properties: Values;
  /** Its leader's id. */
  leader?: string;
  /** The turn in which it arrives, if it is not there from the start. */
  comes?: number;
  notes: string;
  /** Its place among its fellows, if it was moved. */
  place?: number;
}

export type Rank = 'army' | 'corps' | 'division' | 'brigade' | 'battalion';
export const RANKS: readonly Rank[] = ['army', 'corps', 'division', 'brigade', 'battalion'];

export interface Leader {
  id: string;
  name: string;
  side: Side;
  rank: Rank;
  /** His superior's id. */
  superior?: string;
  fallen: boolean;
}

/** Something that happened, and whether it was taken back. */
export interface Entry {
  event: Happening;
  gone: boolean;
}

export interface Roster {
  id: string;
  name: string;
  rules: string;
  turn: number;
  /** Where in the turn the game is: a phase's key; empty at its beginning. */
  phase: string;
  /** Who has acted in this turn: phase → units. */
  acted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Minutes after midnight at which the battle begins. */
  start: number;
  units: Unit[];
  leaders: Leader[];
  /** The names of the sides, if they are not named by colour. */
  sideNames: Partial<Record<Side, string>>;
  history: Entry[];
  /** What takes back, and has not been taken back itself. */
  undos: (Happening & { kind: 'undo' })[];
}

/** What a rule set says about rosters. */
export type RosterForm = Book['roster'];

export type Binding = RosterForm['bind'][string][string];
export type Bindings = RosterForm['bind'];

export function newUnit(name: string, side: Side, figures: number): Unit {
  return { id: newId(), name, side, figures, lostMen: 0, removedFigures: 0, properties: {}, notes: '' };
}

/** The name of one more unit of a kind: from the second on they are numbered. */
export function nameFor(units: Unit[], kindOfUnit: string): string {
  const kind = kindOfUnit.charAt(0).toUpperCase() + kindOfUnit.slice(1);
  const count = units.filter((unit) => unit.name === kind || /^ \d+$/.test(unit.name.slice(kind.length)) && unit.name.startsWith(kind)).length;
  return count === 0 ? kind : `${kind} ${count + 1}`;
}

export function newLeader(name: string, side: Side, rank: Rank): Leader {
  return { id: newId(), name, side, rank, fallen: false };
}

/** How many men one figure of this unit stands for. */
export function menAFigure(form: RosterForm, unit: Pick<Unit, 'properties'>): number {
  const fits = form.other_scales.find((scale) => scale.of.some((of) => of === unit.properties[scale.property]));
  return fits?.men_a_figure ?? form.men_a_figure;
}

/** The time of day at the start of the current turn. */
export function clock(roster: Roster, minutesATurn: number): string {
  const minutes = Math.floor(roster.start + (roster.turn - 1) * minutesATurn) % (24 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** How many figures must still be taken off the table for the men that a unit has lost. */
export function figuresToRemove(unit: Unit, menAFigure: number): number {
  return Math.max(0, lostFigures(unit, menAFigure) - unit.removedFigures);
}

export function lostFigures(unit: Unit, menAFigure: number): number {
  // The last man takes the last figure with him, whatever the rounding.
  if (unit.lostMen >= menAtStart(unit, menAFigure)) return unit.figures;
  return Math.min(unit.figures, Math.floor(unit.lostMen / menAFigure));
}

export function menAtStart(unit: Unit, menAFigure: number): number {
  return unit.men ?? unit.figures * menAFigure;
}

export function figuresLeft(unit: Unit, menAFigure: number): number {
  return unit.figures - lostFigures(unit, menAFigure);
}

export function menLeft(unit: Unit, menAFigure: number): number {
  return Math.max(0, menAtStart(unit, menAFigure) - unit.lostMen);
}

/** Men lost. Two who each record a volley can take more than the unit had; it loses no more than that. */
export function menLost(unit: Unit, menAFigure: number): number {
  return Math.min(unit.lostMen, menAtStart(unit, menAFigure));
}

/** Its figures with the fraction that its losses leave; none when the last man is gone. */
export function exactFigures(unit: Unit, menAFigure: number): number {
  return menLeft(unit, menAFigure) === 0 ? 0 : Math.max(0, unit.figures - unit.lostMen / menAFigure);
}

/** The values of a unit for the facts of a procedure. */
export function answers(unit: Unit, menAFigure: number): Values {
  return {
    ...unit.properties,
    figures: figuresLeft(unit, menAFigure),
    fighting_figures: figuresLeft(unit, menAFigure),
    exact_figures: exactFigures(unit, menAFigure),
    original_figures: unit.figures,
    original_men: menAtStart(unit, menAFigure),
    men: menLeft(unit, menAFigure),
    lost_men: menLost(unit, menAFigure),
    lost_figures: lostFigures(unit, menAFigure),
  };
}

/** The effect of a result on a unit. */
export interface Effect {
  loseMen: number;
  /** The same in figures, if the rules count losses in figures. */
  loseFigures?: number;
  set: Values;
}

const inFigures = new WeakMap<object, boolean>();

/** Do these rules count losses only in figures, never in men? */
export function losesFigures(form: RosterForm): boolean {
  const known = inFigures.get(form);
  if (known !== undefined) return known;
  const bindings = Object.values(form.bind).flatMap((roles) => Object.values(roles));
  const only = bindings.some((each) => each.lose_figures) && bindings.every((each) => !each.lose_men);
  inFigures.set(form, only);
  return only;
}

/** The figures a unit is told to have: with their fraction where the rules count losses in figures, as halves of bases; otherwise those on the table. */
export function figuresTold(form: RosterForm, unit: Unit): number {
  const scale = menAFigure(form, unit);
  return losesFigures(form) ? Math.round(exactFigures(unit, scale) * 100) / 100 : figuresLeft(unit, scale);
}

/** What a result does to a unit in a role; `mostOf` tells how high a property can go. Nobody loses more than he has. */
export function effectOf(binding: Binding, outcome: Values, unit: Unit, menAFigure: number, mostOf: (property: string) => number = () => Infinity): Effect {
  const figure = (path: string | null | undefined) => {
    const value = path ? at(outcome, path) : undefined;
    return typeof value === 'number' && value > 0 ? value : 0;
  };
  const set: Values = {};
  for (const { property, field, said, never } of binding.sets) {
    const value = at(outcome, field);
    if (value === undefined || value === null || never.includes(String(value))) continue;
    set[property] = (said as Values)[String(value)] ?? value;
  }
  for (const [property, path] of Object.entries(binding.clear)) {
    if (at(outcome, path) === true) set[property] = false;
  }
  for (const property of binding.spent) if (unit.properties[property] === true) set[property] = false;
  // A number goes up or down, but not beyond what it can be; what a gun's bursting takes is one gun.
  const moves = (property: string, by: number) => {
    const value = set[property] ?? unit.properties[property];
    if (typeof value === 'number' && by !== 0) set[property] = Math.min(mostOf(property), Math.max(0, value + by));
  };
  const amount = (path: string) => (at(outcome, path) === true ? 1 : figure(path));
  for (const [property, path] of Object.entries(binding.less)) moves(property, -amount(path));
  for (const [property, path] of Object.entries(binding.more)) moves(property, amount(path));
  for (const property of binding.used) moves(property, -1);
  if (binding.gone.some((path) => at(outcome, path) === true)) return { loseMen: menLeft(unit, menAFigure), set };
  if (binding.spares.some((arm) => arm === unit.properties['arm'])) return { loseMen: 0, set };
  const figures = figure(binding.lose_figures);
  const loseMen = Math.min(figure(binding.lose_men) + figures * menAFigure, menLeft(unit, menAFigure));
  return { loseMen, ...(figures > 0 && !binding.lose_men ? { loseFigures: Math.min(figures, exactFigures(unit, menAFigure)) } : {}), set };
}

/** The effect without the parts that are already true of the unit. */
export function newTo(effect: Effect, unit: Unit): Effect {
  const differs = ([property, value]: [string, Value]) => unit.properties[property] !== value;
  return { ...effect, set: Object.fromEntries(Object.entries(effect.set).filter(differs)) };
}

/** Does the effect change anything on this unit? */
export function changes(effect: Effect, unit: Unit): boolean {
  return effect.loseMen > 0 || Object.keys(newTo(effect, unit).set).length > 0;
}
