// A roster's events in this tab: what is there, what is still to be sent, and how events from elsewhere join.
import type { Roster } from '../roster';
import { LIMITS, type Deed, type Happening } from './events';
import { Sum } from './fold';

/** Names for events: the tab's own name and a number. */
export class Author {
  private made = 0;
  constructor(readonly name: string) {}

  next(): string {
    this.made += 1;
    return `${this.name}-${this.made.toString(36)}`;
  }
}

/** A name for this tab: forty bits, so that no two tabs of a club have the same. */
export function newAuthor(): Author {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return new Author(Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte & 31]).join(''));
}

/** The events of one roster, and the roster they make. */
export class Log {
  private readonly events = new Map<string, Happening>();
  private readonly waiting = new Set<string>();
  private latest = 0;
  private sum: Sum | undefined;
  private made: Roster | undefined;

  constructor(readonly id: string) {}

  /** The roster. */
  get roster(): Roster {
    this.sum ??= new Sum([...this.events.values()]);
    this.made ??= this.sum.roster(this.id);
    return this.made;
  }

  get all(): Happening[] {
    return [...this.events.values()];
  }

  /** How many events are still to be sent. */
  get unsent(): number {
    return this.waiting.size;
  }

  /** Takes in events from anywhere, in any order, repeated or not. Tells which are new. */
  join(events: readonly Happening[], unsent: boolean): Happening[] {
    const fresh = events.filter((event) => !this.events.has(event.id));
    for (const event of fresh) {
      this.events.set(event.id, event);
      this.latest = Math.max(this.latest, event.clock);
      if (unsent) this.waiting.add(event.id);
    }
    if (fresh.length > 0) {
      this.made = undefined;
      if (!this.sum?.add(fresh)) this.sum = undefined;
    }
    return fresh;
  }

  /** Writes down what happened here, later than everything that is known. */
  write(author: Author, deeds: readonly Deed[], shared: boolean): Happening[] {
    const { turn } = this.roster;
    const events = deeds.map((deed, place): Happening => ({ ...deed, id: author.next(), clock: Math.min(this.latest + 1 + place, LIMITS.clock), turn }));
    return this.join(events, shared);
  }

  /** The next events to send, the oldest first. */
  toSend(most: number): Happening[] {
    return [...this.waiting].slice(0, most).flatMap((id) => this.events.get(id) ?? []);
  }

  /** These have arrived. */
  sent(ids: readonly string[]): void {
    for (const id of ids) this.waiting.delete(id);
  }

  /** Everything is to be sent: the roster is shared from now on. */
  sendAll(): void {
    for (const id of this.events.keys()) this.waiting.add(id);
  }

  /** These were refused, and never happened. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.waiting.delete(id);
      this.events.delete(id);
    }
    this.sum = undefined;
    this.made = undefined;
  }
}
