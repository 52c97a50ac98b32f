// What fits on paper.
import type { Book, PrintedTable } from './api';

type Part = PrintedTable['parts'][number];

/** The number of rows that certainly fit on one page with their headings. */
const PAGE_ROWS = 40;
/** How many letters of a row's longest cell fit on one line. */
const LINE_LETTERS = 60;

const linesOf = (row: Part['rows'][number]) => Math.max(1, ...row.cells.map((cell) => Math.ceil(cell.length / LINE_LETTERS)));

/** The printed name and the title of a table; only one of them if they are the same. If the table is known only by its rule number, that number comes last. */
export function headingOf({ printed, title }: Pick<PrintedTable, 'printed' | 'title'>): string {
  // A table of house rules is printed nowhere: its name stands in brackets.
  if (printed.toLowerCase() === title.toLowerCase() || printed.startsWith('(')) return title;
  return /^\S+\.\S+$/.test(printed) ? `${title} (§${printed})` : `${printed}: ${title}`;
}

/** Does a part have so many columns of words that it needs small letters? */
export function isCrowded(part: Part): boolean {
  return part.columns.length > 12 && part.rows.some((row) => row.cells.some((cell) => cell.length > 6));
}

/** Is a part too long for one page? */
export function isLongPart(part: Part): boolean {
  return part.rows.reduce((sum, row) => sum + linesOf(row), 0) > PAGE_ROWS;
}

/** Is a table, with all its parts below each other, too long for one page? */
export function isLong(table: PrintedTable): boolean {
  return table.parts.reduce((sum, part) => sum + part.rows.reduce((lines, row) => lines + linesOf(row), 3), 0) > PAGE_ROWS;
}

/** What players look up in the heat of a turn, in the order they need it. */
const AT_HAND = ['fire', 'artillery', 'melee', 'morale', 'march'] as const;

export interface Reference {
  group: string;
  label: string;
  tables: PrintedTable[];
}

/** The quick reference: the tables of fire, melee, morale and march, each once, under the first heading whose sums use it. */
export function referenceOf(book: Pick<Book, 'groups' | 'procedures' | 'texts' | 'tables'>): Reference[] {
  const beside = new Map(book.texts.map((text) => [text.rule, text.tables]));
  const taken = new Set<string>();
  return AT_HAND.map((group) => {
    const cited = book.procedures.filter((each) => each.group === group).flatMap((each) => each.cites);
    const used = new Set(cited.flatMap((rule) => beside.get(rule) ?? []));
    const tables = book.tables.filter((table) => used.has(table.id) && !table.country_list && !taken.has(table.id));
    for (const table of tables) taken.add(table.id);
    return { group, label: book.groups.find((each) => each.key === group)?.label ?? group, tables };
  }).filter((each) => each.tables.length > 0);
}

/** How large a table is on paper. */
export interface Size {
  width: number;
  height: number;
}

/** The order in which tables stand closest: rows of the given width, each begun with the tallest that is left and filled up with whatever still fits. */
export function packed(sizes: readonly Size[], width: number): number[] {
  const left = sizes.map((size, place) => ({ ...size, place })).toSorted((one, other) => other.height - one.height || one.place - other.place);
  const order: number[] = [];
  while (left.length > 0) {
    let room = width;
    for (let at = 0; at < left.length; ) {
      const next = left[at];
      // The first of a row stands there even if it is wider than the paper.
      if (next && (room === width || next.width <= room)) {
        room -= next.width;
        order.push(next.place);
        left.splice(at, 1);
      } else at += 1;
    }
  }
  return order;
}
