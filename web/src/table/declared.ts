// What a rule set's battles take, read off its declarations: the kinds of actions and orders, each with its fields. The page's forms are made from this, so it
// knows no rule set.
import type { Value, Values } from '../lib/api';

interface RawSchema {
  type?: string | string[];
  title?: string;
  const?: string;
  enum?: string[];
  anyOf?: RawSchema[];
  oneOf?: RawSchema[];
  items?: RawSchema;
  properties?: { [name: string]: RawSchema };
  required?: string[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  default?: Value;
  $ref?: string;
  'x-labels'?: string[];
  'x-given'?: string;
  'x-rule'?: string;
  'x-tag'?: string;
}

export type Given = 'own_unit' | 'seen_unit' | 'leader' | 'courier' | 'place' | 'bearing' | 'moment' | 'landmark' | 'question';
export type FieldKind = Given | 'yesno' | 'whole' | 'number' | 'text' | 'choice' | 'list' | 'one_of';

export interface Field {
  name: string;
  title: string;
  rule: string | undefined;
  kind: FieldKind;
  required: boolean;
  /** It may be left empty. */
  nullable: boolean;
  choices: { word: string; label: string }[];
  least: number | undefined;
  most: number | undefined;
  default: Value | undefined;
  /** What a list holds. */
  each: Field | undefined;
  /** What one of several can be. */
  of: Kinds | undefined;
}

/** A kind of action, order or step. */
export interface Kind {
  word: string;
  title: string;
  rule: string | undefined;
  fields: Field[];
  /** Kinds whose fields stand among its own: when a unit fires. */
  among: Kinds | undefined;
}

export interface Kinds {
  tag: string;
  kinds: Kind[];
}

export interface Declared {
  actions: Kinds;
  orders: Kinds;
  /** Titles of what views show, by part and field. */
  shown: (part: string, field: string) => ShownField | undefined;
}

export interface ShownField {
  title: string;
  rule: string | undefined;
  labels: Map<string, string>;
  fields: { [name: string]: ShownField };
}

interface Reading {
  defs: { [name: string]: RawSchema };
  orders: () => Kinds;
}

/** Reads the answer of `/rules/{rules}/battle`. */
export function readDeclared(answer: unknown): Declared {
  const defs = (answer as { $defs?: { [name: string]: RawSchema } }).$defs ?? {};
  let orders: Kinds | undefined;
  const reading: Reading = { defs, orders: () => (orders ??= kindsOf(defs['Order'] ?? {}, reading)) };
  const readOrders = reading.orders();
  return {
    orders: readOrders,
    actions: kindsOf(defs['Action'] ?? {}, reading),
    shown: (part, field) => {
      const schema = defs[part]?.properties?.[field];
      return schema && shownField(schema);
    },
  };
}

function shownField(raw: RawSchema): ShownField {
  const schema = plain(raw);
  const inner = schema.items ? plain(schema.items) : schema;
  const labels = new Map((inner.enum ?? []).map((word, place) => [word, inner['x-labels']?.[place] ?? word]));
  const fields = Object.fromEntries(Object.entries(inner.properties ?? {}).map(([name, each]) => [name, shownField(each)]));
  return { title: raw.title ?? '', rule: raw['x-rule'], labels, fields };
}

/** Without the "or nothing" around it. */
function plain(schema: RawSchema): RawSchema {
  const inner = schema.anyOf?.find((each) => each.type !== 'null');
  return inner ?? schema;
}

function kindsOf(schema: RawSchema, reading: Reading): Kinds {
  const tag = schema['x-tag'] ?? 'kind';
  const byWord = new Map<string, RawSchema[]>();
  for (const each of schema.oneOf ?? []) {
    const word = each.properties?.[tag]?.const ?? '';
    byWord.set(word, [...(byWord.get(word) ?? []), each]);
  }
  return { tag, kinds: [...byWord].map(([word, schemas]) => kindOf(word, tag, schemas, reading)) };
}

function fieldsOf(schema: RawSchema, skip: readonly string[], reading: Reading): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !skip.includes(name))
    .map(([name, each]) => fieldOf(name, each, required.has(name), reading));
}

function kindOf(word: string, tag: string, schemas: RawSchema[], reading: Reading): Kind {
  const [first] = schemas as [RawSchema];
  const title = (first.title ?? word).split(': ')[0] ?? word;
  const rule = first['x-rule'];
  const flat = Object.entries(first.properties ?? {}).find(([name, each]) => name !== tag && each.const !== undefined)?.[0];
  if (flat === undefined) return { word, title: first.title ?? word, rule, fields: fieldsOf(first, [tag], reading), among: undefined };
  // A field that stands in every variant belongs to the kind itself; the others to the variant.
  const names = schemas.map((schema) => Object.keys(schema.properties ?? {}));
  const own = new Set((names[0] ?? []).filter((name) => names.every((each) => each.includes(name))));
  const among: Kinds = {
    tag: flat,
    kinds: schemas.map((schema) => {
      const constant = schema.properties?.[flat];
      return { word: constant?.const ?? '', title: constant?.title ?? '', rule: undefined, fields: fieldsOf(schema, [...own], reading), among: undefined };
    }),
  };
  return { word, title, rule, fields: fieldsOf(first, [tag, flat], reading).filter((field) => own.has(field.name)), among };
}

const GIVEN: readonly string[] = ['own_unit', 'seen_unit', 'leader', 'courier', 'place', 'bearing', 'moment', 'landmark', 'question'];

function kindOfField(schema: RawSchema): FieldKind {
  const given = schema['x-given'];
  if (given !== undefined && GIVEN.includes(given)) return given as Given;
  if (schema.$ref || schema.oneOf) return 'one_of';
  if (schema.enum) return 'choice';
  if (schema.type === 'array') return 'list';
  if (schema.type === 'boolean') return 'yesno';
  if (schema.type === 'integer') return 'whole';
  return schema.type === 'number' ? 'number' : 'text';
}

function fieldOf(name: string, raw: RawSchema, required: boolean, reading: Reading): Field {
  const schema = plain(raw);
  const kind = kindOfField(schema);
  const labels = schema['x-labels'];
  const field: Field = {
    name,
    title: raw.title ?? schema.title ?? name,
    rule: raw['x-rule'] ?? schema['x-rule'],
    kind,
    required,
    nullable: raw.anyOf !== undefined,
    choices: (schema.enum ?? []).map((word, place) => ({ word, label: labels?.[place] ?? word })),
    least: kind === 'list' ? schema.minItems : schema.minimum,
    most: kind === 'list' ? schema.maxItems : (schema.maximum ?? schema.maxLength),
    default: raw.default ?? schema.default,
    each: undefined,
    of: undefined,
  };
  if (kind === 'one_of') field.of = schema.$ref ? reading.orders() : kindsOf(schema, reading);
  if (kind === 'list' && schema.items) field.each = fieldOf(name, schema.items, true, reading);
  return field;
}

export function kindIn(kinds: Kinds, value: Values | undefined): Kind | undefined {
  return kinds.kinds.find((kind) => kind.word === value?.[kinds.tag]);
}

/** The fields of a kind, with those of the variant that is chosen. */
export function fieldsFor(kind: Kind, value: Values): Field[] {
  const variant = kind.among && kindIn(kind.among, value);
  return [...kind.fields, ...(variant?.fields ?? [])];
}

/** A new one of a kind, with its usual values; what must be pointed at is left out. */
export function begun(kinds: Kinds, kind: Kind): Values {
  const value: Values = { [kinds.tag]: kind.word };
  const variant = kind.among?.kinds[0];
  if (kind.among && variant) value[kind.among.tag] = variant.word;
  for (const field of [...kind.fields, ...(variant?.fields ?? [])]) {
    if (!field.required) continue;
    const usual = usualValue(field);
    if (usual !== undefined) value[field.name] = usual;
  }
  return value;
}

/** A sensible first value of a required field; nothing where a person must point. */
export function usualValue(field: Field): Value | undefined {
  if (field.default !== undefined && field.default !== null) return field.default;
  switch (field.kind) {
    case 'choice':
      return field.choices[0]?.word;
    case 'yesno':
      return true;
    case 'whole':
      return Math.max(1, field.least ?? 1);
    case 'number':
      return (field.most ?? 1) <= 1 ? 0.5 : Math.min(field.most ?? 10, (field.least ?? 0) < 0 ? 30 : 10);
    case 'moment':
      return 0.5;
    case 'list':
      return [];
    default:
      return undefined;
  }
}

/** The first field that is still to be given. */
export function lacking(kinds: Kinds, value: Values): Field | undefined {
  const kind = kindIn(kinds, value);
  if (!kind) return undefined;
  for (const field of fieldsFor(kind, value)) {
    const given = value[field.name];
    if (given === undefined || given === null || (field.kind === 'list' && Array.isArray(given) && given.length < (field.least ?? 0))) {
      if (field.required) return field;
      continue;
    }
    if (field.of && lacking(field.of, given as Values)) return field;
    if (field.each?.of && Array.isArray(given)) {
      const of = field.each.of;
      if (given.some((each) => lacking(of, each as Values) !== undefined)) return field;
    }
  }
  return undefined;
}

/** The action that gives a unit an order: it names a unit of one's own and holds an order. */
export function orderAction(declared: Declared): { kind: Kind; unit: string; order: string; sheet: string | undefined } | undefined {
  for (const kind of declared.actions.kinds) {
    const unit = kind.fields.find((field) => field.kind === 'own_unit');
    const order = kind.fields.find((field) => field.of === declared.orders);
    if (unit && order) return { kind, unit: unit.name, order: order.name, sheet: kind.fields.find((field) => field.kind === 'text')?.name };
  }
  return undefined;
}

/** What a player does with a leader, a courier or a unit, beside its order: actions that name one, as their first field. */
export function actionsFor(declared: Declared, given: 'leader' | 'courier' | 'own_unit'): Kind[] {
  const ordering = orderAction(declared)?.kind;
  return declared.actions.kinds.filter((kind) => kind !== ordering && kind.fields[0]?.kind === given);
}

/** What only the umpire does: actions that name nobody of one's own. What has no fields is done by everybody, and questions are answered where they are asked. */
export function umpireActions(declared: Declared): Kind[] {
  const own: readonly FieldKind[] = ['leader', 'courier', 'own_unit', 'question'];
  return declared.actions.kinds.filter((kind) => kind.fields.length > 0 && !own.includes(kind.fields[0]?.kind ?? 'text'));
}
