// A unit as its losses have left it: what it answers, where its losses stand among the printed marks, and what these make of it.
import type { Values } from './api';
import { answers, exactFigures, losesFigures, menAFigure, menAtStart, type RosterForm, type Unit } from './roster';

export type Mark = RosterForm['marks'][number];

/** The share that a unit has lost: of its figures where the rules count losses in them, otherwise of its men. */
export function shareLost(form: RosterForm, unit: Unit): number {
  const scale = menAFigure(form, unit);
  if (losesFigures(form)) return unit.figures === 0 ? 0 : 1 - exactFigures(unit, scale) / unit.figures;
  const start = menAtStart(unit, scale);
  return start === 0 ? 0 : Math.min(1, unit.lostMen / start);
}

/** Is a mark reached? A share is a quotient: a hair below the mark is at it. */
export function isPast(mark: Mark, share: number): boolean {
  return mark.beyond ? share * 100 > mark.percent + 1e-9 : share * 100 >= mark.percent - 1e-9;
}

/** The marks that hold for a unit's own losses, the least first. */
export function marksFor(form: RosterForm, unit: Unit): Mark[] {
  const arm = unit.properties['arm'];
  return form.marks.filter((mark) => !mark.of_command && !mark.not.some((each) => each === arm));
}

/**
 * What a unit answers: its strength, its properties as its losses have left them, what its losses make of it, and, as `original_…`, its
 * properties as they were before.
 */
export function answersOf(form: RosterForm, unit: Unit): Values {
  const share = shareLost(form, unit);
  const now: Values = answers(unit, menAFigure(form, unit));
  for (const [key, value] of Object.entries(unit.properties)) now[`original_${key}`] ??= value;
  for (const mark of marksFor(form, unit).filter((each) => isPast(each, share))) {
    for (const key of mark.lowers) {
      const value = now[key];
      if (typeof value === 'number') now[key] = value - 1;
    }
    for (const [key, said] of Object.entries(mark.counts_as as Record<string, Values>)) {
      const counts = said[String(now[key])];
      if (counts !== undefined) now[key] = counts;
    }
    Object.assign(now, mark.makes);
  }
  return now;
}
