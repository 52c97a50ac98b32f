// A turn by mail: the table out of a file, without a server between the players. What is done is written into a reply; whoever keeps the battle brings it in.
import { words, type Language } from '../lib/words';
import { recall, remember } from '../lib/memory';
import { orderAction } from '../table/declared';
import { Seat } from './client';
import { alike, byHand } from './hand';
import { GameSession } from './session.svelte';
import { questionOf, type Action, type GameShown, type Intended, type Order, type Preview, type Reach, type Reply, type Seen, type SheetEntry, type Turn, type Value, type View, type Wish } from './types';

/** Reads a file as a turn by mail; nothing when it is none. */
export function turnIn(text: string): Turn | undefined {
  const file = jsonIn(text);
  const is = file && typeof file['mail_turn'] === 'string' && typeof file['seat'] === 'string' && typeof file['after'] === 'number' && file['view'] && file['board'] && Array.isArray(file['prompts']) && Array.isArray(file['told']);
  return is ? (file as unknown as Turn) : undefined;
}

/** Reads a file as a reply by mail; nothing when it is none. */
export function replyIn(text: string): Reply | undefined {
  const file = jsonIn(text);
  const is = file && typeof file['mail_reply'] === 'string' && typeof file['seat'] === 'string' && typeof file['after'] === 'number' && Array.isArray(file['actions']);
  return is ? (file as unknown as Reply) : undefined;
}

function jsonIn(text: string): { [name: string]: Value } | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as { [name: string]: Value }) : undefined;
  } catch {
    return undefined;
  }
}

/** What everybody knows of the game, as far as a turn file tells it. */
function tableOf(turn: Turn): GameShown {
  const side = turn.view.side ?? null;
  return {
    game: turn.mail_turn,
    title: turn.view.scenario,
    rules: turn.view.rule_set,
    seat: turn.seat,
    seats: [{ seat: turn.seat, role: 'player', side, by: 'person' }],
    begun: true,
    turn: turn.turn,
    clock: null,
    paused: false,
    dice: { hash: turn.mail_turn, shared: false, committed: {}, revealed: {} },
    undo: null,
    by_courier: false,
    hot_seat: false,
    ending: null,
    rematch: false,
  };
}

const NOTHING: Preview = { path: [], ends: null, not_reached: [], meets: [], ground: [], sums: [] };

/** A seat without a server: what only an engine can tell, it does not tell. */
class MailSeat extends Seat {
  constructor(
    lang: Language,
    private readonly owner: () => MailSession,
    private readonly why: () => string,
  ) {
    super('', lang);
  }

  override preview = async (action: Action): Promise<Preview> => this.owner().foresees(action) ?? NOTHING;
  override intend = async (wishes: Wish[]): Promise<Intended[]> => wishes.map((wish) => this.owner().byHand(wish) ?? this.none(wish.unit));
  override together = async (units: string[]): Promise<Intended[]> => units.map((unit) => this.none(unit));
  override sheet = async (): Promise<SheetEntry[]> => this.owner().sheet();
  override sight = async (): Promise<Seen> => this.cannot();
  override reach = async (): Promise<Reach> => this.cannot();

  private cannot(): never {
    throw new Error(this.why());
  }

  private none(unit: string): Intended {
    return { unit, action: null, preview: null, refused: { message: this.why(), rule: null } };
  }
}

export class MailSession extends GameSession {
  /** What was done so far, in order. */
  actions = $state.raw<Action[]>([]);
  private typed = new Map<string, string>();

  constructor(
    private readonly turn: Turn,
    lang: Language,
    why: () => string,
  ) {
    super('', lang, [], new MailSeat(lang, () => this, why));
  }

  override get mail(): MailSession {
    return this;
  }

  override open(): void {
    this.connection = 'live';
    this.table = tableOf(this.turn);
    this.view = this.turn.view;
    this.prompts = [...this.turn.prompts];
    this.events = this.turn.told;
    void this.try(async () => {
      await this.speak(this.seat.lang);
      this.story?.learn(this.view, this.turn.board ?? undefined);
      this.board = this.turn.board ?? undefined;
      // What was done before the page was closed stands.
      for (const action of recall<Action[]>(this.key) ?? []) this.carry(action);
    });
  }

  override close(): void {
    // Nobody is listened to.
  }

  private get key(): string {
    return `mail/${this.turn.mail_turn}/${this.turn.seat}/${this.turn.after}`;
  }

  /** Nothing is left to decide: the reply can be sent. */
  get isWhole(): boolean {
    return this.actions.length > 0 && this.prompts.length === 0;
  }

  get reply(): Reply {
    return { mail_reply: this.turn.mail_turn, seat: this.turn.seat, after: this.turn.after, actions: this.actions };
  }

  /** What a ready-made order would come to; nothing of any other, which only an engine knows. */
  foresees(action: Action): Preview | undefined {
    // A file of an older program tells nothing of it.
    return (this.turn.foreseen ?? []).find((each) => alike(each.action, action))?.preview;
  }

  /** The order that a drag comes to, with its way over open ground, or with what it would come to where that is known. */
  byHand(wish: Wish): Intended | undefined {
    const unit = this.view?.units.find((each) => each.id === wish.unit);
    const hand = (this.turn.by_hand ?? []).find((each) => each.unit === wish.unit);
    const found = unit && hand && byHand(unit, hand, { place: wish.place ?? undefined, facing: wish.facing ?? undefined, charge: wish.charge ?? undefined });
    return found && { unit: wish.unit, action: found.action, preview: { ...found.preview, ...this.foresees(found.action) }, refused: null };
  }

  sheet(): SheetEntry[] {
    return (this.view?.units ?? []).map((unit) => ({ unit: unit.id, written: this.typed.get(unit.id) ?? '', last: '' }));
  }

  override async act(action: Action): Promise<boolean> {
    this.failure = '';
    this.carry(action);
    remember(this.key, this.actions);
    return true;
  }

  /** Begins the turn anew. */
  again(): void {
    this.actions = [];
    this.typed.clear();
    remember(this.key, []);
    this.view = this.turn.view;
    this.prompts = [...this.turn.prompts];
  }

  private carry(action: Action): void {
    const said = JSON.stringify(action);
    const orders = this.prompts.find((prompt) => JSON.stringify(prompt.default) === said && !questionOf(prompt));
    const question = action['question'];
    this.actions = [...this.actions, action];
    if (orders) this.prompts = this.prompts.filter((prompt) => prompt !== orders);
    else if (question !== undefined) this.prompts = this.prompts.filter((prompt) => questionOf(prompt)?.question !== question);
    else this.write(action);
  }

  /** Shows an order as written, although only the engine of whoever keeps the battle will read it. */
  private write(action: Action): void {
    const found = this.story && orderAction(this.story.declared);
    const unit = found && action[found.unit];
    if (!found || typeof unit !== 'string' || !this.view) return;
    const text = found.sheet === undefined ? undefined : action[found.sheet];
    const order = typeof text === 'string' ? { [this.story?.declared.orders.tag ?? 'kind']: text } : action[found.order];
    if (typeof text === 'string') this.typed.set(unit, text);
    if (!order || typeof order !== 'object' || Array.isArray(order)) return;
    // A later order replaces the earlier one of the same unit.
    this.actions = this.actions.filter((each) => each === action || each[found.unit] !== unit || each[this.story?.declared.actions.tag ?? 'do'] !== found.kind.word);
    this.view = this.written(this.view, unit, order);
  }

  private written(view: View, id: string, order: Order): View {
    return { ...view, units: view.units.map((unit) => (unit.id === id ? { ...unit, written: order } : unit)) };
  }

  override trouble(error: unknown): void {
    this.failure = error instanceof Error ? error.message : words[this.seat.lang].offline;
  }
}
