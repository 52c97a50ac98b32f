// What the table is measured in: facts are stated in the print's own measure, and a player may read inches off his tape.
import type { Book } from './api';
import { recall, remember } from './memory';
import type { Field } from './form';
import { written } from './form';
import type { Words } from './words';

export type Measuring = NonNullable<Book['roster']['measuring']>;
export type Tape = Measuring['tapes'][number];

/** The tape in use, by rule set: its place among those the rules offer. */
class Tapes {
  private chosen = $state<Record<string, number>>({});

  placeOf(rules: string): number {
    return this.chosen[rules] ?? recall<number>(`tape/${rules}`) ?? 0;
  }

  /** The tape in use; none where the print's own measure is. */
  of(book: Pick<Book, 'id' | 'roster'>): Tape | undefined {
    const place = this.placeOf(book.id);
    return place > 0 ? book.roster.measuring?.tapes[place] : undefined;
  }

  use(rules: string, place: number): void {
    this.chosen[rules] = place;
    remember(`tape/${rules}`, place);
  }
}

export const tapes = new Tapes();

/** Is a fact a distance? */
export const isDistance = (measuring: Measuring | null | undefined, field: Pick<Field, 'name' | 'kind'>): boolean =>
  measuring != null && (field.kind === 'number' || field.kind === 'whole') && field.name.endsWith(measuring.facts);

/** A fact's measure as the tape shows it, to two decimals. */
export const onTape = (value: number, tape: Tape): number => Math.round((value / tape.is) * 100) / 100;

/** What the tape shows as the fact's measure, in the fact's own steps. */
export function offTape(shown: number, tape: Tape, field: Pick<Field, 'kind' | 'step'>): number {
  const value = shown * tape.is;
  // A number may be as exact as the print's tables need it; a whole one may not.
  return field.kind === 'whole' ? Math.round(value) : Math.round(value * 100) / 100;
}

/** What a tape shows, in words. */
export function unitName(tape: Tape | undefined, words: Words): string {
  const units: Record<string, string> = { cm: words.tapeCm, inch: words.tapeInch, yard: words.tapeYard, metre: words.tapeMetre };
  return units[tape?.unit ?? ''] ?? '';
}

/** A tape by name: `inches (1 = 50 yards)`, where its length depends on the scale of the figures. */
export function tapeName(tape: Tape, own: Tape | undefined, words: Words): string {
  const unit = unitName(tape, words);
  return tape.is === 1 || own?.unit === 'cm' ? unit : `${unit} (1 = ${written(tape.is, words)} ${unitName(own, words)})`;
}
