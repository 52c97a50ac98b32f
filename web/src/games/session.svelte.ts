// A seat at a game: how it stands, what has happened, and what can be done. One object a seat, so that two can lie side by side.
import { OutOfReach, Refused } from '../lib/api';
import { newId } from '../lib/ids';
import { words, type Language } from '../lib/words';
import { readDeclared } from '../table/declared';
import { Story } from '../table/story';
import { tableWords } from '../table/words';
import { games, Seat } from './client';
import { keep, type KeptSeat } from './kept';
import { Live, type Connection } from './live';
import type { MailSession } from './mail.svelte';
import type { Action, Board, GameShown, Item, Met, Prompt, State, Texts, Told, View } from './types';

/** What a turn, or a part of it, brought: how it stood before, how it stands after, and the events between. */
export interface Brought {
  before: View;
  after: View;
  events: Told[];
}

export interface Said {
  seq: number;
  from: string;
  to: string;
  text: string;
}

type Tongue = ConstructorParameters<typeof Story>;
const tongues = new Map<string, Promise<Tongue>>();

/** The texts of scenarios in a language. Without them they are told as their files tell them. */
export const textsIn = (lang: Language): Promise<Texts> => games.texts(lang).catch(() => ({}));

/** The words and declarations of a rule set, fetched once a language. */
function tongueOf(rules: string, lang: Language): Promise<Tongue> {
  const key = `${rules}/${lang}`;
  let tongue = tongues.get(key);
  if (!tongue) {
    tongue = Promise.all([games.words(rules, lang), games.declared(rules, lang), textsIn(lang)]).then(([table, declared, texts]) => [table, readDeclared(declared), words[lang], texts]);
    tongue.catch(() => tongues.delete(key));
    tongues.set(key, tongue);
  }
  return tongue;
}

/** A teller that knows nobody yet. Each seat has its own: two at one screen must not learn each other's names. */
export async function storyOf(rules: string, lang: Language): Promise<Story> {
  return new Story(...(await tongueOf(rules, lang)));
}

/** Milliseconds that an action waits for the state it led to. When that does not come, the page goes on with the state it has. */
const LONGEST_WAIT = 3000;

/** How often an action is sent again when nobody answers. Its key makes sure that it is done once. */
const TRIES = 4;

export class GameSession {
  readonly seat: Seat;
  connection = $state<Connection>('connecting');
  table = $state.raw<GameShown | undefined>(undefined);
  view = $state.raw<View | undefined>(undefined);
  prompts = $state.raw<Prompt[]>([]);
  board = $state.raw<Board | undefined>(undefined);
  story = $state.raw<Story | undefined>(undefined);
  events = $state.raw<Told[]>([]);
  said = $state.raw<Said[]>([]);
  notes = $state.raw<Item[]>([]);
  failure = $state('');
  busy = $state(false);
  /** Milliseconds by which the server's clock is ahead of the browser's. */
  ahead = $state(0);
  /** Called when something happened that can be played back. */
  onbrought: ((brought: Brought) => void) | undefined;
  /** Called when the battle went back to an earlier turn: what was played back since did not happen. */
  onundone: (() => void) | undefined;
  private readonly live: Live;
  private fresh: Told[] = [];
  /** Whom the seat was told of. A state tells only who is in sight now, and not every state comes: a slow reader is sent the last. */
  private readonly met: Met[] = [];
  /** The number of the last item before the state that is shown. */
  private stood = 0;
  private awaiting: { seq: number; done: () => void }[] = [];
  private undone = false;
  private loaded = false;
  private ground: Promise<Board> | undefined;

  constructor(
    token: string,
    lang: Language,
    private readonly others: KeptSeat[] = [],
    seat = new Seat(token, lang),
  ) {
    this.seat = seat;
    this.live = new Live(this.seat, {
      item: (item) => this.heard(item),
      state: (state) => this.stands(state),
      connection: (connection) => (this.connection = connection),
      clock: (now) => (this.ahead = now - Date.now()),
    });
  }

  /** The turn by mail that this is, when it is one. */
  get mail(): MailSession | undefined {
    return undefined;
  }

  open(): void {
    this.live.open();
    // The ground does not depend on how the game stands: it is fetched at once. When it cannot be, that is told after the state.
    this.ground = this.seat.board();
    this.ground.catch(() => undefined);
  }

  close(): void {
    this.live.close();
  }

  async speak(lang: Language): Promise<void> {
    this.seat.lang = lang;
    if (!this.table) return;
    const story = await storyOf(this.table.rules, lang);
    // The names of the sides are on the board.
    const board = this.board ?? (await this.ground?.catch(() => undefined));
    // Another language was chosen meanwhile.
    if (this.seat.lang !== lang) return;
    if (this.story) story.learnFrom(this.story);
    story.introduce(this.met);
    story.learn(this.view, board);
    this.story = story;
  }

  private heard(item: Item): void {
    switch (item.type) {
      case 'happened':
        this.fresh.push(...item.events);
        this.met.push(...(item.met ?? []));
        this.story?.introduce(item.met ?? []);
        break;
      case 'said':
        this.said = [...this.said, { seq: item.seq, from: item.from, to: item.to, text: item.text }];
        break;
      case 'undone':
        // What was taken back did not happen: the view's own log tells what stands.
        this.events = this.events.filter((event) => event.turn < item.turn - 1);
        this.fresh = [];
        this.undone = true;
        this.notes = [...this.notes, item].slice(-40);
        break;
      case 'sat':
      case 'linked':
      case 'undo_asked':
      case 'undo_answered':
      case 'clock_ran_out':
      case 'paused':
      case 'thrown':
      case 'over':
      case 'rematch':
        this.notes = [...this.notes, item].slice(-40);
        break;
      default:
    }
  }

  private stands(state: State): void {
    const before = this.view;
    this.stood = state.seq;
    this.table = state.table;
    this.prompts = state.prompts;
    const view = state.view ?? undefined;
    this.view = view;
    this.story?.learn(view, this.board);
    const events = this.fresh;
    this.fresh = [];
    // What happened is told with the state it led to: before that nobody knows who those are whom it tells of, and the time line does not hold it back.
    if (view && this.undone) this.events = [...this.events, ...view.log];
    else if (events.length > 0) this.events = [...this.events, ...events];
    this.keep();
    if (!this.loaded) {
      this.loaded = true;
      void this.load();
    } else if (before && view && events.length > 0 && !this.undone) this.onbrought?.({ before, after: view, events });
    if (this.undone) this.onundone?.();
    this.undone = false;
    const shown = this.awaiting.filter((each) => each.seq <= this.stood);
    this.awaiting = this.awaiting.filter((each) => each.seq > this.stood);
    for (const each of shown) each.done();
  }

  /** Waits until the state after an item is shown: before that, what is on the screen is already done, and must not be done again. */
  private async shows(seq: number): Promise<void> {
    if (this.stood >= seq) return;
    await new Promise<void>((done) => {
      this.awaiting.push({ seq, done });
      setTimeout(done, LONGEST_WAIT);
    });
  }

  private async load(): Promise<void> {
    try {
      const [board] = await Promise.all([this.ground ?? this.seat.board(), this.speak(this.seat.lang)]);
      this.story?.learn(this.view, board);
      this.board = board;
    } catch (error) {
      this.trouble(error);
    }
  }

  private keep(): void {
    const { table } = this;
    if (!table || table.seat === 'maker') return;
    const seats = [{ seat: table.seat, token: this.seat.token }, ...this.others.filter((each) => each.seat !== table.seat)];
    keep({ game: table.game, title: table.title, rules: table.rules, opened: Date.now(), seats, turn: table.turn, over: table.ending !== null });
  }

  trouble(error: unknown): void {
    this.failure = error instanceof OutOfReach ? tableWords[this.seat.lang].unsent : error instanceof Error ? error.message : String(error);
  }

  /** Does something in the battle. It is sent again under the same key when nobody answers. */
  async act(action: Action): Promise<boolean> {
    const key = newId();
    this.busy = true;
    this.failure = '';
    try {
      for (let tried = 1; ; tried += 1) {
        try {
          const { seq } = await this.seat.act(action, key);
          await this.shows(seq);
          return true;
        } catch (error) {
          const again = error instanceof OutOfReach || (error instanceof Refused && error.error.code === 'not_stored');
          if (!again || tried >= TRIES) throw error;
          await new Promise((done) => setTimeout(done, 400 * tried));
        }
      }
    } catch (error) {
      this.trouble(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Does something else, and tells what went wrong. */
  async try<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.failure = '';
    try {
      return await work();
    } catch (error) {
      this.trouble(error);
      return undefined;
    }
  }
}
