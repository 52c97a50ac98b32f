// Where the browser keeps rosters: IndexedDB, one record for each event. An event is added, never rewritten, so two tabs cannot overwrite
// each other, and a booking costs the same whether it is the first or the thousandth.
import { readEvents, type Happening } from './events';

/** What is known of a roster beside its events. */
export interface Meta {
  id: string;
  rules: string;
  /** The code of its link, if it is shared. */
  code?: string;
  /** Whose link that is. */
  link?: 'umpire' | 'blue' | 'red';
  /** The codes of all links, if it is the umpire's. */
  codes?: { umpire: string; blue: string; red: string };
  /** What of the network's events is known. */
  since: number;
  epoch: number;
}

export interface KeptEvent {
  roster: string;
  event: Happening;
  /** Is it still to be sent? */
  unsent: boolean;
}

/** What keeps rosters between visits. */
export interface Store {
  all(): Promise<{ metas: Meta[]; events: KeptEvent[] }>;
  add(events: KeptEvent[]): Promise<void>;
  sent(roster: string, ids: string[]): Promise<void>;
  forget(roster: string, ids: string[]): Promise<void>;
  put(meta: Meta): Promise<void>;
  drop(roster: string): Promise<void>;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error ?? new Error('indexedDB'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((found, failed) => {
    transaction.oncomplete = () => found();
    transaction.onabort = transaction.onerror = () => failed(transaction.error ?? new Error('indexedDB'));
  });

interface Row {
  roster: string;
  id: string;
  event: unknown;
  unsent: boolean;
}

function isMeta(value: unknown): value is Meta {
  const meta = value as Partial<Meta> | null;
  return typeof meta === 'object' && meta !== null && typeof meta.id === 'string' && typeof meta.rules === 'string' && Number.isInteger(meta.since) && Number.isInteger(meta.epoch);
}

class Shelves implements Store {
  constructor(private readonly database: IDBDatabase) {}

  async all(): Promise<{ metas: Meta[]; events: KeptEvent[] }> {
    const transaction = this.database.transaction(['rosters', 'events']);
    const [metas, rows] = await Promise.all([done(transaction.objectStore('rosters').getAll()), done(transaction.objectStore('events').getAll() as IDBRequest<Row[]>)]);
    const events = rows.flatMap(({ roster, event, unsent }) => readEvents([event]).map((read) => ({ roster, event: read, unsent: unsent === true })));
    return { metas: (metas as unknown[]).filter(isMeta), events };
  }

  async add(events: KeptEvent[]): Promise<void> {
    const transaction = this.database.transaction('events', 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore('events');
    for (const { roster, event, unsent } of events) {
      const row: Row = { roster, id: event.id, event, unsent };
      // What another tab has already put there, and perhaps sent, stays as it is.
      const there = store.getKey([roster, event.id]);
      there.onsuccess = () => {
        if (there.result === undefined) store.put(row);
      };
    }
    await finished(transaction);
  }

  async sent(roster: string, ids: string[]): Promise<void> {
    const transaction = this.database.transaction('events', 'readwrite');
    const store = transaction.objectStore('events');
    for (const id of ids) {
      const found = store.get([roster, id]) as IDBRequest<Row | undefined>;
      found.onsuccess = () => {
        if (found.result) store.put({ ...found.result, unsent: false });
      };
    }
    await finished(transaction);
  }

  async forget(roster: string, ids: string[]): Promise<void> {
    const transaction = this.database.transaction('events', 'readwrite');
    for (const id of ids) transaction.objectStore('events').delete([roster, id]);
    await finished(transaction);
  }

  async put(meta: Meta): Promise<void> {
    const transaction = this.database.transaction('rosters', 'readwrite');
    transaction.objectStore('rosters').put(meta);
    await finished(transaction);
  }

  async drop(roster: string): Promise<void> {
    const transaction = this.database.transaction(['rosters', 'events'], 'readwrite');
    transaction.objectStore('rosters').delete(roster);
    transaction.objectStore('events').delete(IDBKeyRange.bound([roster], [roster, []]));
    await finished(transaction);
  }
}

/** Keeps nothing; for tests, and for a browser that forbids storage. */
export class NoStore implements Store {
  all = async () => ({ metas: [], events: [] });
  add = async () => {};
  sent = async () => {};
  forget = async () => {};
  put = async () => {};
  drop = async () => {};
}

/** The browser's store; throws if the browser has none. */
export async function openStore(): Promise<Store> {
  const request = indexedDB.open('krigsspil', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('rosters', { keyPath: 'id' });
    request.result.createObjectStore('events', { keyPath: ['roster', 'id'] });
  };
  const database = await done(request);
  // Another tab with a newer page may change the store; this one must not hold it back.
  database.onversionchange = () => database.close();
  return new Shelves(database);
}
