// The entries of a battle's log, in words. They are made when they are read, in the reader's language.
import type { Book, ProcedureForm, Values } from './api';
import { propertyField } from './facts';
import { fieldsOf, readable, written } from './form';
import type { Booked, Happening } from './log/events';
import type { Effect, Roster, RosterForm } from './roster';
import { sentence } from './sentence';
import { counted, fill, ranks, type Language, type Words } from './words';

/** A loss as the rules count it: `2 castings lost`, `35 men lost`; what is given back is `−`. */
function lossOf(form: RosterForm, men: number, figures: number | undefined, words: Words): string {
  if (figures === undefined) return fill(men === 1 ? words.manLost : words.menLost, { n: written(men, words) });
  return fill(words.countedLost, { n: written(figures, words), counted: counted(form, figures) });
}

function setText(form: RosterForm, set: Values, words: Words): string[] {
  return Object.entries(set).map(([key, value]) => {
    const field = propertyField(form, key);
    return `${field?.title ?? key}: ${readable(field, value, words)}`;
  });
}

/** What happens to one unit. */
export function effectText(form: RosterForm, { loseMen, loseFigures, set }: Effect, words: Words): string {
  return [...(loseMen !== 0 ? [lossOf(form, loseMen, loseFigures, words)] : []), ...setText(form, set, words)].join(', ');
}

const bookedText = (form: RosterForm, { men = 0, figures, set = {} }: Booked, words: Words) =>
  effectText(form, { loseMen: men, ...(figures === undefined ? {} : { loseFigures: figures }), set }, words);

/** An entry in words: what happened, and to whom. */
export function entryText(book: Book, roster: Roster, names: ReadonlyMap<string, string>, event: Happening, words: Words, language: Language): string {
  const form = book.roster;
  const name = (id: string) => names.get(id) ?? '?';
  switch (event.kind) {
    case 'begin':
      return fill(words.entryBegin, { name: event.name });
    case 'title':
      return words.entryTitle;
    case 'units':
      return event.units.length > 4 ? fill(words.entryUnits, { n: event.units.length }) : `${words.addUnit}: ${event.units.map((unit) => unit.name).join(', ')}`;
    case 'change': {
      const set = setText(form, event.set ?? {}, words);
      const fields = Object.entries(event.fields ?? {}).map(([key, value]) => {
        if (key === 'leader') return `${words.leader}: ${value ? name(String(value)) : words.noLeader}`;
        if (key === 'place') return words.moved;
        if (key === 'side') return roster.sideNames[value as 'blue'] ?? words[value as 'blue'];
        return `${{ name: words.unitName, figures: form.counted[1] ?? '', men: words.men, comes: form.turn, notes: words.notes }[key] ?? key}: ${value ?? words.none}`;
      });
      return `${name(event.unit)}: ${[...fields, ...set].join(', ')}`;
    }
    case 'remove':
      return `${words.deleteUnit}: ${name(event.unit)}`;
    case 'book': {
      const told = event.units.map((booked) => [name(booked.unit), bookedText(form, booked, words)] as const);
      if (told.every(([, what]) => what === '')) return fill(words.unchanged, { units: told.map(([unit]) => unit).join(', ') });
      return told.map((each) => each.filter(Boolean).join(': ')).join('; ');
    }
    case 'off':
      return `${name(event.unit)}: ${fill(words.figuresOff, { n: event.to, counted: counted(form, event.to) })}`;
    case 'leaders':
      return `${words.addLeader}: ${event.leaders.map((leader) => leader.name).slice(0, 6).join(', ')}${event.leaders.length > 6 ? ' …' : ''}`;
    case 'leader': {
      const { fallen, name: called, rank } = event.fields;
      const said = [fallen === undefined ? '' : fallen ? words.fallen : words.fit, called ?? '', rank ? ranks[language][rank] : ''].filter(Boolean);
      return `${name(event.leader)}: ${said.join(', ') || words.moved}`;
    }
    case 'turn':
      return `${form.turn} ${event.to}`;
    case 'phase':
      return form.phases.find((phase) => phase.key === event.to)?.label ?? event.to;
    case 'acted':
      return fill(words.hasActed, { unit: name(event.unit) });
    case 'note':
      return event.text;
    case 'undo':
      return words.undo;
  }
}

/** The result behind an entry, in its sentence, if it was a sum. */
export function sumText(book: Book, event: Happening, words: Words): string {
  if (event.kind !== 'book' || !event.procedure) return '';
  const procedure = (book.procedures as unknown as ProcedureForm[]).find((each) => each.name === event.procedure);
  if (!procedure) return '';
  const told = procedure.sentence && event.outcome ? sentence(procedure.sentence, fieldsOf(procedure.outcome), event.outcome, words) : '';
  return [procedure.labels[0] ?? '', told].filter(Boolean).join('. ');
}

/** The name of every unit and leader that ever was on the roster. */
export function namesIn(roster: Roster): Map<string, string> {
  const names = new Map<string, string>();
  for (const { event } of roster.history) {
    if (event.kind === 'units') for (const unit of event.units) names.set(unit.id, unit.name);
    if (event.kind === 'leaders') for (const leader of event.leaders) names.set(leader.id, leader.name);
  }
  for (const each of [...roster.units, ...roster.leaders]) names.set(each.id, each.name);
  return names;
}
