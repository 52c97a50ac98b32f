// What a battle is called by before it is played: its date and its forces, as the language writes them.
import type { BattleListed } from '../games/types';
import { fill, type Language } from '../lib/words';
import type { TableWords } from '../table/words';

/** English as it is written where the club plays: the day before the month. */
const LOCALES: Record<Language, string> = { en: 'en-GB', da: 'da-DK' };

/** A day in words, `30 August 1862`; what is no date as it is. */
export function dayOf(date: string, lang: Language): string {
  if (Number.isNaN(Date.parse(date))) return date;
  return new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** A count with its thousands apart: `1,520`. */
export const grouped = (count: number, lang: Language): string => new Intl.NumberFormat(LOCALES[lang]).format(count);

/** The forces of a side as the rules count them: `6 units, 1,520 men, 4 guns`. Of what there is none nothing is said. */
export function forcesOf(side: BattleListed['sides'][number], rules: BattleListed['rules'][number] | undefined, words: TableWords, lang: Language): string {
  const counts: [string, number][] = [
    [words.unitsOf, side.units],
    [words.menOf, rules?.men[side.id] ?? 0],
    [words.gunsOf, side.guns],
  ];
  return counts.filter(([, n]) => n > 0).map(([text, n]) => fill(text, { n: grouped(n, lang) })).join(', ');
}
