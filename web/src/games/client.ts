// Games over HTTP. The secret of a link is shown as a header and never stands in an address.
import { ask, send } from '../lib/api';
import { newId } from '../lib/ids';
import type { Language } from '../lib/words';
import type { Action, At, BattleListed, Board, Deployment, Film, GameAsked, GameMade, Intended, Item, Preview, Profile, Reach, Reply, Seen, SheetEntry, State, Texts, Turn, WordTable, Wish } from './types';

/** A seat of a game, by its link. */
export class Seat {
  constructor(
    readonly token: string,
    public lang: Language,
  ) {}

  private get<T>(path: string, signal?: AbortSignal): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}` };
    const glue = path.includes('?') ? '&' : '?';
    return ask<T>(`${path}${glue}lang=${this.lang}`, { headers, cache: 'no-store', ...(signal ? { signal } : {}) });
  }

  private post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return send<T>('POST', `${path}?lang=${this.lang}`, body, signal, { authorization: `Bearer ${this.token}` });
  }

  state = () => this.get<State>('/game');
  items = (since: number, wait: number, signal?: AbortSignal) => this.get<{ items: Item[]; seq: number }>(`/game/items?since=${since}&wait=${wait}`, signal);
  board = () => this.get<Board>('/game/board');
  sheet = () => this.get<SheetEntry[]>('/game/sheet');
  /** Does something. Whoever is in doubt whether it arrived sends it again with the same key. */
  act = (action: Action, key = newId()) => this.post<{ seq: number; repeated: boolean }>('/game/act', { key, action });
  preview = (action: Action, signal?: AbortSignal) => this.post<Preview>('/game/preview', { action }, signal);
  intend = (units: Wish[], signal?: AbortSignal) => this.post<Intended[]>('/game/intend', { units }, signal);
  /** Orders that bring several units somewhere together. */
  together = (units: string[], array: Deployment, place: At) => this.post<Intended[]>('/game/together', { units, array, place });
  reach = (unit: string) => this.post<Reach>('/game/reach', { unit });
  sight = (place: At) => this.post<Seen>('/game/sight', { place });
  profile = (from: At, to: At) => this.post<Profile>('/game/profile', { from, to });
  chat = (to: string, text: string) => this.post<unknown>('/game/chat', { key: newId(), to, text });
  undo = (turn?: number) => this.post<unknown>('/game/undo', { key: newId(), ...(turn === undefined ? {} : { turn }) });
  answerUndo = (agree: boolean) => this.post<unknown>('/game/undo/answer', { agree });
  seat = (seat: string, by: string) => this.post<unknown>('/game/seat', { seat, by });
  link = (seat: string) => this.post<{ seat: string; token: string }>('/game/link', { seat });
  pause = (paused: boolean) => this.post<unknown>('/game/pause', { paused });
  /** Shows the hash of a number for the dice, and later the number. */
  commit = (hash: string) => this.post<unknown>('/game/dice/commit', { hash });
  reveal = (number: string) => this.post<unknown>('/game/dice/reveal', { number });
  /** Dice that only the umpire sees. */
  throw = (count: number, sides: number) => this.post<unknown>('/game/dice/throw', { key: newId(), count, sides });
  /** The turn of the seat as a file to be sent by mail, and what comes back. */
  mailTurn = () => this.get<Turn>('/game/mail');
  mailReply = (reply: Reply) => this.post<unknown>('/game/mail', reply);
  rematch = () => this.post<{ game: string; link: { seat: string; token: string } }>('/game/rematch', {});
}

export const games = {
  battles: () => ask<BattleListed[]>('/battles'),
  make: (asked: GameAsked, lang: Language) => send<GameMade>('POST', `/games?lang=${lang}`, asked),
  film: (game: string, seat: string | undefined, lang: Language) =>
    ask<Film>(`/replays/${encodeURIComponent(game)}/film?lang=${lang}${seat === undefined ? '' : `&seat=${encodeURIComponent(seat)}`}`),
  filmOf: (save: string, seat: string | undefined, lang: Language) => send<Film>('POST', `/film?lang=${lang}`, { save, ...(seat === undefined ? {} : { seat }) }),
  /** The scenarios' own texts in the reader's language, by the text in the file; those that are not there stay as they are. */
  texts: (lang: Language): Promise<Texts> => (lang === 'en' ? Promise.resolve({}) : ask<Texts>(`/battles/words?lang=${lang}`)),
  words: (rules: string, lang: Language) => ask<WordTable>(`/rules/${encodeURIComponent(rules)}/words?lang=${lang}`),
  declared: (rules: string, lang: Language) => ask<unknown>(`/rules/${encodeURIComponent(rules)}/battle?lang=${lang}`),
};
