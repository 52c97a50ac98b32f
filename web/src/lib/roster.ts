// Rosters: a battle's units, their losses, and everything that has happened to them. This file knows neither the page nor a rule set.
import type { Book, Values, Value } from './api';
import { at } from './form';
import { newId } from './ids';

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

/** Something that happened, and the state before it. */
export interface Entry {
  turn: number;
  text: string;
  before: { turn: number; units: Unit[]; leaders?: Leader[] };
}

export interface Roster {
  id: string;
  name: string;
  rules: string;
  turn: number;
  /** Minutes after midnight at which the battle begins. */
  start: number;
  units: Unit[];
  leaders: Leader[];
  /** The names of the sides, if they are not named by colour. */
  sideNames?: Partial<Record<Side, string>>;
  history: Entry[];
  /** Where it is shared, if it is. */
  shared?: { code: string; revision: number };
}

/** What a rule set says about rosters. */
export type RosterForm = Book['roster'];

export interface Binding {
  facts?: Record<string, string>;
  lose_men?: string;
  lose_figures?: string;
  set?: Record<string, string>;
  clear?: Record<string, string>;
}

export type Bindings = Record<string, Record<string, Binding>>;

const LONGEST_HISTORY = 200;

export function newRoster(id: string, rules: string, name: string): Roster {
  return { id, name, rules, turn: 1, start: 9 * 60, units: [], leaders: [], history: [] };
}

/** The roster after something has happened: the change is made on a copy, and the state before it goes into the history. */
function happened(roster: Roster, text: string, change: (after: Roster) => void): Roster {
  const before = { turn: roster.turn, units: structuredClone(roster.units), leaders: structuredClone(roster.leaders) };
  const after = { ...roster, units: structuredClone(roster.units), leaders: structuredClone(roster.leaders) };
  change(after);
  after.history = [...roster.history, { turn: roster.turn, text, before }].slice(-LONGEST_HISTORY);
  return after;
}

export function undo(roster: Roster): Roster {
  const last = roster.history.at(-1);
  if (!last) return roster;
  return { ...roster, ...structuredClone(last.before), history: roster.history.slice(0, -1) };
}

/** A roster from an older edition of the page, with the missing parts added. */
export function upToDate(roster: Roster): Roster {
  return { ...roster, leaders: roster.leaders ?? [] };
}

export function nextTurn(roster: Roster, text: string): Roster {
  return happened(roster, text, (after) => {
    after.turn += 1;
  });
}

export function newUnit(name: string, side: Side, figures: number): Unit {
  return { id: newId(), name, side, figures, lostMen: 0, removedFigures: 0, properties: {}, notes: '' };
}

/** The name of one more unit of a kind: from the second on they are numbered. */
export function nameFor(units: Unit[], kindOfUnit: string): string {
  const kind = kindOfUnit.charAt(0).toUpperCase() + kindOfUnit.slice(1);
  const count = units.filter((unit) => unit.name === kind || /^ \d+$/.test(unit.name.slice(kind.length)) && unit.name.startsWith(kind)).length;
  return count === 0 ? kind : `${kind} ${count + 1}`;
}

/** Adds units, new ones at the end; existing ones are changed. */
export function putUnits(roster: Roster, units: Unit[], text: string): Roster {
  return happened(roster, text, (after) => {
    for (const unit of units) {
      const place = after.units.findIndex((each) => each.id === unit.id);
      if (place >= 0) after.units[place] = structuredClone(unit);
      else after.units.push(structuredClone(unit));
    }
  });
}

export function removeUnit(roster: Roster, id: string, text: string): Roster {
  return happened(roster, text, (after) => {
    after.units = after.units.filter((unit) => unit.id !== id);
  });
}

/** Adds a leader, or changes an existing one. */
export function putLeader(roster: Roster, leader: Leader, text: string): Roster {
  return happened(roster, text, (after) => {
    const place = after.leaders.findIndex((each) => each.id === leader.id);
    if (place >= 0) after.leaders[place] = { ...leader };
    else after.leaders.push({ ...leader });
  });
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

/** The values of a unit for the facts of a procedure. */
export function answers(unit: Unit, menAFigure: number): Values {
  return {
    ...unit.properties,
    figures: figuresLeft(unit, menAFigure),
    exact_figures: menLeft(unit, menAFigure) / menAFigure,
    original_figures: unit.figures,
    original_men: menAtStart(unit, menAFigure),
    men: menLeft(unit, menAFigure),
    lost_men: unit.lostMen,
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

/** Do these rules count losses only in figures, never in men? */
export function losesFigures(form: RosterForm): boolean {
  const bindings = Object.values(form.bind as Bindings).flatMap((roles) => Object.values(roles));
  return bindings.some((each) => each.lose_figures !== undefined) && bindings.every((each) => each.lose_men === undefined);
}

export function effectOf(binding: Binding, outcome: Values, menAFigure: number): Effect {
  const figure = (path: string | undefined) => {
    const value = path === undefined ? undefined : at(outcome, path);
    return typeof value === 'number' ? value : 0;
  };
  const set: Values = {};
  for (const [property, path] of Object.entries(binding.set ?? {})) {
    const value = at(outcome, path);
    if (value !== undefined && value !== null) set[property] = value;
  }
  for (const [property, path] of Object.entries(binding.clear ?? {})) {
    if (at(outcome, path) === true) set[property] = false;
  }
  const figures = figure(binding.lose_figures);
  return { loseMen: figure(binding.lose_men) + figures * menAFigure, ...(figures > 0 && binding.lose_men === undefined ? { loseFigures: figures } : {}), set };
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

export function applyEffect(roster: Roster, id: string, effect: Effect, text: string): Roster {
  return happened(roster, text, (after) => {
    const unit = after.units.find((each) => each.id === id);
    if (!unit) return;
    unit.lostMen += effect.loseMen;
    unit.properties = { ...unit.properties, ...effect.set };
  });
}

export function figuresRemoved(roster: Roster, id: string, menAFigure: number, text: string): Roster {
  return happened(roster, text, (after) => {
    const unit = after.units.find((each) => each.id === id);
    if (unit) unit.removedFigures += figuresToRemove(unit, menAFigure);
  });
}

/** Reads a roster from a file; throws a plain sentence if it is not one. */
export function readRoster(text: string): Roster {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('not JSON');
  }
  const roster = read as Partial<Roster>;
  const need = (holds: boolean, what: string) => {
    if (!holds) throw new Error(what);
  };
  need(typeof read === 'object' && read !== null, 'not an object');
  need(typeof roster.name === 'string' && typeof roster.rules === 'string', 'name or rules are missing');
  need(Number.isInteger(roster.turn) && (roster.turn ?? 0) >= 1, 'turn is not a number from 1');
  need(Number.isFinite(roster.start), 'start is not a time');
  need(Array.isArray(roster.units), 'units are missing');
  for (const unit of roster.units ?? []) need(isUnit(unit), `a unit is broken: ${JSON.stringify(unit).slice(0, 80)}`);
  need(Array.isArray(roster.history ?? []), 'history is not a list');
  const leaders = roster.leaders ?? [];
  need(Array.isArray(leaders) && leaders.every(isLeader), 'a leader is broken');
  const { name, rules, turn, start, units } = roster as Roster;
  const history = (roster.history ?? []).filter((entry) => Array.isArray(entry?.before?.units));
  const sideNames = namesOf(roster.sideNames);
  return { id: String(roster.id ?? ''), name, rules, turn, start, units, leaders, ...(sideNames ? { sideNames } : {}), history };
}

function namesOf(names: unknown): Roster['sideNames'] {
  if (typeof names !== 'object' || names === null) return undefined;
  const known = Object.entries(names).filter(([side, name]) => (side === 'blue' || side === 'red') && typeof name === 'string');
  return known.length === 0 ? undefined : (Object.fromEntries(known) as Roster['sideNames']);
}

function isLeader(leader: unknown): leader is Leader {
  const each = leader as Partial<Leader> | null;
  return (
    typeof each === 'object' &&
    each !== null &&
    typeof each.id === 'string' &&
    typeof each.name === 'string' &&
    (each.side === 'blue' || each.side === 'red') &&
    RANKS.some((rank) => rank === each.rank) &&
    typeof each.fallen === 'boolean'
  );
}

function isUnit(unit: unknown): unit is Unit {
  const each = unit as Partial<Unit> | null;
  return (
    typeof each === 'object' &&
    each !== null &&
    typeof each.id === 'string' &&
    typeof each.name === 'string' &&
    (each.side === 'blue' || each.side === 'red') &&
    [each.figures, each.lostMen, each.removedFigures, each.men ?? 0, each.comes ?? 0].every((figure) => Number.isFinite(figure) && (figure ?? -1) >= 0) &&
    typeof each.properties === 'object' &&
    each.properties !== null
  );
}
