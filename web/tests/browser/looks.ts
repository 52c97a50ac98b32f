// How a page looks, coarsely: a small grid of mean colours. Letters and their edges vanish in it; a map that is not drawn, a panel in the wrong place or a
// colour that is gone do not.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const [COLUMNS, ROWS] = [32, 20];
const FILE = new URL('./looks.json', import.meta.url);

/** The grid of a page, as hexadecimal figures. */
export async function lookOf(page: Page): Promise<string> {
  const picture = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  return page.evaluate(
    async ({ picture, columns, rows }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      // Halved again and again, so that every dot counts.
      let canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      while (canvas.width > 2 * columns) {
        const half = new OffscreenCanvas(Math.ceil(canvas.width / 2), Math.ceil(canvas.height / 2));
        half.getContext('2d')?.drawImage(canvas, 0, 0, half.width, half.height);
        canvas = half;
      }
      const grid = new OffscreenCanvas(columns, rows).getContext('2d');
      grid?.drawImage(canvas, 0, 0, columns, rows);
      const dots = grid?.getImageData(0, 0, columns, rows).data ?? new Uint8ClampedArray();
      return [...dots].filter((_, place) => place % 4 !== 3).map((value) => value.toString(16).padStart(2, '0')).join('');
    },
    { picture, columns: COLUMNS, rows: ROWS },
  );
}

const valuesOf = (look: string) => (look.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** How far two looks are apart: the share of cells in which a colour differs plainly. */
export function apart(one: string, other: string): number {
  const [a, b] = [valuesOf(one), valuesOf(other)];
  if (a.length !== b.length) return 1;
  const PLAINLY = 24;
  let differ = 0;
  for (let cell = 0; cell < a.length; cell += 3) {
    if ([0, 1, 2].some((part) => Math.abs((a[cell + part] ?? 0) - (b[cell + part] ?? 0)) > PLAINLY)) differ += 1;
  }
  return differ / (a.length / 3);
}

const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

/** The look that was kept under this name. */
export const keptOf = (name: string): string | undefined => read()[name];

/** The same. With LOOKS=write in the environment today's is kept instead: look at the page before you do that. */
export function kept(name: string, today: string): string | undefined {
  if (process.env['LOOKS'] === 'write') {
    const looks = { ...read(), [name]: today };
    writeFileSync(FILE, `${JSON.stringify(looks, Object.keys(looks).sort(), 1)}\n`);
  }
  return keptOf(name);
}
