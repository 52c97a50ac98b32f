// A form made from a procedure's schema.
import type { Schema, Value, Values } from './api';

export type FieldKind = 'yesNo' | 'whole' | 'number' | 'choice' | 'text' | 'group' | 'list';

export interface Choice {
  value: string;
  label: string;
}

/** One field of a form, as the page needs it. */
export interface Field {
  name: string;
  title: string;
  kind: FieldKind;
  required: boolean;
  /** May be left empty, which means "none". */
  optional: boolean;
  rule: string;
  choices: Choice[];
  least: number | undefined;
  most: number | undefined;
  step: number;
  fallback: Value | undefined;
  /** The fields of a group, or of each entry of a list of groups. */
  fields: Field[];
  /** The field for each entry of a list. */
  entry: Field | undefined;
}

function kindOf(schema: Schema): FieldKind {
  if (schema.enum) return 'choice';
  switch (schema.type) {
    case 'boolean':
      return 'yesNo';
    case 'integer':
      return 'whole';
    case 'number':
      return 'number';
    case 'object':
      return 'group';
    case 'array':
      return 'list';
    case 'string':
      return 'text';
  }
}

export function fieldOf(name: string, schema: Schema, required: boolean): Field {
  const kind = kindOf(schema);
  const labels = schema['x-labels'] ?? [];
  return {
    name,
    title: schema.title ?? name,
    kind,
    required,
    optional: schema['x-optional'] ?? false,
    rule: schema['x-rule'] ?? '',
    choices: (schema.enum ?? []).map((value, place) => ({ value, label: labels[place] ?? value })),
    least: schema.minimum ?? schema.minItems,
    most: schema.maximum ?? schema.maxItems,
    step: schema.multipleOf ?? (kind === 'whole' ? 1 : 0.5),
    fallback: schema.default,
    fields: fieldsOf(schema),
    entry: schema.items ? fieldOf(name, schema.items, true) : undefined,
  };
}

/** The fields of an object's schema, in the declared order. */
export function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, each]) => fieldOf(name, each, required.has(name)));
}

/** The first value of a new list entry, or of a required group. */
export function blank(field: Field): Value {
  switch (field.kind) {
    case 'group':
      return blankGroup(field.fields);
    case 'list':
      return Array.from({ length: field.least ?? 0 }, () => (field.entry ? blank(field.entry) : null));
    default:
      return null;
  }
}

export function blankGroup(fields: Field[]): Values {
  const values: Values = {};
  for (const field of fields) {
    if (field.required && (field.kind === 'group' || field.kind === 'list')) values[field.name] = blank(field);
  }
  return values;
}

/** Has the player entered something here that differs from the default? */
export function isSet(field: Field, value: Value | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return value !== field.fallback;
}

/** The facts to send: those that were stated, without empty ones. */
export function stated(fields: Field[], values: Values): Values {
  const facts: Values = {};
  for (const field of fields) {
    const value = statedValue(field, values[field.name]);
    if (value !== undefined) facts[field.name] = value;
  }
  return facts;
}

function statedValue(field: Field, value: Value | undefined): Value | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (field.kind === 'group') return stated(field.fields, value as Values);
  if (field.kind === 'list' && Array.isArray(value) && field.entry) {
    const entry = field.entry;
    return value.map((each) => statedValue(entry, each) ?? null).filter((each) => each !== null);
  }
  return value;
}

/** The titles of the required facts that are missing; inside a group with the group's title in front. */
export function missing(fields: Field[], values: Values): string[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    const within = (titles: string[], place = '') => titles.map((title) => `${field.title}${place}: ${title}`);
    if (field.kind === 'group') {
      if (!field.required && value === undefined) return [];
      return within(missing(field.fields, (value as Values | undefined) ?? {}));
    }
    if (field.kind === 'list' && Array.isArray(value) && field.entry) {
      const { kind, fields: inner } = field.entry;
      if (value.length < (field.least ?? 0)) return [field.title];
      return value.flatMap((each, place) => {
        if (kind === 'group') return within(missing(inner, each as Values), ` ${place + 1}`);
        return each === null ? [`${field.title} ${place + 1}`] : [];
      });
    }
    return field.required && (value === undefined || value === null || value === '') ? [field.title] : [];
  });
}

/** Are all required facts given? */
export function complete(fields: Field[], values: Values): boolean {
  return missing(fields, values).length === 0;
}

/** Keeps only what the form still has: remembered values may come from an older edition. */
export function fitting(fields: Field[], remembered: Values): Values {
  const values: Values = {};
  for (const field of fields) {
    const value = remembered[field.name];
    if (value !== undefined && fits(field, value)) values[field.name] = value;
  }
  return { ...blankGroup(fields), ...values };
}

function fits(field: Field, value: Value): boolean {
  switch (field.kind) {
    case 'yesNo':
      return typeof value === 'boolean';
    case 'whole':
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return field.choices.some((choice) => choice.value === value);
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value) && value.every((each) => each === null || (field.entry && fits(field.entry, each)));
    case 'group':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}

/** The value at a dotted path. */
export function at(values: Value | undefined, path: string): Value | undefined {
  let value: Value | undefined = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** The values with one value replaced at a dotted path; the old values are not changed. */
export function put(values: Values, path: string, value: Value): Values {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  if (rest.length === 0) return { ...values, [name]: value };
  const within = values[name];
  const group = typeof within === 'object' && within !== null && !Array.isArray(within) ? within : {};
  return { ...values, [name]: put(group, rest.join('.'), value) };
}

/** The values without the one at a dotted path; the old values are not changed. */
export function take(values: Values, path: string): Values {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const { [name]: within, ...others } = values;
  if (within === undefined) return values;
  if (rest.length === 0) return others;
  if (typeof within !== 'object' || within === null || Array.isArray(within)) return values;
  return { ...values, [name]: take(within, rest.join('.')) };
}

/** The field at a dotted path; `batteries[0]` is the entry of a list. */
export function fieldAt(fields: Field[], path: string): Field | undefined {
  const [step = '', ...rest] = path.split('.');
  const name = step.replace(/\[\d+\]$/, '');
  const list = fields.find((each) => each.name === name);
  const field = name === step ? list : list?.entry;
  return rest.length === 0 ? field : field && fieldAt(field.fields, rest.join('.'));
}

/** The few words a value may need. */
export interface ReadableWords {
  yes: string;
  no: string;
  none: string;
  /** The character between a number and its decimals. */
  decimal: string;
}

/** A value as text. */
export function readable(field: Field | undefined, value: Value | undefined, words: ReadableWords): string {
  if (value === undefined || value === null) return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return words.none;
    return value.map((each) => readable(field?.entry, each, words)).join(', ');
  }
  if (typeof value === 'object') {
    const within = Object.entries(value).map(([name, each]) => {
      const inner = field?.fields.find((one) => one.name === name);
      return `${inner?.title ?? name} ${readable(inner, each, words)}`;
    });
    return within.length === 0 ? words.none : within.join(', ');
  }
  if (field?.kind === 'choice') return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (typeof value === 'number') return written(Math.round(value * 10000) / 10000, words);
  return String(value);
}

/** A share of one in per cent as the language writes it: `12,5 %`. */
export function percent(share: number, words: Pick<ReadableWords, 'decimal'>, places: number): string {
  return `${written(share * 100, words, places)} %`;
}

/** A number as the language writes it, with this many decimals if that is asked for. */
export function written(number: number, words: Pick<ReadableWords, 'decimal'>, places?: number): string {
  return (places === undefined ? String(number) : number.toFixed(places)).replace('.', words.decimal);
}

/** What a server says, as it stands alone: with a great first letter. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
