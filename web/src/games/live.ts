// A socket that comes back. Items are numbered for the seat: after a lost connection it asks for those after the last it has, so none is lost and none
// comes twice. Behind a proxy without sockets the same is asked over HTTP.
import { Refused } from '../lib/api';
import type { Seat } from './client';
import type { Frame, Item, State } from './types';

export type Connection = 'connecting' | 'live' | 'polling' | 'lost' | 'dead';

export interface Listener {
  item(item: Item): void;
  state(state: State): void;
  connection(connection: Connection): void;
  /** What the server's clock says. */
  clock(now: number): void;
}

/** Closed with this, the link opens nothing any more. */
const DEAD = 4404;
/** So many sockets in a row that never said welcome: then it is tried without. */
const GIVE_UP = 3;

/** Milliseconds until the next try: half a second at first, then longer, ten seconds at most. */
export function pause(tries: number): number {
  return Math.min(10_000, 500 * 2 ** Math.min(tries, 5));
}

export class Live {
  private since = 0;
  private tries = 0;
  private unheard = 0;
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private polling: AbortController | undefined;

  constructor(
    private readonly seat: Seat,
    private readonly listener: Listener,
  ) {}

  open(): void {
    addEventListener('online', this.again);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.again);
    clearTimeout(this.timer);
    this.polling?.abort();
    this.socket?.close();
  }

  private again = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    if (this.closed) return;
    this.socket?.close();
    this.listener.connection(this.tries === 0 ? 'connecting' : 'lost');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/game/socket`);
    this.socket = socket;
    let welcomed = false;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.seat.token, since: this.since, lang: this.seat.lang }));
    socket.onmessage = (message: MessageEvent<string>) => {
      const frame = JSON.parse(message.data) as Frame;
      if (frame.type === 'welcome') {
        welcomed = true;
        this.tries = 0;
        this.unheard = 0;
        this.listener.clock(frame.now);
        this.listener.connection('live');
      } else if (frame.type === 'item') this.heard(frame.item);
      else if (frame.type === 'state') this.listener.state(frame.state);
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === DEAD) {
        this.listener.connection('dead');
        return;
      }
      if (!welcomed) this.unheard += 1;
      if (this.unheard >= GIVE_UP) void this.poll();
      else this.later();
    };
  }

  private later(): void {
    this.listener.connection('lost');
    this.timer = setTimeout(() => this.connect(), pause(this.tries));
    this.tries += 1;
  }

  private heard(item: Item): void {
    if (item.seq <= this.since) return;
    this.since = item.seq;
    this.listener.item(item);
  }

  /** Without a socket: asks and waits, over and over. */
  private async poll(): Promise<void> {
    while (!this.closed) {
      this.polling = new AbortController();
      try {
        const { items } = await this.seat.items(this.since, 15, this.polling.signal);
        for (const item of items) this.heard(item);
        this.listener.state(await this.seat.state());
        this.listener.connection('polling');
      } catch (error) {
        if (error instanceof Refused && error.error.code === 'no_such_link') {
          this.listener.connection('dead');
          return;
        }
        this.unheard = 0;
        this.later();
        return;
      }
    }
  }
}
