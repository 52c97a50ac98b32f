// Tells a battle to people: names, sentences of events, orders. The words are the rule set's own, in the language of the page.
import type { Value, Values } from '../lib/api';
import { written } from '../lib/form';
import { fill, type Words } from '../lib/words';
import { allUnits, type Board, type Ending, type Order, type QuestionAsked, type Told, type View, type WordTable } from '../games/types';
import { fieldsFor, kindIn, type Declared, type Field, type Kinds } from './declared';
import type { TableWords } from './words';

export class Story {
  private readonly names = new Map<string, string>();
  private readonly sides = new Map<string, string>();

  constructor(
    readonly table: WordTable,
    readonly declared: Declared,
    readonly page: Words,
  ) {}

  /** Learns the names that a view and the board tell. A unit that goes out of sight keeps its name. */
  learn(view: View | undefined, board: Board | undefined): void {
    for (const side of board?.sides ?? []) this.sides.set(side.id, side.name);
    if (!view) return;
    for (const unit of allUnits(view)) {
      if (unit.name !== undefined) this.names.set(unit.id, unit.name);
      else if (!this.names.has(unit.id)) this.names.set(unit.id, `${this.label('arm', unit.arm)} ${unit.id}`);
    }
    for (const leader of view.generals) this.names.set(leader.id, leader.name);
  }

  label(section: string, key: string): string {
    return this.table[section]?.[key] ?? key.replaceAll('_', ' ');
  }

  has(section: string, key: string): boolean {
    return this.table[section]?.[key] !== undefined;
  }

  name(id: string): string {
    return this.names.get(id) ?? this.sides.get(id) ?? id;
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
        .map(([name, each]) => `${this.label('outcome', name).toLowerCase()} ${this.value(each, name)}`)
        .join(', ');
    }
    return this.word(field, value);
  }

  private word(field: string, text: string): string {
    const known = this.names.get(text) ?? this.sides.get(text);
    if (known !== undefined) return known;
    const kind = `${field.replace(/s$/, '')}.${text}`;
    if (this.has('kind', kind)) return this.label('kind', kind);
    if (this.has('choice', `${field}.${text}`)) return this.label('choice', `${field}.${text}`);
    return this.has('choice', text) ? this.label('choice', text) : text;
  }

  /** Inside a sentence a choice begins with a small letter; an abbreviation stays as it is. */
  private within(field: string, value: Value): string {
    if (Array.isArray(value)) return value.length === 0 ? this.page.none : value.map((each) => this.within(field, each)).join(', ');
    if (typeof value !== 'string' || this.names.has(value) || this.sides.has(value)) return this.value(value, field);
    const word = this.word(field, value);
    // A word of nobody's table is a name.
    if (word === value) return word;
    return /^\p{Lu}[\p{Ll} ]/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
  }

  private filled(text: string, ...from: (Values | undefined)[]): string {
    return text.replaceAll(/\{(\w+)\}/g, (blank, field: string) => {
      for (const values of from) if (values?.[field] !== undefined) return this.within(field, values[field]);
      return blank;
    });
  }

  /** A length in the rule set's own measure: `12,5 cm`, `8 tommer`. Centimetres are short in every language. */
  length(length: number, unit: string): string {
    return `${this.number(length)} ${unit === 'cm' ? unit : this.label('measure', unit)}`;
  }

  /** An event as a sentence with a great first letter. */
  sentence(event: Told): string {
    const text = this.table['event']?.[event.what];
    const told = text === undefined ? `${event.what.replaceAll('_', ' ')}: ${this.value(event.about)}` : this.filled(text, event.about, event.unfolded?.outcome);
    return told.charAt(0).toUpperCase() + told.slice(1);
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
    if (variant) parts.unshift(variant.title.toLowerCase());
    const told = parts.filter((part) => part !== '');
    return told.length === 0 ? kind.title : `${kind.title}: ${told.join(', ')}`;
  }

  private part(field: Field, value: Value | undefined): string {
    if (value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)) return '';
    if (value === field.default && field.kind !== 'list') return '';
    if (value === true) return field.title.toLowerCase();
    switch (field.kind) {
      case 'choice':
        return field.choices.find((choice) => choice.word === value)?.label.toLowerCase() ?? String(value);
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
        return `${this.number(Number(value))}${/degree|grad/i.test(field.title) ? '°' : ''}`;
      default:
        return this.value(value, field.name);
    }
  }
}
