// The link between roster and sum, value by value: every value a roster of any rule set can hold, in every role, against the choices of the
// facts it answers. No browser is needed: the server's own books are read, and the page's own functions.
import { describe, expect, test } from 'vitest';
import type { Book, OfferedUnit, Schema, Value } from '../../src/lib/api';
import { answered, barred, canBeStated, concerns, propertyField, stillOpen } from '../../src/lib/facts';
import { followsOf } from '../../src/lib/following';
import { at, fieldAt, fieldOf, fieldsOf, type Field } from '../../src/lib/form';
import { newUnit, type Bindings, type Unit } from '../../src/lib/roster';
import { words } from '../../src/lib/words';
import { answersOf } from '../../src/lib/worn';
import { address } from './browser';
import { bookOf, examples, proceduresOf, sets } from './rules';

/** Every value a property can have; of numbers both ends and what is around nothing. */
function valuesOf(field: Field): Value[] {
  if (field.kind === 'choice') return field.choices.map((choice) => choice.value);
  if (field.kind === 'yesNo') return [true, false];
  return [...new Set([field.least ?? 0, -1, 0, 1, field.most ?? 1])].filter((value) => value >= (field.least ?? value) && value <= (field.most ?? value));
}

const fits = (field: Field, value: Value | undefined): boolean => {
  if (field.kind === 'choice') return field.choices.some((choice) => choice.value === value);
  if (field.kind === 'yesNo') return typeof value === 'boolean';
  return typeof value === 'number' && value >= (field.least ?? value) && value <= (field.most ?? value) && (field.kind !== 'whole' || Number.isInteger(value));
};

interface Role {
  place: string;
  fields: Field[];
  binding: Bindings[string][string];
}

const rolesOf = (book: Book): Role[] =>
  proceduresOf(book).flatMap((procedure) =>
    Object.entries((book.roster.bind as Bindings)[procedure.name] ?? {}).map(([role, binding]) => ({ place: `${procedure.name}.${role}`, fields: fieldsOf(procedure.facts), binding })),
  );

const with_ = (properties: Unit['properties'], given: Partial<Unit> = {}): Unit => ({ ...newUnit('Unit', 'blue', 12), properties, ...given });
const catalogueOf = async (rules: string): Promise<OfferedUnit[]> => (await (await fetch(`${address}/api/rules/${rules}/catalogue?lang=en`)).json()) as OfferedUnit[];

describe('every value of every property, in every role', () => {
  test.each(sets)('%s: is said in words the fact knows, or refused in words', async (rules) => {
    const book = await bookOf(rules);
    const properties = book.roster.properties.flatMap((each) => propertyField(book.roster, each.key) ?? []);
    const wrong: string[] = [];
    let tried = 0;
    for (const { place, fields, binding } of rolesOf(book)) {
      for (const property of properties) {
        for (const value of valuesOf(property)) {
          for (const lostMen of [0, 60, 140, 200]) {
            tried += 1;
            const unit = with_({ [property.name]: value }, { lostMen });
            // Whatever stood in the form before is somebody else's.
            const before = answered(book.roster, fields, {}, binding, with_({}), words.en).values;
            const { values, objections } = answered(book.roster, fields, before, binding, unit, words.en);
            const known = answersOf(book.roster, unit);
            for (const answer of binding.answers) {
              const field = fieldAt(fields, answer.fact);
              if (!field) wrong.push(`${place}: no fact ${answer.fact}`);
              if (!field) continue;
              const told = at(values, answer.fact);
              const refused = objections.some((each) => each.path === answer.fact && each.value !== '' && each.property !== '' && each.right !== '');
              const silent = known[answer.property] === undefined || known[answer.property] === null;
              if (silent ? told !== undefined : told === undefined ? !refused : !fits(field, told)) {
                wrong.push(`${place}: ${answer.property} ${JSON.stringify(known[answer.property])} → ${answer.fact} ${JSON.stringify(told)}`);
              }
            }
          }
        }
      }
    }
    expect([...new Set(wrong)].slice(0, 20)).toEqual([]);
    expect(tried).toBeGreaterThan(1000);
  });

  test.each(sets)('%s: nothing of a unit stays for the next', async (rules) => {
    const book = await bookOf(rules);
    const properties = book.roster.properties.flatMap((each) => propertyField(book.roster, each.key) ?? []);
    const full = (pick: (values: Value[]) => Value | undefined) => with_(Object.fromEntries(properties.flatMap((field) => {
      const value = pick(valuesOf(field));
      return value === undefined ? [] : [[field.name, value]];
    })));
    for (const { place, fields, binding } of rolesOf(book)) {
      const first = answered(book.roster, fields, {}, binding, full((values) => values.at(-1)), words.en).values;
      const alone = answered(book.roster, fields, {}, binding, full((values) => values[0]), words.en).values;
      const after = answered(book.roster, fields, first, binding, full((values) => values[0]), words.en).values;
      for (const { fact } of binding.answers) expect(at(after, fact), `${place} ${fact}`).toEqual(at(alone, fact));
      const none = answered(book.roster, fields, first, binding, undefined, words.en).values;
      for (const { fact } of binding.answers) expect(at(none, fact), `${place} ${fact}`).toBeUndefined();
    }
  });
});

describe('what a result calls for', () => {
  /** The worked examples of every sum: what follows on them asks for units in roles it has, and is handed facts it can be stated. */
  test.each(sets)('%s: is handed facts that the next sum takes', async (rules) => {
    const book = await bookOf(rules);
    const procedures = proceduresOf(book);
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const example of examples(rules)) {
      const units = Object.fromEntries(Object.keys((book.roster.bind as Bindings)[example.procedure] ?? {}).map((role) => [role, role]));
      for (const follow of followsOf(book, example.procedure, example.outcome, example.facts, units, () => undefined)) {
        seen.add(`${example.procedure} → ${follow.procedure}`);
        const next = procedures.find((each) => each.name === follow.procedure);
        const fields = next ? fieldsOf(next.facts) : [];
        for (const [path, value] of Object.entries(follow.facts)) {
          const field = fieldAt(fields, path);
          if (!field || !canBeStated(field, value)) wrong.push(`${example.procedure} → ${follow.procedure}: ${path} ${JSON.stringify(value)}`);
        }
        for (const role of Object.keys(follow.units)) if (!(book.roster.bind as Bindings)[follow.procedure]?.[role]) wrong.push(`${follow.procedure} has no ${role}`);
      }
    }
    console.log(`${rules}: ${book.roster.follows.length} follow, ${[...seen].sort().join(', ')}`);
    expect(wrong).toEqual([]);
  });
});

describe('every unit of the country tables', () => {
  /** §skema-XXIII §skema-XXIV what the tables say of a unit it brings; what they leave open is named. */
  test.each(sets)('%s: has only values that its properties know, and its roles accept or refuse', async (rules) => {
    const book = await bookOf(rules);
    const offered = await catalogueOf(rules);
    const wrong: string[] = [];
    let ready = 0;
    for (const { nation, period, kind, properties } of offered) {
      const unit = with_(properties as Unit['properties']);
      const name = `${nation} ${period} ${kind}`;
      for (const [key, value] of Object.entries(unit.properties)) {
        const own = book.roster.properties.find((each) => each.key === key);
        if (!own || !fits(fieldOf(key, own.schema as unknown as Schema, false), value)) wrong.push(`${name}: ${key} ${String(value)}`);
      }
      const missing = book.roster.properties.filter((each) => each.needed && concerns(each, unit) && unit.properties[each.key] === undefined).map((each) => each.label);
      if (missing.length === 0) ready += 1;
      expect(stillOpen(book.roster, unit)).toEqual(missing);
      for (const { place, fields, binding } of rolesOf(book)) {
        const { values, objections } = answered(book.roster, fields, {}, binding, unit, words.en);
        const known = answersOf(book.roster, unit);
        const bar = barred(book.roster, binding, unit, words.en);
        for (const answer of binding.answers) {
          const silent = known[answer.property] === undefined;
          const told = at(values, answer.fact);
          if (!silent && told === undefined && !objections.some((each) => each.path === answer.fact)) wrong.push(`${name} as ${place}: ${answer.property} is lost`);
        }
        if (bar.some((each) => each.right === '')) wrong.push(`${name} as ${place}: barred without a word`);
      }
    }
    console.log(`${rules}: ${offered.length} units offered, ${ready} with nothing left to fill in`);
    expect([...new Set(wrong)].slice(0, 20)).toEqual([]);
  });
});
