// The link between a unit and a sum: every fact that the roster knows is set, every fact of the unit before is reset, and what does not
// fit is refused in words.
import type { Schema, Value, Values } from './api';
import { at, fieldAt, fieldOf, put, readable, take, written, type Field, type ReadableWords } from './form';
import type { Binding, RosterForm, Unit } from './roster';
import { answersOf } from './worn';

/** Why a unit cannot answer a fact. */
export interface Objection {
  /** The fact's path. */
  path: string;
  fact: Field;
  /** The property's label. */
  property: string;
  /** Its value as text. */
  value: string;
  /** What the fact can be. */
  right: string;
  /** Must only the player say which, or does the unit not fit at all? */
  asks: boolean;
}

export interface Answered {
  values: Values;
  objections: Objection[];
}

type Answer = Binding['answers'][number];

/** A unit's property as a field, so that its values can be read. */
export function propertyField(form: RosterForm, key: string): Field | undefined {
  const property = form.properties.find((each) => each.key === key);
  return property && { ...fieldOf(key, property.schema as unknown as Schema, false), title: property.label };
}

/** What a unit can be for a fact, or what the fact can be, as text. */
function rightFor(field: Field, words: ReadableWords, answer: Answer, property: Field | undefined): string {
  if (field.kind === 'yesNo') return (property?.choices ?? []).filter((choice) => saidAs(field, answer, choice.value) !== undefined).map((choice) => choice.label).join(', ');
  if (field.kind === 'choice') return field.choices.map((choice) => choice.label).join(', ');
  return field.least !== undefined && field.most !== undefined ? `${written(field.least, words)}–${written(field.most, words)}` : '';
}

/** A number on the fact's own steps: half bases, whole figures. */
function stepped(field: Field, value: number): number {
  return field.step > 0 ? Math.round(value / field.step) * field.step : value;
}

/** What the fact becomes; `undefined` if it cannot be said. */
function saidAs(field: Field, { said, never, ask }: Answer, value: Value): Value | undefined {
  const key = String(value);
  if (never.includes(key) || ask[key] !== undefined) return undefined;
  // A star stands for every value that is not named.
  const word = (said as Values)[key] ?? (said as Values)['*'] ?? value;
  if (field.kind === 'choice') return field.choices.some((choice) => choice.value === word) ? word : undefined;
  if (field.kind === 'yesNo') return typeof word === 'boolean' ? word : undefined;
  if (typeof word !== 'number') return undefined;
  const number = stepped(field, word);
  return (field.least === undefined || number >= field.least) && (field.most === undefined || number <= field.most) ? number : undefined;
}

/** Can a fact be this? Another sum may know words that this one does not. */
export function canBeStated(field: Field, value: Value): boolean {
  if (field.kind === 'choice') return field.choices.some((choice) => choice.value === value);
  if (typeof value !== 'number') return true;
  return (field.least === undefined || value >= field.least) && (field.most === undefined || value <= field.most);
}

/** Do losses lower a property? Then it ends where the print's tables end, however many are lost. */
const isLowered = (form: RosterForm, property: string): boolean => form.marks.some((mark) => mark.lowers.includes(property));

/** The values with all facts of a role answered by a unit; without a unit they are reset. */
export function answered(form: RosterForm, fields: Field[], values: Values, binding: Binding, unit: Unit | undefined, words: ReadableWords): Answered {
  const known = unit ? answersOf(form, unit) : {};
  const objections: Objection[] = [];
  let next = values;
  for (const answer of binding.answers) {
    const field = fieldAt(fields, answer.fact);
    if (!field) continue;
    const value = known[answer.property];
    next = take(next, answer.fact);
    if (value === undefined || value === null) continue;
    const said = saidAs(field, answer, isLowered(form, answer.property) && typeof value === 'number' ? Math.max(value, field.least ?? value) : value);
    if (said !== undefined) next = put(next, answer.fact, said);
    else {
      const property = propertyField(form, answer.property);
      const several = answer.ask[String(value)];
      const fits = several ? { ...field, choices: field.choices.filter((choice) => several.includes(choice.value)) } : field;
      objections.push({ path: answer.fact, fact: field, property: property?.title ?? field.title, value: readable(property, value, words), right: rightFor(fits, words, answer, property), asks: several !== undefined });
    }
  }
  return { values: next, objections };
}

/** The values with those facts answered anew whose answers have changed, because somebody has recorded something on the unit. What the player has entered otherwise stays. */
export function caughtUp(form: RosterForm, fields: Field[], values: Values, binding: Binding, unit: Unit, before: Values, words: ReadableWords): Values {
  const known = answersOf(form, unit);
  const changed = binding.answers.filter(({ property }) => known[property] !== before[property]);
  return answered(form, fields, values, { ...binding, answers: changed }, unit, words).values;
}

/** Why a unit cannot have a role at all: its arm, or what it has none left of. */
export function barred(form: RosterForm, binding: Binding, unit: Unit, words: ReadableWords): { property: string; value: string; right: string }[] {
  const said = (key: string, right: (field: Field) => string) => {
    const field = propertyField(form, key);
    return { property: field?.title ?? key, value: readable(field, unit.properties[key], words), right: field ? right(field) : '' };
  };
  const arm = unit.properties['arm'];
  const arms = typeof arm === 'string' && binding.of.length > 0 && !binding.of.includes(arm);
  const none = binding.needs.filter((key) => unit.properties[key] === 0 || unit.properties[key] === false);
  const can = (field: Field) => field.choices.filter((choice) => binding.of.includes(choice.value)).map((choice) => choice.label).join(', ');
  const more = (field: Field) => (field.kind === 'yesNo' ? words.yes : `1–${written(field.most ?? 1, words)}`);
  return [...(arms ? [said('arm', can)] : []), ...none.map((key) => said(key, more))];
}

/** Facts that count more of a unit than it has: figures, men, guns. */
export function excess(form: RosterForm, fields: Field[], values: Values, binding: Binding, unit: Unit): { fact: Field; most: number }[] {
  const known = answersOf(form, unit);
  const stated = Object.entries(binding.most).map(([property, fact]) => ({ property, fact }));
  return [...binding.answers, ...stated]
    .filter((answer) => form.counts.includes(answer.property))
    .flatMap(({ property, fact }) => {
      const field = fieldAt(fields, fact);
      const [given, most] = [at(values, fact), known[property]];
      if (!field || typeof given !== 'number' || typeof most !== 'number') return [];
      const bound = stepped(field, most);
      return given > bound ? [{ fact: field, most: bound }] : [];
    });
}

/** The values after a throw: what held for that throw only is as it was before. What the units answer, what must be stated and what lasts stays. */
export function afterThrow(fields: Field[], values: Values, bindings: readonly Binding[], lasting: readonly string[]): Values {
  const bound = new Set(bindings.flatMap((binding) => binding.answers.map((answer) => answer.fact)));
  const kept = (list: Field[], within: Values, path: string): Values => {
    const next: Values = {};
    for (const field of list) {
      const value = within[field.name];
      const here = path + field.name;
      if (value === undefined) continue;
      if (field.kind === 'group' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        if (field.required || [...bound].some((fact) => fact.startsWith(`${here}.`))) next[field.name] = kept(field.fields, value, `${here}.`);
      } else if (field.required || bound.has(here) || lasting.includes(field.name) || lasting.includes(here)) next[field.name] = value;
    }
    return next;
  };
  return kept(fields, values, '');
}

/** Which properties of a unit are still to be filled in: those of its arm without a value, as labels. */
export function stillOpen(form: RosterForm, unit: Pick<Unit, 'properties'>): string[] {
  return form.properties.filter((each) => each.needed && concerns(each, unit) && unit.properties[each.key] === undefined).map((each) => each.label);
}

/** Does a property concern a unit of this arm? */
export function concerns(property: RosterForm['properties'][number], unit: Pick<Unit, 'properties'>): boolean {
  const arm = unit.properties['arm'];
  return property.of.length === 0 || typeof arm !== 'string' || property.of.includes(arm);
}

/** The values without those that units answer: the next unit must not inherit them. */
export function withoutAnswers(values: Values, bindings: readonly Binding[]): Values {
  return bindings.flatMap((binding) => binding.answers).reduce((rest, { fact }) => take(rest, fact), values);
}

/** Under which heading a fact is asked: a role, the ground, or the rest. */
export interface Heading {
  /** A role's key, `ground` or `rest`. */
  key: string;
  fields: Field[];
}

const GROUND = /(^|_)(distance|range|zone|cover|terrain|ground|slope|uphill|downhill|height|weather|rain|snow|fog|night|dark|visib\w*|wood\w*|building|town|village|river|road|obstacle)(_|$)/;

/** The facts in groups: those of each role, the ground, the rest. Few facts, and facts without roles, stay together. */
export function headings(fields: Field[], roles: readonly (readonly [string, Binding])[]): Heading[] {
  const FEW = 6;
  if (fields.length <= FEW || roles.length === 0) return [{ key: '', fields }];
  const prefixes = roles.map(([role, binding]) => {
    const answers = binding.answers.map((answer) => answer.fact.split('.')[0] ?? '');
    // What a unit bounds is of that unit too: the figures of its front rank.
    const tops = [...answers, ...Object.values(binding.most).map((fact) => fact.split('.')[0] ?? '')];
    const first = answers.map((top) => top.split('_')[0] ?? '');
    // `target_arm` and `target_order` are of the target, and so is `target_moved`.
    const shared = [role, ...first].filter((word) => first.filter((other) => other === word).length >= 2 || word === role);
    return { role, tops, shared };
  });
  const placeOf = (field: Field): string => {
    const answered = prefixes.find(({ tops }) => tops.includes(field.name));
    if (answered) return answered.role;
    const named = prefixes.find(({ shared }) => shared.some((word) => field.name === word || field.name.startsWith(`${word}_`)));
    if (named) return named.role;
    return GROUND.test(field.name) ? 'ground' : 'rest';
  };
  const keys = [...roles.map(([role]) => role), 'ground', 'rest'];
  return keys.map((key) => ({ key, fields: fields.filter((field) => placeOf(field) === key) })).filter((heading) => heading.fields.length > 0);
}
