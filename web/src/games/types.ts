// What games send and take, as the server's document declares it (`openapi.json`, from which `npm run types` makes the types).
import type { Value, Values } from '../lib/api';
import type { components } from '../lib/api-types';

type Schemas = components['schemas'];

/** What the document leaves open came as JSON: it is a value like any other. */
type Read<T> = unknown extends T ? Value : T extends string | number | boolean | null | undefined ? T : { [Key in keyof T]: Read<T[Key]> };

/** A place: metres east and north of the table's south-west corner. */
export type At = Readonly<Schemas['Pair']>;
export type Order = Values;
export type Action = Values;

/** A unit as the seat may know it; what its rule set adds stands beside. */
export type UnitShown = Read<Schemas['UnitShown']>;
export type Arm = UnitShown['arm'];
export type Condition = NonNullable<UnitShown['condition']>;
export type LeaderShown = Read<Schemas['LeaderShown']>;
export type CourierShown = Read<Schemas['CourierShown']>;
export type Waypoint = Schemas['Waypoint'];
export type Told = Read<Schemas['Told']>;
export type QuestionAsked = Schemas['QuestionAsked'];
export type UnitAsked = Read<Schemas['UnitAsked']>;
/** What may be done with a leader, a courier or a unit beside its order. */
export type ActionsAsked = Read<Schemas['ActionsAsked']>;
export type OrdersAsked = Read<Schemas['OrdersAsked']>;
export type Prompt = Read<Schemas['Prompt']>;
/** What a seat may know. */
export type View = Read<Schemas['View']>;
export type Ending = Schemas['Ending'];
/** What everybody at the table knows of the game. */
export type GameShown = Schemas['GameShown'];
export type State = Read<Schemas['StateShown']>;
export type Item = Read<Schemas['Item']>;
/** A unit of somebody else that the seat knows of. */
export type Met = Schemas['Met'];
export type Frame = Read<Schemas['ServerFrame']>;
export type Preview = Read<Schemas['PreviewShown']>;
export type Wish = Schemas['UnitIntended'];
export type Intended = Read<Schemas['OrderIntended']>;
export type Board = Schemas['Board'];
export type Film = Read<Schemas['Film']>;
/** A film whose ground can be drawn. */
export type LaidFilm = Film & { board: Board };
export type Seen = Schemas['Seen'];
export type Profile = Schemas['Profile'];
export type Reach = Schemas['Reach'];
export type SheetEntry = Schemas['SheetEntry'];
export type BattleListed = Schemas['BattleListed'];
export type GameMade = Schemas['GameMade'];
/** How several units go together. */
export type Deployment = Schemas['Deployment'];
/** A turn by mail, and the reply to it. */
export type Turn = Read<Schemas['TurnFile']>;
export type Reply = Read<Schemas['ReplyFile']>;
/** What a drag comes to without a server: an order with its numbers left open. */
export type ByHand = Read<Schemas['ByHand']>;
export type Pattern = Read<Schemas['Pattern']>;
export type GameAsked = Partial<Schemas['GameAsked']>;
/** Texts of scenarios, by the text in their file. */
export type Texts = { [text: string]: string };
export type WordTable = { [section: string]: { [key: string]: string } };

/** Is the prompt about orders? Otherwise it is a question. */
export function ordersOf(prompt: Prompt): OrdersAsked | undefined {
  return prompt.about && 'units' in prompt.about ? prompt.about : undefined;
}

/** The question of a prompt, where it is one. */
export function questionOf(prompt: Prompt): QuestionAsked | undefined {
  return prompt.about && 'question' in prompt.about ? prompt.about : undefined;
}

/** Can its ground be drawn? */
export function isLaid(film: Film): film is LaidFilm {
  return film.board !== null;
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
