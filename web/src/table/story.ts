// Tells a battle to people: names, sentences of events, orders. The words are the rule set's own, in the language of the page.
import type { Value, Values } from '../lib/api';
import { written } from '../lib/form';
import { small } from '../lib/sentence';
import { fill, type Words } from '../lib/words';
import { allUnits, type Board, type Ending, type Met, type Order, type QuestionAsked, type Texts, type Told, type View, type WordTable } from '../games/types';
import { fieldsFor, kindIn, type Declared, type Field, type Kinds } from './declared';
import type { TableWords } from './words';

/** A number with its measure, where the title of its field is one: `12 cm`, `30°`. */
function measured(number: string, title: string): string {
  if (/degree|grad/i.test(title)) return `${number.replace('-', '−')}°`;
  return /^(mm|cm|m|metres?|meter|paces|skridt|yards?|inch(es)?|tommer?)$/i.test(title) ? `${number} ${title.toLowerCase()}` : number;
}

/** Why an order is refused, for people: without the field it was found in, and without the rule, when that stands beside it to be tapped. */
export function refusal(message: string, rule: string | null): string {
  const said = message.replace(/^[a-z_.]+: /, '');
  const cited = rule === null ? '' : ` (§${rule})`;
  const plain = cited !== '' && said.endsWith(cited) ? said.slice(0, -cited.length) : said;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export class Story {
  private readonly names = new Map<string, string>();
  /** The arms of units that were seen without being known by name. */
  private readonly met = new Map<string, string>();
  /** Names as the scenario's file gives them. */
  private readonly told = new Map<string, string>();
  private readonly sides = new Map<string, string>();
  /** Rules that the umpire has added, by name. */
  private readonly added = new Map<string, string>();

  constructor(
    readonly table: WordTable,
    readonly declared: Declared,
    readonly page: Words,
    /** The scenarios' own texts in this language. */
    private readonly texts: Texts = {},
  ) {}

  /** A text of the scenario in the reader's language, where it is known. */
  said(text: string): string {
    return this.texts[text] ?? text;
  }

  /** Pieces or riders with their names in the reader's language, and their states in words. */
  called<T extends { name: string; badge?: string }>(all: readonly T[]): readonly T[] {
    // Most often there is nothing to say otherwise, and this is asked for every frame.
    if (Object.keys(this.texts).length === 0 && all.every((each) => !each.badge)) return all;
    return all.map((each) => ({ ...each, name: this.said(each.name), ...(each.badge ? { badge: this.state(each.badge) } : {}) }));
  }

  /** What is written over the table, with states in words. */
  marked<T extends { text: string }>(all: readonly T[]): readonly T[] {
    return all.length === 0 ? all : all.map((each) => ({ ...each, text: this.state(each.text) }));
  }

  /** How a unit is in hand: the print's own letters as they are, anything else in words. */
  state(word: string): string {
    const label = /^[a-z_]{2,}$/.test(word) ? this.declared.shown('UnitShown', 'order')?.labels.get(word) : undefined;
    return label === undefined ? word : label.charAt(0).toLowerCase() + label.slice(1);
  }

  /** The board with its names in the reader's language. */
  board(board: Board): Board {
    return { ...board, title: this.said(board.title), names: board.names.map((name) => ({ ...name, words: this.said(name.words) })) };
  }

  /** Learns the names that a view and the board tell. A unit that goes out of sight keeps its name. */
  learn(view: View | undefined, board: Board | undefined): void {
    for (const side of board?.sides ?? []) this.sides.set(side.id, this.said(side.name));
    if (!view) return;
    for (const unit of allUnits(view)) {
      if (unit.name !== undefined) this.call(unit.id, unit.name);
      else if (!this.names.has(unit.id)) this.meet(unit.id, unit.arm);
    }
    for (const leader of view.generals) this.call(leader.id, leader.name);
    for (const rule of view.rules ?? []) this.added.set(rule.name, rule.text);
  }

  /** Learns whom the seat was told of, as it knew them then. */
  introduce(met: readonly Met[]): void {
    for (const { unit, name, arm } of met) {
      if (name) this.call(unit, name);
      else if (!this.names.has(unit)) this.meet(unit, arm);
    }
  }

  private call(id: string, name: string): void {
    this.told.set(id, name);
    this.names.set(id, this.said(name));
  }

  private meet(id: string, arm: string): void {
    this.met.set(id, arm);
    this.names.set(id, `${this.label('arm', arm)} ${id}`);
  }

  /** Learns what the same seat was told in another language: whoever it met there it knows here. */
  learnFrom(other: Story): void {
    for (const [id, arm] of other.met) this.meet(id, arm);
    for (const [id, name] of other.told) this.call(id, name);
  }

  label(section: string, key: string): string {
    return this.table[section]?.[key] ?? key.replaceAll('_', ' ');
  }

  /** What the rule set calls a turn: at the head of something, and in the middle of a sentence. */
  get turn(): string {
    return this.label('word', 'turn');
  }

  get turnWithin(): string {
    return small(this.turn);
  }

  has(section: string, key: string): boolean {
    return this.table[section]?.[key] !== undefined;
  }

  name(id: string): string {
    return this.names.get(id) ?? this.sides.get(id) ?? this.rider(id) ?? id;
  }

  /** A courier has no name of his own: he is one of a leader's, `1 (Morrow)`. */
  private rider(id: string): string | undefined {
    const [leader, number] = id.split('/');
    const name = leader === undefined || number === undefined ? undefined : this.names.get(leader);
    return name === undefined ? undefined : `${number} (${name})`;
  }

  side(id: string): string {
    return this.sides.get(id) ?? id;
  }

  number(value: number): string {
    return written(value, this.page, Number.isInteger(value) ? 0 : 1);
  }

  /** A value as text. */
  value(value: Value, field = ''): string {
    if (value === null) return this.page.none;
    if (typeof value === 'boolean') return value ? this.page.yes : this.page.no;
    if (typeof value === 'number') return this.number(value);
    if (Array.isArray(value)) return value.length === 0 ? this.page.none : value.map((each) => this.value(each, field)).join(', ');
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, each]) => `${this.keyed(name)} ${this.value(each, name)}`)
        .join(', ');
    }
    return this.word(field, value);
  }

  /** The word for a part of a value: a field of an outcome, or a row of a table that gave points. */
  private keyed(name: string): string {
    const section = ['outcome', 'cell', 'modifier', 'row', 'fact'].find((each) => this.has(each, name)) ?? 'outcome';
    return small(this.label(section, name));
  }

  private word(field: string, text: string): string {
    const known = this.names.get(text) ?? this.sides.get(text) ?? this.rider(text);
    if (known !== undefined) return known;
    const kind = `${field.replace(/s$/, '')}.${text}`;
    if (this.has('kind', kind)) return this.label('kind', kind);
    if (this.has('choice', `${field}.${text}`)) return this.label('choice', `${field}.${text}`);
    return this.has('choice', text) ? this.label('choice', text) : this.said(text);
  }

  /** Inside a sentence a choice begins with a small letter; an abbreviation stays as it is. */
  private within(field: string, value: Value): string {
    if (Array.isArray(value)) return value.length === 0 ? this.page.none : value.map((each) => this.within(field, each)).join(', ');
    if (typeof value !== 'string' || this.names.has(value) || this.sides.has(value) || this.rider(value) !== undefined) return this.value(value, field);
    const word = this.word(field, value);
    // A word of nobody's table is a name, in the reader's language too.
    if (word === value || word === this.texts[value]) return word;
    return small(word);
  }

  private filled(text: string, ...from: (Values | undefined)[]): string {
    // `{men:man|men}` is the form that the count asks for.
    return text.replaceAll(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (blank, field: string, one?: string, many?: string) => {
      for (const values of from) {
        const value = values?.[field];
        if (value !== undefined) return one === undefined || many === undefined ? this.within(field, value) : value === 1 ? one : many;
      }
      return blank;
    });
  }

  /** A length in the rule set's own measure: `12,5 cm`, `8 tommer`. Centimetres are short in every language. */
  length(length: number, unit: string): string {
    return `${this.number(length)} ${unit === 'cm' ? unit : this.label('measure', unit)}`;
  }

  /** The text of an event. Where a number in it is 0 or a list empty, a sentence of its own may say so: `retires.without.cm`. */
  private textOf(event: Told): string | undefined {
    const texts = this.table['event'];
    const nothing = (value: Value) => (Array.isArray(value) ? value.length === 0 : typeof value === 'number' && Math.abs(value) < 0.05);
    const without = Object.entries(event.about).find(([field, value]) => nothing(value) && texts?.[`${event.what}.without.${field}`] !== undefined)?.[0];
    return texts?.[without === undefined ? event.what : `${event.what}.without.${without}`];
  }

  /** An event as a sentence with a great first letter. */
  sentence(event: Told): string {
    const text = this.textOf(event);
    const told = text === undefined ? `${event.what.replaceAll('_', ' ')}: ${this.value(event.about)}` : this.filled(text, event.about, event.unfolded?.outcome);
    return told.charAt(0).toUpperCase() + told.slice(1);
  }

  /** What a rule says that the umpire adds with this event; nothing where it adds none. */
  addedRule(event: Told): string | undefined {
    const { name } = event.about;
    return typeof name === 'string' && event.what === 'umpire_adds_a_rule' ? this.added.get(name) : undefined;
  }

  question(what: string, asked: QuestionAsked): string {
    const about: Values = { unit: asked.unit ?? null, other: asked.other, general: asked.general ?? null, fault: asked.fault ?? null };
    const told = this.filled(this.label('prompt', what), about);
    return told.charAt(0).toUpperCase() + told.slice(1);
  }

  ending(ending: Ending, words: Pick<TableWords, 'won' | 'drawn'>): string {
    const points = ending.points.map(([side, points]) => `${this.side(side)} ${points}`).join(', ');
    const reason = this.label('ending', ending.reason);
    const told = ending.winner === null ? fill(words.drawn, { reason }) : fill(words.won, { side: this.side(ending.winner), reason });
    return points ? `${told} (${points})` : told;
  }

  /** An order in words: "Move: ahead 12, wheel 30". */
  order(order: Order | null | undefined): string {
    return order ? this.deed(this.declared.orders, order) : '';
  }

  deed(kinds: Kinds, value: Values): string {
    const kind = kindIn(kinds, value);
    if (!kind) return String(value[kinds.tag] ?? '');
    const variant = kind.among && kindIn(kind.among, value);
    const parts = fieldsFor(kind, value).map((field) => this.part(field, value[field.name]));
    if (variant) parts.unshift(small(variant.title));
    const told = parts.filter((part) => part !== '');
    return told.length === 0 ? kind.title : `${kind.title}: ${told.join(', ')}`;
  }

  private part(field: Field, value: Value | undefined): string {
    if (value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)) return '';
    if (value === field.default && field.kind !== 'list') return '';
    if (value === true) return small(field.title);
    switch (field.kind) {
      case 'choice':
        return field.choices.filter((choice) => choice.word === value).map((choice) => small(choice.label))[0] ?? String(value);
      case 'place':
        return Array.isArray(value) ? `(${value.map((each) => Math.round(Number(each))).join('; ')})` : '';
      case 'bearing':
        return `${Math.round(Number(value))}°`;
      case 'list': {
        const each = field.each;
        return Array.isArray(value) && each ? value.map((one) => this.part(each, one)).join(', ') : this.value(value);
      }
      case 'one_of':
        return field.of ? this.deed(field.of, value as Values) : '';
      case 'number':
      case 'whole':
        return measured(this.number(Number(value)), field.title);
      default:
        return this.value(value, field.name);
    }
  }
}
