// What the whole page shares: the language, the route, the loaded books, the rosters.
import { tick } from 'svelte';
import { api, OutOfReach, reach, Refused, type Book, type Listed, type Values } from './api';
import type { RuleTexts } from './citations';
import { asSentence } from './form';
import { Rosters } from './log/rosters.svelte';
import { recall, remember } from './memory';
import type { Roster } from './roster';
import { fill, words, type Language, type Words } from './words';

export type View = 'compute' | 'roster' | 'read' | 'print';

/** Where the page is: `#/borgerkrig/compute/small_arms_fire`, with units in their roles: `…/small_arms_fire/firer=abc,target=def`. */
export interface Way {
  rules: string | undefined;
  view: View;
  rest: string | undefined;
  /** A game, a replay or a turn by mail, and what opens it. */
  place: { kind: 'game' | 'replay' | 'mail'; key: string | undefined } | undefined;
  units: Record<string, string>;
}

/** Ways that are not a rule set's: a seat at a game by its secret, the replay of a finished game or a file, a turn by mail. */
const PLACES: readonly string[] = ['game', 'replay', 'mail'];

const LANGUAGES: readonly Language[] = ['en', 'da'];

const VIEWS: readonly string[] = ['compute', 'roster', 'read', 'print'];

/** A part of an address; what cannot be decoded is as good as empty. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Reads an address. An odd one leads home. */
export function readWay(hash: string): Way {
  const [rules = '', view = '', rest = '', units = ''] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  const roles = units.split(',').flatMap((each) => {
    const [role, unit] = each.split('=');
    return role && unit ? [[role, unit] as const] : [];
  });
  // A game is opened by its key; without one there is nothing to open.
  if (PLACES.includes(rules) && (rules !== 'game' || view !== '')) {
    return { rules: undefined, view: 'compute', rest: undefined, units: {}, place: { kind: rules as 'game' | 'replay' | 'mail', key: view || undefined } };
  }
  return {
    place: undefined,
    rules: /^[a-z][a-z0-9-]*$/.test(rules) && !PLACES.includes(rules) ? rules : undefined,
    view: VIEWS.includes(view) ? (view as View) : 'compute',
    rest: rest || undefined,
    units: Object.fromEntries(roles),
  };
}

export function wayTo(rules?: string, view?: View, rest?: string, units: Record<string, string> = {}): string {
  const roles = Object.entries(units).map(([role, unit]) => `${role}=${unit}`).join(',');
  const parts = [rules, view, rest, roles || undefined].filter((part): part is string => part !== undefined);
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function firstLanguage(): Language {
  const remembered = recall<Language>('language');
  if (remembered === 'en' || remembered === 'da') return remembered;
  return navigator.language.toLowerCase().startsWith('da') ? 'da' : 'en';
}

class App {
  language = $state<Language>(firstLanguage());
  way = $state<Way>(readWay(location.hash));
  listed = $state<Listed[]>([]);
  books = $state.raw<Record<string, Book>>({});
  offline = $state(false);
  failure = $state('');
  /** A word to the player that is not a fault. */
  notice = $state('');
  readonly rosters: Rosters = new Rosters({
    language: () => this.language,
    trouble: (error) => this.trouble(error),
    reached: () => (this.offline = false),
    refused: (messages) => (this.failure = `${this.words.entryRefused} ${[...new Set(messages)].join(' ')}`),
    notShared: (messages) => (this.failure = fill(this.words.notShared, { why: [...new Set(messages)].join('; ') })),
    notKept: () => (this.failure = this.words.notKept),
  });
  /** Facts that one sum hands to the next. */
  handed: { procedure: string; facts: Values } | undefined;
  openRule = $state<string | undefined>(undefined);
  /** The rule set of the game at the table: its book is at hand there. */
  atTable = $state<string | undefined>(undefined);

  get words(): Words {
    return words[this.language];
  }

  /** The book of the current rule set, in the current language; in another one until it has come, so that nothing that was entered goes. */
  get book(): Book | undefined {
    const rules = this.way.rules ?? this.atTable;
    if (rules === undefined) return undefined;
    return this.books[`${rules}/${this.language}`] ?? LANGUAGES.map((language) => this.books[`${rules}/${language}`]).find(Boolean);
  }

  /** Its rule texts by their number. */
  readonly ruleTexts = $derived<RuleTexts>(new Map(this.book?.texts.map((text) => [text.rule, text])));

  /** The current roster of the current rule set. */
  get roster(): Roster | undefined {
    return this.way.rules === undefined ? undefined : this.rosters.of(this.way.rules);
  }

  setLanguage(language: Language): void {
    this.language = language;
    remember('language', language);
    document.documentElement.lang = language;
    void this.load();
  }

  /** How far each list was scrolled. */
  private readonly places = new Map<string, number>();

  follow(hash: string): void {
    const before = this.way;
    this.places.set(wayTo(before.rules, before.view), before.rest === undefined ? scrollY : (this.places.get(wayTo(before.rules, before.view)) ?? 0));
    this.way = readWay(hash);
    this.openRule = undefined;
    if (!this.way.place) this.atTable = undefined;
    this.failure = '';
    const focused = document.activeElement;
    void this.load().then(() => this.arrive(focused)).then(() => this.tellWhere(hash));
  }

  /** Opens the address with which the page was called. */
  begin(): void {
    const { hash } = location;
    void this.load().then(tick).then(() => this.tellWhere(hash));
  }

  /** Which address is shown with all that it needs, for programs that look at the page. */
  private tellWhere(hash: string): void {
    document.documentElement.dataset['at'] = hash;
  }

  /** The eye and the focus go to the head of what was opened; a list is where it was left. A chapter goes to its rule by itself. Whoever has gone on meanwhile keeps his place. */
  private async arrive(focused: Element | null): Promise<void> {
    await tick();
    const now = document.activeElement;
    if (now && now !== document.body && now !== focused) return;
    const { rules, view, rest, place } = this.way;
    if (place || (view === 'read' && rest !== undefined)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    scrollTo(0, rest === undefined ? (this.places.get(wayTo(rules, view)) ?? 0) : 0);
  }

  /** Loads what the current route needs and is not loaded yet. */
  async load(): Promise<void> {
    const { language } = this;
    const rules = this.way.rules ?? this.atTable;
    try {
      this.listed = await api.rules(language);
      // An address with rules that do not exist leads home.
      if (rules !== undefined && !this.listed.some((listed) => listed.id === rules)) {
        location.hash = wayTo();
        return;
      }
      const key = `${rules}/${language}`;
      if (rules !== undefined && this.books[key] === undefined) {
        const book = await api.book(rules, language);
        this.books = { ...this.books, [key]: book };
      }
      this.failure = '';
      this.offline = reach.kept;
    } catch (error) {
      this.trouble(error);
    }
  }

  /** Reports what went wrong, unless the form reports it itself. */
  trouble(error: unknown): void {
    if (error instanceof OutOfReach) this.offline = true;
    else if (error instanceof Refused && error.error.message !== '') this.failure = asSentence(error.error.message);
    else this.failure = error instanceof Refused && error.error.code === 'http_413' ? this.words.tooLarge : this.words.failed;
  }

  /** The book of a game's rules is wanted at the table. */
  sitDown(rules: string): void {
    if (this.atTable === rules) return;
    this.atTable = rules;
    void this.load();
  }
}

export const app = new App();
