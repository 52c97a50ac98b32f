// The games this browser has a link to. Their secrets are kept here and nowhere else.
import { recall, remember } from '../lib/memory';

export interface KeptSeat {
  seat: string;
  token: string;
}

export interface KeptGame {
  game: string;
  title: string;
  rules: string;
  /** When it was last opened, in milliseconds since 1970. */
  opened: number;
  seats: KeptSeat[];
  /** The links to hand on, of a game that was made here. */
  links?: KeptSeat[];
  over?: boolean;
  /** Its links have been handed on. */
  invited?: boolean;
  turn?: number;
}

const KEY = 'games';
const MOST = 40;

/** What is remembered; nothing that is no list of games. */
export function keptGames(): KeptGame[] {
  const all = recall<unknown>(KEY);
  if (!Array.isArray(all)) return [];
  return all.filter((each): each is KeptGame => typeof each === 'object' && each !== null && Array.isArray((each as KeptGame).seats));
}

/** Adds a game, or what is new of it. */
export function merged(all: KeptGame[], game: KeptGame): KeptGame[] {
  const known = all.find((each) => each.game === game.game);
  const seats = [...game.seats, ...(known?.seats ?? []).filter((old) => game.seats.every((each) => each.seat !== old.seat))];
  const links = game.links ?? known?.links;
  const whole: KeptGame = { ...known, ...game, seats, ...(links ? { links } : {}) };
  return [whole, ...all.filter((each) => each.game !== game.game)].slice(0, MOST);
}

export function keep(game: KeptGame): void {
  remember(KEY, merged(keptGames(), game));
}

/** Told to the window when a link was made anew: wherever the links stand, the old one is shown no longer. */
export const RENEWED = 'krigsspil-renewed';

/** A link was made anew: the old secret opens nothing any more. */
export function renewed(game: string, made: KeptSeat): void {
  const changed = (all: KeptSeat[]) => all.map((each) => (each.seat === made.seat ? made : each));
  remember(KEY, keptGames().map((each) => (each.game === game ? { ...each, seats: changed(each.seats), ...(each.links ? { links: changed(each.links) } : {}) } : each)));
  globalThis.dispatchEvent?.(new Event(RENEWED));
}

/** The links of a game have been handed on. */
export function invited(game: string): void {
  remember(KEY, keptGames().map((each) => (each.game === game ? { ...each, invited: true } : each)));
}

export function drop(game: string): void {
  remember(KEY, keptGames().filter((each) => each.game !== game));
}

/** The game a link belongs to, as far as this browser knows. */
export function keptFor(token: string): KeptGame | undefined {
  return keptGames().find((each) => each.seats.some((seat) => seat.token === token));
}

/** The secret out of whatever somebody pastes: a whole link, or the secret alone. */
export function tokenIn(text: string): string | undefined {
  return /(?:#\/game\/)?([0-9a-z]{26})\s*$/i.exec(text.trim())?.[1];
}
