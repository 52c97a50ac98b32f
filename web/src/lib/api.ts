// The server's API, typed by its own OpenAPI document.
import { isSite } from '../site';
import { hasSums, listed, reckon, seed } from '../sums/local';
import type { components } from './api-types';
import type { Language } from './words';

type Schemas = components['schemas'];
export type Listed = Schemas['Listed'];
export type Book = Schemas['BookOfRules'];
export type ProcedureForm = Omit<Schemas['ProcedureForm'], 'facts' | 'outcome'> & { facts: Schema; outcome: Schema };
export type WorkedOut = Omit<Schemas['WorkedOut'], 'outcome'> & { outcome: Values };
export type Chances = Schemas['Chances'];
export type FieldChances = Schemas['FieldChances'];
export type ApiError = Schemas['ApiError'];
export type PrintedTable = Schemas['PrintedTable'];
export type RuleText = Schemas['RuleText'];
export type Happened = Schemas['Happened'];
export type OfferedUnit = Omit<Schemas['OfferedUnit'], 'properties'> & { properties: Values };

export type ListedScenario = Schemas['ListedScenario'];
export type Troops = Omit<Schemas['ScenarioTroops'], 'units'> & { units: (Omit<Schemas['ScenarioUnit'], 'properties'> & { properties: Values })[] };
/** A scenario to count: one of the program's own by its id, or a player's own files. */
export type ScenarioChoice = { id: string } | { scenario: TextFile; ground?: TextFile };
export interface TextFile {
  name: string;
  text: string;
}

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Values = { [name: string]: Value };

/** The part of JSON Schema that the server writes. */
export interface Schema {
  type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  title?: string;
  properties?: { [name: string]: Schema };
  required?: string[];
  items?: Schema;
  enum?: string[];
  'x-labels'?: string[];
  'x-rule'?: string;
  'x-optional'?: boolean;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  multipleOf?: number;
  default?: Value;
}

/** The server refused the request: the message says what was wrong. */
export class Refused extends Error {
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

/** The server did not answer at all. */
export class OutOfReach extends Error {}

/** Did the last answer come from the browser itself, from its cache or its own sums, because the server is away? */
export const reach = { kept: false };

/** A server that does not answer in this time (ms) is taken to be away where the page can answer itself. */
const PATIENCE = 4000;
/** So long (ms) the page answers itself before it tries the server again. */
const AWAY = 5000;
let awayUntil = 0;

/** The network is back: the server is tried at once. */
export function tryServer(): void {
  awayUntil = 0;
}

/** The server's answer; or the page's own, while the server is away and on a static host. */
async function either<T>(server: (signal?: AbortSignal) => Promise<T>, own: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (isSite) return own();
  if (!hasSums) return server(signal);
  if (navigator.onLine && Date.now() >= awayUntil) {
    const late = AbortSignal.timeout(PATIENCE);
    try {
      return await server(signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      if (!(error instanceof OutOfReach) || signal?.aborted) throw error;
      awayUntil = Date.now() + AWAY;
    }
  }
  reach.kept = true;
  return own();
}

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch (cause) {
    throw new OutOfReach('the server is out of reach', { cause });
  }
  reach.kept = response.headers.has('x-kept');
  if (response.status === 204) return undefined as T;
  if (response.ok) return (await response.json()) as T;
  if (response.status === 504) throw new OutOfReach('the server is out of reach');
  const text = await response.text();
  let error: ApiError;
  try {
    error = JSON.parse(text) as ApiError;
  } catch {
    // Not our server's own words: the page has its own for them.
    error = { code: `http_${response.status}`, field: '', message: '' };
  }
  throw new Refused(error);
}

export function send<T>(method: string, path: string, body: unknown, signal?: AbortSignal, more: Record<string, string> = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', ...more };
  return ask<T>(path, { method, headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

export interface Situation {
  rules: string;
  procedure: string;
  facts: Values;
  dice?: number[];
  lang: Language;
}

const by = (signal: AbortSignal | undefined): RequestInit => (signal ? { signal } : {});

export const api = {
  rules: (lang: Language) => either((signal) => ask<Listed[]>(`/rules?lang=${lang}`, by(signal)), async () => listed(lang)),
  book: (rules: string, lang: Language) =>
    either((signal) => ask<Book>(`/rules/${encodeURIComponent(rules)}?lang=${lang}`, by(signal)), () => reckon<Book>(rules, { ask: 'book', rules, lang })),
  catalogue: (rules: string, lang: Language) =>
    either((signal) => ask<OfferedUnit[]>(`/rules/${encodeURIComponent(rules)}/catalogue?lang=${lang}`, by(signal)), () => reckon<OfferedUnit[]>(rules, { ask: 'catalogue', rules, lang })),
  adjudicate: (situation: Situation) =>
    either((signal) => send<WorkedOut>('POST', '/adjudicate', situation, signal), () => reckon<WorkedOut>(situation.rules, { ask: 'adjudicate', situation, seed: seed() })),
  odds: (situation: Situation, signal?: AbortSignal) =>
    either((late) => send<Chances>('POST', '/odds', situation, late), () => reckon<Chances>(situation.rules, { ask: 'odds', situation }, signal), signal),
  scenarios: (rules: string, lang: Language) =>
    either((signal) => ask<ListedScenario[]>(`/scenarios?lang=${lang}`, by(signal)), () => reckon<ListedScenario[]>(rules, { ask: 'scenarios', lang })),
  troops: (rules: string, choice: ScenarioChoice, lang: Language) =>
    either((signal) => send<Troops>('POST', `/scenarios/troops?lang=${lang}`, { rules, ...choice }, signal), () => reckon<Troops>(rules, { ask: 'troops', lang, file: { rules, ...choice } })),
  shareRoster: (rules: string, events: readonly unknown[], lang: Language) => send<Happened>('POST', `/rosters?lang=${lang}`, { rules, events }),
  tellRoster: (code: string, told: { since: number; epoch: number; events: readonly unknown[] }, lang: Language) =>
    send<Happened>('POST', `/rosters/${encodeURIComponent(code)}?lang=${lang}`, told),
  deleteRoster: (code: string, lang: Language) => ask<void>(`/rosters/${encodeURIComponent(code)}?lang=${lang}`, { method: 'DELETE' }),
  network: () => ask<Schemas['Network']>('/network'),
};
