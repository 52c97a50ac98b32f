// What a player has in hand at the table: whom he has chosen, the order he is making, what the engine says of it, and the tool he uses.
import { Refused } from '../lib/api';
import type { GameSession } from '../games/session.svelte';
import { isHere, ordersOf, questionOf, type Action, type ActionsAsked, type At, type Deployment, type Intended, type Order, type OrdersAsked, type Preview, type Prompt, type Reach, type Seen, type SheetEntry, type UnitAsked, type UnitShown, type Values } from '../games/types';
import { begun, lacking, orderAction, type Kind } from './declared';
import type { Picking } from './forms';
import { distance } from './shape';

export type Tool = 'none' | 'ruler' | 'sight' | 'arcs' | 'command';

/** An order or action in the making. */
export interface Draft {
  /** Whom it is for. */
  id: string;
  /** The whole action. */
  action: Action;
  preview: Preview | undefined;
  /** Why it cannot be given; `tried` when it has been. */
  refused: { message: string; rule: string | null; tried?: boolean } | undefined;
}

/** What the chosen units are to do: come this far from where they are, face a way, or charge somebody. */
interface Wish {
  by?: readonly [number, number];
  to?: At;
  facing?: number;
  charge?: string;
}

export class Desk {
  chosen = $state.raw<string[]>([]);
  several = $state(false);
  /** How several units go: as they stand, in line, or in column along a road. */
  array = $state<'kept' | Deployment>('kept');
  drafts = $state.raw<Draft[]>([]);
  /** The ways of orders that are given. */
  given = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  /** The orders whose ways are shown or asked for, as they are written. */
  private followed = new Map<string, string>();
  picking = $state.raw<Picking | undefined>(undefined);
  tool = $state<Tool>('none');
  names = $state(true);
  reach = $state.raw<Reach | undefined>(undefined);
  seen = $state.raw<(Seen & { from: At }) | undefined>(undefined);
  ruler = $state.raw<{ from: At; to: At; text: string[]; heights: [number, number][]; forbidden?: string } | undefined>(undefined);
  sheet = $state.raw<SheetEntry[]>([]);
  drag = $state.raw<{ from: At; to: At } | undefined>(undefined);
  private asking: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest wish that is not asked yet. */
  private wish: Wish | undefined;
  private intending: Promise<void> | undefined;
  /** Orders are on their way: who says he is ready waits for them. */
  giving = $state(false);

  constructor(readonly session: GameSession) {}

  get ordersPrompt(): Prompt | undefined {
    return this.session.prompts.find((prompt) => ordersOf(prompt) !== undefined);
  }

  get orders(): OrdersAsked | undefined {
    const prompt = this.ordersPrompt;
    return prompt && ordersOf(prompt);
  }

  get questions(): Prompt[] {
    return this.session.prompts.filter((prompt) => questionOf(prompt) !== undefined);
  }

  /** The only one chosen, when it is one. */
  get one(): string | undefined {
    return this.chosen.length === 1 ? this.chosen[0] : undefined;
  }

  asked(id: string | undefined): UnitAsked | undefined {
    return this.orders?.units.find((each) => each.unit === id);
  }

  /** What is told of actions beside orders. An older program's turn by mail, or what its server stored, tells nothing of them. */
  private get actionsTold(): ActionsAsked[] {
    return (this.orders?.actions as ActionsAsked[] | undefined) ?? [];
  }

  /** What may be done with somebody beside an order. */
  actionsWith(id: string | undefined): ActionsAsked | undefined {
    return this.actionsTold.find((each) => each.who === id);
  }

  unit(id: string | undefined): UnitShown | undefined {
    const { view } = this.session;
    if (!view || id === undefined) return undefined;
    return view.units.find((unit) => unit.id === id) ?? view.friends.find((unit) => unit.id === id) ?? view.enemies.find((unit) => unit.id === id);
  }

  /** Leaders and couriers who may do something now, and leaders whose commands may be ordered. */
  get riders(): string[] {
    const { orders } = this;
    if (!orders) return [];
    const leaders = this.session.view?.generals.map((each) => each.id) ?? [];
    const commands = orders.units.map((each) => each.unit).filter((id) => leaders.includes(id));
    const couriers = this.session.view?.couriers.map((each) => each.id) ?? [];
    if (this.actionsTold.length === 0) return [...new Set([...orders.generals.map((each) => each.general), ...commands, ...orders.couriers.map((each) => each.courier)])];
    const acting = this.actionsTold.filter((each) => each.may.length > 0).map((each) => each.who);
    return [...new Set([...acting.filter((id) => leaders.includes(id)), ...commands, ...acting.filter((id) => couriers.includes(id))])];
  }

  /** Is no unit itself asked for an order now? */
  get leadersOnly(): boolean {
    const own = this.session.view?.units.map((each) => each.id) ?? [];
    return this.orders !== undefined && this.orders.units.every((each) => !own.includes(each.unit));
  }

  /** Units that may get an order now and have none. */
  get waitingUnits(): string[] {
    const view = this.session.view;
    return (this.orders?.units ?? [])
      .filter((asked) => asked.may.length > 1)
      .map((asked) => asked.unit)
      .filter((id) => {
        const unit = view?.units.find((each) => each.id === id);
        return unit !== undefined && isHere(unit) && !unit.written;
      });
  }

  choose(ids: string[]): void {
    this.chosen = ids;
    this.drafts = [];
    this.picking = undefined;
    this.reach = undefined;
    if (this.tool !== 'ruler') void this.useTool(this.tool);
  }

  toggle(id: string): void {
    this.choose(this.chosen.includes(id) ? this.chosen.filter((each) => each !== id) : [...this.chosen, id]);
  }

  /** The next unit without an order after the one chosen. */
  next(back = false): string | undefined {
    const all = (this.orders?.units ?? []).map((each) => each.unit);
    const waiting = this.waitingUnits;
    if (waiting.length === 0) return undefined;
    const order = back ? [...all].reverse() : all;
    // Where nobody is chosen the first comes first.
    const from = order.indexOf(this.one ?? '') + 1;
    const turned = [...order.slice(from), ...order.slice(0, from)];
    const id = turned.find((each) => waiting.includes(each)) ?? waiting[0];
    if (id !== undefined) this.choose([id]);
    return id;
  }

  /** The action that gives a unit this order. */
  ordering(id: string, order: Order): Action | undefined {
    const found = this.session.story && orderAction(this.session.story.declared);
    return found && { [this.session.story?.declared.actions.tag ?? 'do']: found.kind.word, [found.unit]: id, [found.order]: order };
  }

  /** The order inside an action, when it is one. */
  orderIn(action: Action): Order | undefined {
    const found = this.session.story && orderAction(this.session.story.declared);
    const order = found && action[found.kind.word === action[this.session.story?.declared.actions.tag ?? 'do'] ? found.order : ''];
    return order && typeof order === 'object' && !Array.isArray(order) ? order : undefined;
  }

  /** Begins an order of a kind for whoever is chosen. */
  begin(kind: Kind): void {
    const orders = this.session.story?.declared.orders;
    if (!orders) return;
    const drafts = this.chosen.filter((id) => this.asked(id)?.may.includes(kind.word)).map((id) => ({ id, order: this.first(id, kind) }));
    this.draft(drafts);
    const [first] = drafts;
    const missing = first && lacking(orders, first.order);
    if (missing && drafts.length === 1 && first && missing.kind !== 'list' && missing.kind !== 'text' && missing.kind !== 'one_of') {
      this.pick({ kind: missing.kind, title: missing.title, done: (value) => this.change(first.id, { ...first.order, [missing.name]: value }) });
    }
  }

  /** A first order of a kind: what is written already, when it is of that kind. */
  private first(id: string, kind: Kind): Order {
    const tag = this.session.story?.declared.orders.tag ?? 'kind';
    const written = this.unit(id)?.written;
    return written && written[tag] === kind.word ? { ...written } : begun(this.session.story?.declared.orders ?? { tag, kinds: [] }, kind);
  }

  change(id: string, order: Order): void {
    this.draft([{ id, order }], true);
  }

  private draft(orders: { id: string; order: Order }[], keep = false): void {
    const made = orders.flatMap(({ id, order }): Draft[] => {
      const action = this.ordering(id, order);
      return action ? [{ id, action, preview: undefined, refused: undefined }] : [];
    });
    const others = keep ? this.drafts.filter((draft) => orders.every((each) => each.id !== draft.id)) : [];
    this.drafts = [...others, ...made];
    this.lookAhead();
  }

  /** An action of a leader or courier, in the making. */
  draftAction(id: string, action: Action): void {
    this.drafts = [{ id, action, preview: undefined, refused: undefined }];
    this.lookAhead();
  }

  isWhole(draft: Draft): boolean {
    const actions = this.session.story?.declared.actions;
    return actions !== undefined && lacking(actions, draft.action) === undefined;
  }

  pick(picking: Picking | undefined): void {
    this.picking = picking;
  }

  /** Somebody or some place was pointed at. */
  picked(place: At, id: string | undefined, from: At | undefined): void {
    const { picking } = this;
    if (!picking) return;
    if (picking.kind === 'place') picking.done([Math.round(place[0]), Math.round(place[1])]);
    else if (picking.kind === 'bearing') {
      const base = from ?? place;
      const degrees = (Math.atan2(place[0] - base[0], place[1] - base[1]) * 180) / Math.PI;
      picking.done(Math.round((degrees + 360) % 360));
    } else if (id !== undefined) picking.done(id);
    else return;
    this.picking = undefined;
  }

  /** Asks the engine what would come of the drafts, when the player has paused for a moment. */
  private lookAhead(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.previewAll(), 90);
  }

  private async previewAll(): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const drafts = this.drafts;
    const told = await Promise.all(
      drafts.map(async (draft): Promise<Draft> => {
        if (!this.isWhole(draft)) return draft;
        try {
          return { ...draft, preview: await this.session.seat.preview(draft.action, asking.signal), refused: undefined };
        } catch (error) {
          if (error instanceof Refused) return { ...draft, preview: undefined, refused: { message: error.error.message, rule: error.error.rule ?? null } };
          return draft;
        }
      }),
    );
    if (!asking.signal.aborted && this.drafts === drafts) this.drafts = told;
  }

  /** Asks what the chosen units must do for a wish. The latest wish counts; one is asked at a time. */
  intend(wish: Wish): Promise<void> {
    this.wish = wish;
    this.intending ??= this.askWishes();
    return this.intending;
  }

  private async askWishes(): Promise<void> {
    for (let { wish } = this; wish; { wish } = this) {
      this.wish = undefined;
      await this.askWish(wish);
    }
    this.intending = undefined;
  }

  private async askWish(wish: Wish): Promise<void> {
    const { chosen } = this;
    const units = chosen.flatMap((id) => {
      const unit = this.unit(id);
      if (!unit || !this.asked(id)) return [];
      const place: [number, number] | undefined = wish.by && [unit.place[0] + wish.by[0], unit.place[1] + wish.by[1]];
      return [{ unit: id, ...(place ? { place } : {}), ...(wish.facing === undefined ? {} : { facing: wish.facing }), ...(wish.charge === undefined ? {} : { charge: wish.charge }) }];
    });
    if (units.length === 0) return;
    const array = chosen.length > 1 && wish.to !== undefined && wish.charge === undefined && this.array !== 'kept' ? this.array : undefined;
    try {
      const ids = units.map((each) => each.unit);
      const found = array && wish.to ? await this.session.seat.together(ids, array, wish.to) : await this.session.seat.intend(units);
      // Somebody else was chosen meanwhile: the answer is for nobody.
      if (this.chosen === chosen) this.intended(found);
    } catch (error) {
      this.session.trouble(error);
    }
  }

  /** Where nothing can be ordered, that is said: a drag without an answer would seem broken. */
  private intended(found: Intended[]): void {
    this.drafts = found.map((each): Draft => {
      if (each.action) return { id: each.unit, action: each.action, preview: each.preview ?? undefined, refused: undefined };
      return { id: each.unit, action: {}, preview: undefined, refused: each.refused ?? { message: '', rule: null } };
    });
  }

  /** Gives the orders in the making. What was wished last counts, not what is shown until the engine has answered. */
  async give(): Promise<boolean> {
    if (this.giving) return false;
    this.giving = true;
    try {
      await this.intending;
      return await this.giveAll(this.drafts);
    } finally {
      this.giving = false;
    }
  }

  private async giveAll(drafts: readonly Draft[]): Promise<boolean> {
    let all = true;
    const left: Draft[] = [];
    for (const draft of drafts) {
      if (Object.keys(draft.action).length === 0 || !this.isWhole(draft)) {
        left.push(draft);
        all = false;
        continue;
      }
      if (await this.session.act(draft.action)) {
        if (draft.preview) this.knows(draft.id, draft.preview);
      } else {
        left.push({ ...draft, refused: { message: this.session.failure, rule: null, tried: true } });
        all = false;
      }
    }
    if (!all) this.session.failure = '';
    this.drafts = left;
    return all;
  }

  /** Types an entry of the order sheet. */
  async type(id: string, entry: string): Promise<boolean> {
    const found = this.session.story && orderAction(this.session.story.declared);
    if (!found?.sheet) return false;
    const done = await this.session.act({ [this.session.story?.declared.actions.tag ?? 'do']: found.kind.word, [found.unit]: id, [found.sheet]: entry });
    return done;
  }

  /** Gives every unit without an order the one it had last turn, where that is open to it. */
  async copyLast(): Promise<void> {
    const tag = this.session.story?.declared.orders.tag ?? 'kind';
    for (const id of this.waitingUnits) {
      const last = this.unit(id)?.last_order;
      const action = last && this.asked(id)?.may.includes(String(last[tag])) ? this.ordering(id, last) : undefined;
      if (action) await this.session.act(action);
    }
    this.session.failure = '';
  }

  /** How a unit's order is written, to be compared; nothing where it has none. */
  private written(id: string): string | undefined {
    const order = this.unit(id)?.written;
    return order ? JSON.stringify(order) : undefined;
  }

  /** Its way is shown: it was worked out before the order was given. */
  private knows(id: string, preview: Preview): void {
    const written = this.written(id);
    if (written !== undefined) this.followed.set(id, written);
    this.given = new Map(this.given).set(id, preview);
  }

  /** Shows the ways of orders as they stand: the umpire may have overruled one, and another window of the seat may write, too. */
  async follow(): Promise<void> {
    const all = (this.session.view?.units ?? []).map((unit) => unit.id);
    const changed = all.filter((id) => this.followed.get(id) !== this.written(id));
    const kept = [...this.given].filter(([id]) => all.includes(id) && !changed.includes(id));
    if (kept.length < this.given.size) this.given = new Map(kept);
    this.followed = new Map(all.flatMap((id) => [[id, this.written(id)] as const]).filter((each): each is [string, string] => each[1] !== undefined));
    await this.showGiven(changed);
  }

  private async showGiven(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const order = this.unit(id)?.written;
      const action = order ? this.ordering(id, order) : undefined;
      if (!action) continue;
      const written = this.written(id);
      try {
        const preview = await this.session.seat.preview(action);
        // Another order was written meanwhile: its own way comes with it.
        if (this.written(id) === written) this.given = new Map(this.given).set(id, preview);
      } catch {
        // It was lawful when it was written; now it has no way to show.
      }
    }
  }

  async readSheet(): Promise<void> {
    try {
      this.sheet = await this.session.seat.sheet();
    } catch {
      this.sheet = [];
    }
  }

  async useTool(tool: Tool): Promise<void> {
    this.tool = tool;
    if (tool !== 'sight') this.seen = undefined;
    if (tool !== 'ruler') this.ruler = undefined;
    const unit = this.unit(this.one);
    if ((tool === 'arcs' || tool === 'command') && this.one !== undefined) this.reach = await this.session.try(() => this.session.seat.reach(this.one ?? ''));
    const leader = this.session.view?.generals.find((each) => each.id === this.one);
    const from = unit?.place ?? leader?.place;
    if (tool === 'sight' && from) await this.lookFrom(from);
  }

  async lookFrom(from: At): Promise<void> {
    const seen = await this.session.try(() => this.session.seat.sight(from));
    this.seen = seen && { ...seen, from };
  }

  /** Lays the ruler. Where the rules forbid to measure to an enemy, it tells only why. */
  async measure(from: At, to: At, tell: (metres: number) => string, forbidden: string | undefined): Promise<void> {
    if (forbidden !== undefined) {
      this.ruler = { from, to, text: [], heights: [], forbidden };
      return;
    }
    this.ruler = { from, to, text: [tell(distance(from, to))], heights: [] };
    // By mail nobody is there who knows the heights.
    if (this.session.mail) return;
    const profile = await this.session.try(() => this.session.seat.profile(from, to));
    if (profile && this.ruler) this.ruler = { ...this.ruler, heights: profile.heights };
  }

  /** The umpire's or a leader's action, done at once. */
  async act(action: Values): Promise<boolean> {
    return this.session.act(action);
  }
}
