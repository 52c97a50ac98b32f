// What a result calls for, and what a unit can do.
import type { Book, ProcedureForm, Value, Values } from './api';
import { concerns } from './facts';
import { at, fieldsOf, type Field } from './form';
import type { Bindings, RosterForm, Unit } from './roster';
import { matters } from './sentence';

/** A sum that a result calls for, with what is already known. */
export interface Following {
  key: string;
  procedure: string;
  label: string;
  units: Record<string, string>;
  facts: Values;
}

const labelOf = (book: Book, name: string) => (book.procedures as unknown as ProcedureForm[]).find((each) => each.name === name)?.labels[0] ?? name;

/** The sums that follow on a result, as the units are after it: a battery has no permanent status, a regiment leaves no guns behind. */
export function followsOf(book: Book, procedure: string, outcome: Values, facts: Values, units: Record<string, string>, unitOf: (id: string) => Unit | undefined): Following[] {
  const canFollow = (next: string, there: string, here: string) => {
    const unit = unitOf(units[here] ?? '');
    return unit === undefined || isOf(book.roster, next, there, unit);
  };
  return book.roster.follows
    .filter((follow) => follow.after === procedure)
    .filter((follow) => {
      const value = at(outcome, follow.when);
      return follow.is.length === 0 ? matters(value) : (follow.is as Value[]).some((each) => each === value);
    })
    .filter((follow) => Object.entries(follow.also as Values).every(([field, value]) => at(outcome, field) === value))
    .filter((follow) => Object.entries(follow.roles).every(([there, here]) => canFollow(follow.next, there, here)))
    .map((follow, place) => {
      const chosen = Object.entries(follow.roles).flatMap(([there, here]) => (units[here] ? [[there, units[here]] as const] : []));
      const taken = Object.entries(follow.facts).flatMap(([fact, field]) => {
        const value = field.startsWith('facts.') ? at(facts, field.slice('facts.'.length)) : at(outcome, field);
        return value === undefined || value === null ? [] : [[fact, value] as const];
      });
      return {
        key: `${follow.next}-${place}`,
        procedure: follow.next,
        label: labelOf(book, follow.next),
        units: Object.fromEntries(chosen),
        facts: { ...Object.fromEntries(taken), ...(follow.given as Values) },
      };
    });
}

/** Something a unit can do or suffer: a sum, and its role in it. */
export interface Possible {
  procedure: string;
  role: string;
  label: string;
  roleLabel: string;
}

/** Is a unit of an arm that can have a role? */
function isOf(form: RosterForm, procedure: string, role: string, unit: Unit): boolean {
  const of = (form.bind as Bindings)[procedure]?.[role]?.of ?? [];
  const arm = unit.properties['arm'];
  return of.length === 0 || typeof arm !== 'string' || of.includes(arm);
}

/** Can a unit have a role? A battery does not fire muskets. */
export function canBe(form: RosterForm, procedure: string, role: string, unit: Unit): boolean {
  const binding = (form.bind as Bindings)[procedure]?.[role];
  return binding !== undefined && isOf(form, procedure, role, unit) && binding.answers.every(({ property, never }) => !never.includes(String(unit.properties[property])));
}

/** The paths of the facts that must be stated. */
function mustBeStated(fields: readonly Field[], within = ''): string[] {
  return fields.filter((field) => field.required).flatMap((field) => [within + field.name, ...mustBeStated(field.fields, `${within}${field.name}.`)]);
}

const stated = new WeakMap<object, ReadonlySet<string>>();

/** Must this fact of a procedure be stated? A card asks for each procedure, so it is read once. */
function isDemanded(procedure: ProcedureForm, fact: string): boolean {
  const known = stated.get(procedure) ?? new Set(mustBeStated(fieldsOf(procedure.facts)));
  stated.set(procedure, known);
  return known.has(fact);
}

/** Does a role ask for what no unit of this arm has? A regiment has no gun to fire. */
function lacks(form: RosterForm, procedure: ProcedureForm, role: string, unit: Unit): boolean {
  const answers = (form.bind as Bindings)[procedure.name]?.[role]?.answers ?? [];
  return answers.some(({ property, fact }) => {
    const own = form.properties.find((each) => each.key === property);
    return own !== undefined && !concerns(own, unit) && isDemanded(procedure, fact);
  });
}

/** What a unit can do and suffer, in the order of the book. */
export function possibleFor(book: Book, unit: Unit): Possible[] {
  const roleLabel = (role: string) => book.roster.roles.find((each) => each.key === role)?.label ?? role;
  return (book.procedures as unknown as ProcedureForm[]).flatMap((procedure) =>
    Object.keys((book.roster.bind as Bindings)[procedure.name] ?? {})
      .filter((role) => canBe(book.roster, procedure.name, role, unit) && !lacks(book.roster, procedure, role, unit))
      .map((role) => ({ procedure: procedure.name, role, label: procedure.labels[0] ?? procedure.name, roleLabel: roleLabel(role) })),
  );
}
