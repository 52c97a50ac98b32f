// What games send, as the page reads it. The server's declarations are in `openapi.json`; a place there is a list of numbers, here it is a pair.
import type { Value, Values } from '../lib/api';
import type { components } from '../lib/api-types';

type Schemas = components['schemas'];

/** A place: metres east and north of the table's south-west corner. */
export type At = readonly [number, number];
export type Order = Values;
export type Action = Values;
export type Arm = 'infantry' | 'cavalry' | 'artillery' | 'wagon';
export type Condition = 'steady' | 'shaken' | 'broken' | 'gone';

export interface Strength {
  now: number;
  first?: number;
  unit: string;
}

/** A unit as the seat may know it; what its rule set adds stands beside. */
export interface UnitShown {
  id: string;
  name?: string;
  side: string;
  arm: Arm;
  formation: string;
  strength: Strength;
  condition: Condition | null;
  place: At;
  facing: number;
  front: number;
  depth: number;
  outline: At[];
  bases?: At[][];
  general?: string;
  presence?: 'coming' | 'here' | 'left' | 'gone' | 'joined';
  order?: string;
  in_command?: boolean;
  melee?: string[];
  written?: Order | null;
  last_order?: Order | null;
  [detail: string]: unknown;
}

export interface Bound {
  place?: At;
  unit?: string;
  leader?: string;
}

export interface LeaderShown {
  id: string;
  name: string;
  rank: string;
  life: 'coming' | 'here' | 'fallen' | 'captured';
  place: At;
  with: string | null;
  bound_for?: Bound;
  instruction: string;
  [detail: string]: unknown;
}

export interface CourierShown {
  id: string;
  life: LeaderShown['life'];
  place: At;
  with: string | null;
  bound_for?: Bound;
  order: Order | null;
  instruction: string | null;
  [detail: string]: unknown;
}

export interface Waypoint {
  moment: number;
  place: At;
  facing: number;
}

export interface Working {
  procedure: string;
  rolls: [string, string, number][];
  modifiers: [string, string, number | string | boolean][];
  outcome: Values;
}

export interface Told {
  number: number;
  turn: number;
  moment: number;
  what: string;
  rule: string;
  about: Values;
  unfolded?: Working;
  way?: Waypoint[][];
}

export interface QuestionAsked {
  question: number;
  rule: string;
  unit?: string;
  general?: string;
  other: string | null;
  choices: string[];
  fault?: string;
}

export interface Closed {
  kind: string;
  refusal: string;
  rule: string | null;
}

export interface UnitAsked {
  unit: string;
  may: string[];
  closed?: Closed[];
  samples?: Order[];
  [limit: string]: unknown;
}

export interface OrdersAsked {
  turn: number;
  units: UnitAsked[];
  generals: { general: string; place: At; samples?: Action[] }[];
  couriers: { courier: string; place: At; samples?: Action[] }[];
}

export interface Prompt {
  seat: string;
  what: string;
  about: OrdersAsked | QuestionAsked | null;
  default: Action;
}

export interface Zone {
  name: string;
  outline: At[];
  held: string | null;
}

export interface Change {
  change: string;
  thing: string;
  name?: string;
  from: At;
  to: At;
  own: boolean;
}

export interface Objective {
  name: string;
  place: At;
  radius: number;
  points: number;
  held?: string;
}

/** What a seat may know. */
export interface View {
  seat: string;
  rule_set: string;
  scenario: string;
  turn: number;
  turns: number;
  phase: 'orders' | 'running' | 'over';
  step: string;
  to_move: string[];
  table: { width: number; depth: number };
  measure: { unit: string; metres: number };
  landmarks: string[];
  changes: Change[];
  zones?: Zone[];
  objectives: Objective[];
  rules: { turn: number; name: string; text: string }[];
  side?: string;
  home?: number;
  briefing?: string | null;
  ready?: boolean;
  men?: number;
  lost?: number;
  units: UnitShown[];
  friends: UnitShown[];
  enemies: UnitShown[];
  generals: LeaderShown[];
  couriers: CourierShown[];
  questions: QuestionAsked[];
  log: Told[];
  points?: [string, number][];
  ready_seats?: string[];
  [detail: string]: unknown;
}

export interface Ending {
  winner: string | null;
  reason: string;
  points: [string, number][];
}

export interface SeatShown {
  seat: string;
  role: 'player' | 'umpire' | 'onlooker';
  side: string | null;
  by: string;
}

/** What everybody at the table knows of the game. */
export interface GameShown {
  game: string;
  title: string;
  rules: string;
  seat: string;
  seats: SeatShown[];
  begun: boolean;
  turn: number;
  clock: { seconds: number; deadline: number | null; paused: number | null } | null;
  paused: boolean;
  dice: { hash: string; shared: boolean; secret?: string; seed?: string };
  undo: { by: string; turn: number; agreed: string[] } | null;
  by_courier: boolean;
  hot_seat: boolean;
  ending: Ending | null;
  rematch: boolean;
}

export interface State {
  seq: number;
  table: GameShown;
  view: View | null;
  prompts: Prompt[];
}

/** An item that a seat was told. Types that the page does not know are skipped. */
export type Item = { seq: number; at: number } & (
  | { type: 'acted'; key: string | null; action: Action; by: string }
  | { type: 'happened'; events: Told[] }
  | { type: 'said'; from: string; to: string; text: string }
  | { type: 'sat'; seat: string; by: string }
  | { type: 'linked'; seat: string; revoked: boolean }
  | { type: 'undo_asked'; by: string; turn: number }
  | { type: 'undo_answered'; by: string; agree: boolean }
  | { type: 'undone'; turn: number }
  | { type: 'clock_ran_out'; turn: number }
  | { type: 'paused'; paused: boolean }
  | { type: 'begun'; dice_hash: string }
  | { type: 'over'; ending: Ending; secret: string; seed: string }
  | { type: 'rematch'; game: string }
  | { type: 'committed' | 'revealed' | 'withheld' }
);

export interface Preview {
  path: Waypoint[];
  ends: { moment: number; place: At; facing: number; formation: string; outline: At[] } | null;
  not_reached: number[];
  meets: { moment: number; unit: string; how: string }[];
  ground: { from: number; to: number; ground: string }[];
  sums: { procedure: string; unit: string; other: string | null; moment: number; facts: Values; supposed: string[] }[];
}

export interface Intended {
  unit: string;
  action: Action | null;
  preview: Preview | null;
  refused: { message: string; rule: string | null } | null;
}

export interface Board {
  title: string;
  date: string;
  starts: string;
  width: number;
  depth: number;
  sides: { id: string; name: string }[];
  picture: string;
  names: { words: string; at: At; lean: number; size: number; ink: string }[];
  no_measuring: string | null;
}

export interface Film {
  rules: string;
  seat: string;
  seats: { seat: string; side: string | null }[];
  board: Board;
  turns: { turn: number; view: View; events: Told[] }[];
  last: View;
  ending: Ending | null;
}

export interface Seen {
  rings: At[][];
  limit: number;
}

export interface Profile {
  heights: [number, number][];
  metres: number;
  clear: boolean;
}

export interface Reach {
  march: number | null;
  charge: number | null;
  effective: number | null;
  longest: number | null;
  bears: number;
  command: number;
}

export interface SheetEntry {
  unit: string;
  written: string;
  last: string;
}

export type BattleListed = Schemas['BattleListed'];
export type GameMade = Schemas['GameMade'];
export type GameAsked = Partial<Schemas['GameAsked']>;
export type WordTable = { [section: string]: { [key: string]: string } };

/** Is the prompt about orders? Otherwise it is a question. */
export function ordersOf(prompt: Prompt): OrdersAsked | undefined {
  return prompt.about && 'units' in prompt.about ? prompt.about : undefined;
}

/** The question of a prompt, where it is one. */
export function questionOf(prompt: Prompt): QuestionAsked | undefined {
  return prompt.about && 'question' in prompt.about ? prompt.about : undefined;
}

/** All units that a view shows, its own first. */
export function allUnits(view: View): UnitShown[] {
  return [...view.units, ...view.friends, ...view.enemies];
}

/** Is it on the table? */
export function isHere(unit: UnitShown): boolean {
  return unit.presence === undefined || unit.presence === 'here';
}

export type { Value, Values };
