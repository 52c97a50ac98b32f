// What fits on paper.
import type { PrintedTable } from './api';

type Part = PrintedTable['parts'][number];

/** The number of rows that certainly fit on one page with their headings. */
const PAGE_ROWS = 40;
/** How many letters of a row's longest cell fit on one line. */
const LINE_LETTERS = 60;

const linesOf = (row: Part['rows'][number]) => Math.max(1, ...row.cells.map((cell) => Math.ceil(cell.length / LINE_LETTERS)));

/** The printed name and the title of a table; only one of them if they are the same. If the table is known only by its rule number, that number comes last. */
export function headingOf({ printed, title }: Pick<PrintedTable, 'printed' | 'title'>): string {
  if (printed.toLowerCase() === title.toLowerCase()) return title;
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
