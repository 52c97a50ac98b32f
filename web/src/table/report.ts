// The report of a battle: strengths turn by turn, losses, and the page of it as a file that stands alone.
import { isHere, type Film, type LaidFilm, type UnitShown, type View } from '../games/types';
import { fill } from '../lib/words';
import { lookOf } from './look';
import { piecesOf } from './pieces';
import type { Story } from './story';
import type { TableWords } from './words';

export interface Curve {
  side: string;
  strengths: number[];
}

function strengthOf(view: View, side: string): number {
  const units = [...view.units, ...view.friends, ...view.enemies].filter((unit) => unit.side === side && unit.presence !== 'gone' && unit.presence !== 'left');
  return units.reduce((sum, unit) => sum + Math.max(0, unit.strength.now), 0);
}

/** The strength of every side at the beginning of each turn and at the end. */
export function curvesOf(film: LaidFilm): Curve[] {
  const views = [...film.turns.map((turn) => turn.view), film.last];
  return film.board.sides.map(({ id }) => ({ side: id, strengths: views.map((view) => strengthOf(view, id)) }));
}

export interface Loss {
  unit: UnitShown;
  before: number;
  after: number;
  /** Where it is in the end, when it is no longer on the table: its strength counts no more. */
  away: string | undefined;
}

/** What each unit had and has, those that lost most first. */
export function lossesOf(film: Film): Loss[] {
  const first = new Map<string, UnitShown>();
  for (const { view } of film.turns) for (const unit of [...view.units, ...view.friends, ...view.enemies]) if (!first.has(unit.id)) first.set(unit.id, unit);
  const last = new Map([...film.last.units, ...film.last.friends, ...film.last.enemies].map((unit) => [unit.id, unit]));
  return [...first.values()]
    .map((unit) => {
      const end = last.get(unit.id);
      const away = end && !isHere(end) ? end.presence : undefined;
      return { unit, before: unit.strength.first ?? unit.strength.now, after: Math.max(0, end?.strength.now ?? 0), away };
    })
    // Whoever has joined another is counted there.
    .filter((loss) => loss.before > 0 && loss.away !== 'joined')
    .sort((a, b) => b.before - b.after - (a.before - a.after));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The curves as a drawing. */
export function plotOf(curves: readonly Curve[], sides: readonly string[]): string {
  const most = Math.max(1, ...curves.flatMap((curve) => curve.strengths));
  const count = Math.max(2, curves[0]?.strengths.length ?? 2);
  const lines = curves.map((curve, number) => {
    const points = curve.strengths.map((strength, place) => `${(40 + (540 * place) / (count - 1)).toFixed(1)},${(180 - (160 * strength) / most).toFixed(1)}`).join(' ');
    const look = lookOf(curve.side, sides);
    return `<polyline points="${points}" fill="none" stroke="${look.fill}" stroke-width="3"${number > 0 ? ' stroke-dasharray="7 4"' : ''}/>`;
  });
  const marks = `<text x="36" y="24" text-anchor="end">${most}</text><text x="36" y="184" text-anchor="end">0</text><text x="40" y="198">1</text><text x="580" y="198" text-anchor="end">${count - 1}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200" font-family="Georgia, serif" font-size="12"><path d="M40 20V180H580" fill="none" stroke="#3a3226"/>${lines.join('')}${marks}</svg>`;
}

/** How it stood, over the ground, as a drawing. */
export function mapOf(film: LaidFilm, view: View, story: Story): string {
  const { board } = film;
  const sides = board.sides.map((side) => side.id);
  const bodies = story.called(piecesOf(view)).map((piece) => {
    const look = lookOf(piece.side, sides);
    const points = piece.outline.map(([x, y]) => `${x.toFixed(1)},${(board.depth - y).toFixed(1)}`).join(' ');
    const size = board.width / 110;
    return `<polygon points="${points}" fill="${look.fill}" stroke="${look.edge}" stroke-width="${board.width / 900}"/><text x="${piece.place[0].toFixed(0)}" y="${(board.depth - piece.place[1] + size * 2.4).toFixed(0)}" font-size="${size.toFixed(1)}" text-anchor="middle" fill="#221c12" stroke="#f4eedd" stroke-width="${(size / 5).toFixed(2)}" paint-order="stroke">${escaped(piece.name)}</text>`;
  });
  return board.picture.replace('</svg>', `${bodies.join('')}</svg>`);
}

const STYLE = 'body{background:#f4ecd8;color:#221c12;font:17px/1.5 "EB Garamond",Garamond,Georgia,serif;max-width:62rem;margin:2rem auto;padding:0 1rem}h1,h2{font-weight:normal}svg{max-width:100%;height:auto;border:1px solid #b9a77c}td,th{text-align:left;font-weight:normal;padding:.05rem .8rem .05rem 0}td.n{text-align:right}';

/** The whole report as a page of its own. `cited` is a rule as a reader cites it. */
export function reportPage(film: LaidFilm, story: Story, words: TableWords, lang: string, cited: (rule: string) => string): string {
  const { board } = film;
  const sides = board.sides.map((side) => side.id);
  const losses = lossesOf(film).map((loss) => `<tr><td>${escaped(story.name(loss.unit.id))}${loss.away === undefined ? '' : ` (${escaped(story.label('presence', loss.away).toLowerCase())})`}</td><td>${escaped(story.side(loss.unit.side))}</td><td class="n">${loss.before}</td><td class="n">${loss.after}</td></tr>`);
  const turns = film.turns.map((turn, place) => {
    const told = turn.events.filter((event) => event.what !== 'marched').map((event) => `<li>${escaped(story.sentence(event))}${event.rule ? ` <small>${escaped(cited(event.rule))}</small>` : ''}</li>`);
    return `<h2>${escaped(story.turn)} ${turn.turn}</h2>${place % 4 === 0 ? mapOf(film, turn.view, story) : ''}<ul>${told.join('')}</ul>`;
  });
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(board.title)}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><h1>${escaped(board.title)}</h1><p>${escaped(board.date)}</p>${film.ending ? `<p><strong>${escaped(story.ending(film.ending, words))}</strong></p>` : ''}<h2>${escaped(fill(words.strengths, { word: story.turnWithin }))}</h2>${plotOf(curvesOf(film), sides)}<h2>${escaped(words.endOfBattle)}</h2>${mapOf(film, film.last, story)}<h2>${escaped(story.page.losses)}</h2><table><tbody>${losses.join('')}</tbody></table>${turns.join('')}</body></html>`;
}
