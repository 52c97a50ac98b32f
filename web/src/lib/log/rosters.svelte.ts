// All rosters of this browser: kept in its store, passed on to its other tabs, and exchanged with the network where they are shared.
import { api, OutOfReach, Refused, type Happened } from '../api';
import { newId } from '../ids';
import { forget, recall, remember } from '../memory';
import type { Roster } from '../roster';
import type { Language } from '../words';
import { fromOld } from './documents';
import { readEvents, type Deed, type Happening } from './events';
import { lastDone, lastUndone } from './fold';
import { Log, newAuthor } from './merging';
import { NoStore, openStore, type KeptEvent, type Meta, type Store } from './store';

/** So many events go into one message. */
const MOST_TOGETHER = 200;
/** How often the network is asked, and how often when it does not answer. */
const EVERY = 3000;
const EVERY_WHEN_AWAY = 8000;
/** What was recorded while a message was on its way, or did not fit into it, goes at once. */
const AT_ONCE = 50;

interface Shelf {
  meta: Meta;
  log: Log;
  roster: Roster;
  unsent: number;
}

/** What the other tabs are told. */
interface Word {
  roster: string;
  events: Happening[];
  meta?: Meta;
  dropped?: boolean;
}

/** What the page wants to hear. */
export interface Listening {
  language: () => Language;
  /** Something went wrong. */
  trouble: (error: unknown) => void;
  /** The server has answered. */
  reached: () => void;
  /** An entry was not taken in, and why. */
  refused: (messages: string[]) => void;
  /** It could not be shared, and is as it was. */
  notShared: (messages: string[]) => void;
  /** The browser keeps nothing. */
  notKept: () => void;
}

export class Rosters {
  private shelves = $state.raw<Record<string, Shelf>>({});
  private active = $state<Record<string, string>>({});
  /** Is the network out of reach of a shared roster? */
  away = $state(false);
  /** Have the kept rosters been read? */
  ready = $state(false);
  private readonly author = newAuthor();
  private store: Store = new NoStore();
  private readonly channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('krigsspil-rosters');
  private readonly syncing = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(private readonly hears: Listening) {}

  /** All rosters. */
  get all(): Roster[] {
    return Object.values(this.shelves).map((shelf) => shelf.roster);
  }

  get(id: string): Roster | undefined {
    return this.shelves[id]?.roster;
  }

  meta(id: string): Meta | undefined {
    return this.shelves[id]?.meta;
  }

  /** How many entries of a shared roster have not reached the network. */
  unsent(id: string): number {
    return this.shelves[id]?.unsent ?? 0;
  }

  events(id: string): Happening[] {
    return this.shelves[id]?.log.all ?? [];
  }

  /** The roster in use for these rules. */
  of(rules: string): Roster | undefined {
    const own = this.all.filter((roster) => roster.rules === rules);
    return own.find((roster) => roster.id === this.active[rules]) ?? own.at(-1);
  }

  use(roster: Pick<Roster, 'id' | 'rules'>): void {
    this.active = { ...this.active, [roster.rules]: roster.id };
    remember('active-rosters', this.active);
  }

  /** Opens the store and reads what it keeps. */
  async open(): Promise<void> {
    const active = recall<Record<string, string>>('active-rosters');
    if (typeof active === 'object' && active !== null) this.active = active;
    try {
      this.store = await openStore();
      const { metas, events } = await this.store.all();
      for (const meta of metas) this.shelve(meta, events.filter((each) => each.roster === meta.id));
    } catch {
      this.store = new NoStore();
      this.hears.notKept();
    }
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Word>) => this.heard(data);
    await this.takeOver();
    this.ready = true;
    this.soon(0);
  }

  /** Rosters of an older edition of the page. */
  private async takeOver(): Promise<void> {
    const old = recall<unknown>('rosters');
    if (!Array.isArray(old)) return;
    for (const document of old) {
      try {
        const deeds = fromOld(document);
        const rules = deeds.find((deed) => deed.kind === 'begin')?.rules;
        if (rules) await this.make(rules, deeds);
      } catch {
        // What cannot be read was of no use before either.
      }
    }
    forget('rosters');
  }

  private shelve(meta: Meta, events: readonly KeptEvent[]): void {
    const log = this.shelves[meta.id]?.log ?? new Log(meta.id);
    log.join(events.filter((each) => !each.unsent).map((each) => each.event), false);
    log.join(events.filter((each) => each.unsent).map((each) => each.event), true);
    this.show(meta, log);
  }

  private show(meta: Meta, log: Log): void {
    this.shelves = { ...this.shelves, [meta.id]: { meta, log, roster: log.roster, unsent: log.unsent } };
  }

  /** Another tab has written something. */
  private heard(word: Word): void {
    if (typeof word?.roster !== 'string') return;
    if (word.dropped) {
      const { [word.roster]: _, ...others } = this.shelves;
      this.shelves = others;
      return;
    }
    const meta = this.shelves[word.roster]?.meta ?? word.meta;
    if (!meta) return;
    const shelf = this.shelves[word.roster];
    const log = shelf?.log ?? new Log(word.roster);
    // Whichever tab reaches the network first sends them; what arrives twice counts once.
    log.join(readEvents(word.events), (word.meta ?? meta).code !== undefined);
    this.show(word.meta ?? meta, log);
  }

  /** Waits for the store to have everything that was written so far. False if it does not keep it. */
  private keep(work: (store: Store) => Promise<void>): Promise<boolean> {
    const kept = this.keeping.then(async () => {
      try {
        await work(this.store);
        return !(this.store instanceof NoStore);
      } catch {
        this.hears.notKept();
        return false;
      }
    });
    this.keeping = kept;
    return kept;
  }

  /** Makes a roster and uses it. */
  async make(rules: string, deeds: readonly Deed[]): Promise<string> {
    const meta: Meta = { id: newId(), rules, since: 0, epoch: 0 };
    const log = new Log(meta.id);
    const events = log.write(this.author, deeds, false);
    await this.begin(meta, log, events, false);
    return meta.id;
  }

  /** A roster whose events are known: from a file. The file's own roster is joined if this browser has it. */
  async adopt(rules: string, events: readonly Happening[]): Promise<string> {
    const first = events.find((event) => event.kind === 'begin')?.id;
    const known = Object.values(this.shelves).find((shelf) => first !== undefined && shelf.log.all.some((event) => event.id === first));
    const meta: Meta = known?.meta ?? { id: newId(), rules, since: 0, epoch: 0 };
    const log = known?.log ?? new Log(meta.id);
    const shared = meta.code !== undefined;
    const fresh = log.join(events, shared);
    await this.begin(meta, log, fresh, shared);
    return meta.id;
  }

  private async begin(meta: Meta, log: Log, events: Happening[], unsent: boolean): Promise<void> {
    this.show(meta, log);
    this.use(meta);
    this.channel?.postMessage({ roster: meta.id, events, meta } satisfies Word);
    await this.keep(async (store) => {
      await store.put(meta);
      await store.add(events.map((event) => ({ roster: meta.id, event, unsent })));
    });
    this.soon(0);
  }

  /** Writes down what happened. Resolves when it is kept: true if it will be there after a reload. */
  async write(id: string, ...deeds: Deed[]): Promise<boolean> {
    const shelf = this.shelves[id];
    if (!shelf) return false;
    const shared = shelf.meta.code !== undefined;
    const events = shelf.log.write(this.author, deeds, shared);
    this.show(shelf.meta, shelf.log);
    this.channel?.postMessage({ roster: id, events } satisfies Word);
    const kept = await this.keep((store) => store.add(events.map((event) => ({ roster: id, event, unsent: shared }))));
    if (shared) this.soon(0);
    return kept;
  }

  /** Takes an entry back. A turn that two have called is taken back with both calls. */
  async undo(id: string, of: Happening | undefined): Promise<void> {
    const roster = this.shelves[id]?.roster;
    if (!roster || !of) return;
    const same = of.kind === 'turn' ? roster.history.filter(({ event, gone }) => !gone && event.kind === 'turn' && event.to === of.to).map(({ event }) => event) : [of];
    await this.write(id, ...same.map((event): Deed => ({ kind: 'undo', of: event.id })));
  }

  undoLast = (id: string) => this.undo(id, this.shelves[id] && lastDone(this.shelves[id].roster));
  redo = (id: string) => this.undo(id, this.shelves[id] && lastUndone(this.shelves[id].roster));

  /** Brings back an entry that was taken back. */
  async restore(id: string, of: Happening): Promise<void> {
    const undos = this.shelves[id]?.roster.undos.filter((undo) => undo.of === of.id) ?? [];
    if (undos.length > 0) await this.write(id, ...undos.map((undo): Deed => ({ kind: 'undo', of: undo.id })));
  }

  async drop(id: string): Promise<void> {
    const { [id]: _, ...others } = this.shelves;
    this.shelves = others;
    this.channel?.postMessage({ roster: id, events: [], dropped: true } satisfies Word);
    await this.keep((store) => store.drop(id));
  }

  /** Puts a roster on the network. */
  async share(id: string): Promise<void> {
    const shelf = this.shelves[id];
    if (!shelf || shelf.meta.code) return;
    const events = shelf.log.all;
    const language = this.hears.language();
    const answer = await api.shareRoster(shelf.meta.rules, events.slice(0, MOST_TOGETHER), language);
    if (!answer.codes) return;
    const refused = [...answer.refused];
    for (let from = MOST_TOGETHER; from < events.length && refused.length === 0; from += MOST_TOGETHER) {
      const told = { since: Number.MAX_SAFE_INTEGER, epoch: 0, events: events.slice(from, from + MOST_TOGETHER) };
      refused.push(...(await api.tellRoster(answer.codes.umpire, told, language)).refused);
    }
    if (refused.length > 0) {
      // All of it or none: a roster that is shared without some of its entries would lose them here too.
      await api.deleteRoster(answer.codes.umpire, language);
      this.hears.notShared(refused.map((each) => each.message));
      return;
    }
    const now = this.shelves[id];
    if (!now) return;
    now.log.sendAll();
    now.log.sent(events.map((event) => event.id));
    const meta: Meta = { ...now.meta, code: answer.codes.umpire, link: 'umpire', codes: answer.codes, since: 0, epoch: 0 };
    this.show(meta, now.log);
    await this.keep((store) => store.put(meta));
    this.channel?.postMessage({ roster: id, events: [], meta } satisfies Word);
    await this.answered(id, answer, []);
    this.soon(0);
  }

  /** Takes a roster off the network; it stays in this browser. */
  async unshare(id: string): Promise<void> {
    const shelf = this.shelves[id];
    if (!shelf?.meta.code) return;
    if (shelf.meta.link === 'umpire') await api.deleteRoster(shelf.meta.code, this.hears.language());
    const { code: _, link: __, codes: ___, ...rest } = shelf.meta;
    const meta: Meta = { ...rest, since: 0, epoch: 0 };
    shelf.log.sent(shelf.log.all.map((event) => event.id));
    this.show(meta, shelf.log);
    await this.keep((store) => store.put(meta));
  }

  /** Opens the roster behind a link; the one of this browser if it is known here. */
  async join(code: string): Promise<Roster | undefined> {
    const known = Object.values(this.shelves).find((shelf) => shelf.meta.code === code);
    if (known) {
      this.use(known.meta);
      return known.roster;
    }
    // Codes are letters and figures; `..` would be another address, and its answer no word about rosters.
    const answer = await api.tellRoster(code.replace(/[^\w-]/g, '-'), { since: 0, epoch: 0, events: [] }, this.hears.language());
    const meta: Meta = { id: newId(), rules: answer.rules, code, link: answer.link, since: 0, epoch: 0, ...(answer.codes ? { codes: answer.codes } : {}) };
    const log = new Log(meta.id);
    await this.begin(meta, log, log.join(readEvents(answer.events), false), false);
    await this.answered(meta.id, answer, []);
    return this.get(meta.id);
  }

  /** Exchanges events with the network soon. */
  soon(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.exchangeAll(), after);
  }

  private async exchangeAll(): Promise<void> {
    const shared = Object.values(this.shelves).filter((shelf) => shelf.meta.code !== undefined);
    const wanted = shared.filter((shelf) => shelf.unsent > 0 || this.active[shelf.meta.rules] === shelf.meta.id || shared.length === 1);
    const reached = await Promise.all(wanted.map((shelf) => this.exchange(shelf.meta.id)));
    this.away = reached.includes('away');
    const more = reached.every((each) => each === 'answered') && wanted.some((shelf) => this.unsent(shelf.meta.id) > 0);
    if (shared.length > 0) this.soon(this.away ? EVERY_WHEN_AWAY : more ? AT_ONCE : EVERY);
  }

  /** Sends what is waiting and takes in what is new; one question at a time for each roster. */
  private async exchange(id: string): Promise<'answered' | 'asking' | 'refused' | 'away'> {
    const shelf = this.shelves[id];
    if (!shelf?.meta.code) return 'answered';
    // Who is asking already goes on at once with what is new.
    if (this.syncing.has(id)) return 'asking';
    this.syncing.add(id);
    try {
      const events = shelf.log.toSend(MOST_TOGETHER);
      const { code, since, epoch } = shelf.meta;
      const answer = await api.tellRoster(code, { since, epoch, events }, this.hears.language());
      this.hears.reached();
      // A roster that was deleted meanwhile does not come back.
      if (this.shelves[id]?.meta.code === code) await this.answered(id, answer, events);
      return 'answered';
    } catch (error) {
      if (error instanceof OutOfReach) return 'away';
      if (error instanceof Refused && error.error.code === 'unknown_roster') await this.unsharedElsewhere(id);
      else if (error instanceof Refused && error.error.code === 'too_many_requests') return 'away';
      this.hears.trouble(error);
      return 'refused';
    } finally {
      this.syncing.delete(id);
    }
  }

  /** Somebody has taken it off the network: what is here stays here. */
  private async unsharedElsewhere(id: string): Promise<void> {
    const shelf = this.shelves[id];
    if (!shelf) return;
    const { code: _, link: __, codes: ___, ...rest } = shelf.meta;
    shelf.log.sent(shelf.log.all.map((event) => event.id));
    this.show(rest, shelf.log);
    await this.keep((store) => store.put(rest));
  }

  private async answered(id: string, answer: Happened, told: readonly Happening[]): Promise<void> {
    const shelf = this.shelves[id];
    if (!shelf) return;
    const refused = answer.refused.map((each) => each.id).filter((each) => each !== '');
    const arrived = told.map((event) => event.id).filter((each) => !refused.includes(each));
    const news = readEvents(answer.events);
    const fresh = shelf.log.join(news, false);
    shelf.log.sent([...arrived, ...news.map((event) => event.id)]);
    shelf.log.forget(refused);
    // Answers can overtake each other only between tabs; what is known never becomes less.
    const forward = answer.epoch !== shelf.meta.epoch || answer.next >= shelf.meta.since;
    const meta = { ...shelf.meta, ...(forward ? { since: answer.next, epoch: answer.epoch } : {}) };
    const moved = meta.since !== shelf.meta.since || meta.epoch !== shelf.meta.epoch;
    this.show(meta, shelf.log);
    if (fresh.length + arrived.length + refused.length > 0 || moved) {
      await this.keep(async (store) => {
        await store.add(fresh.map((event) => ({ roster: id, event, unsent: false })));
        if (arrived.length > 0) await store.sent(id, arrived);
        if (refused.length > 0) await store.forget(id, refused);
        await store.put(meta);
      });
    }
    if (refused.length > 0) this.hears.refused(answer.refused.map((each) => each.message));
  }
}
