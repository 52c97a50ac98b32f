// What the whole page shares: the language, the route, the loaded books, the rosters.
import { api, OutOfReach, reach, type Book, type Listed } from './api';
import type { RuleTexts } from './citations';
import { recall, remember, forget } from './memory';
import { upToDate, type Roster } from './roster';
import { words, type Language, type Words } from './words';

export type View = 'compute' | 'roster' | 'read' | 'print';

/** Where the page is: `#/borgerkrig/compute/small_arms_fire`. */
export interface Way {
  rules: string | undefined;
  view: View;
  rest: string | undefined;
  /** A game or a replay, and what opens it. */
  place: { kind: 'game' | 'replay'; key: string | undefined } | undefined;
}

/** Ways that are not a rule set's: a seat at a game by its secret, and the replay of a finished game or a file. */
const PLACES: readonly string[] = ['game', 'replay'];

const VIEWS: readonly string[] = ['compute', 'roster', 'read', 'print'];

/** A part of an address; as it stands when it is not well written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function readWay(hash: string): Way {
  const [rules, view, rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map(decoded);
  if (PLACES.includes(rules ?? '')) {
    return { rules: undefined, view: 'compute', rest: undefined, place: { kind: rules as 'game' | 'replay', key: view || undefined } };
  }
  return {
    place: undefined,
    rules: rules || undefined,
    view: VIEWS.includes(view ?? '') ? (view as View) : 'compute',
    rest: rest || undefined,
  };
}

export function wayTo(rules?: string, view?: View, rest?: string): string {
  const parts = [rules, view, rest].filter((part): part is string => part !== undefined);
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
  rosters = $state.raw<Roster[]>((recall<Roster[]>('rosters') ?? []).map(upToDate));
  activeRoster = $state<Record<string, string>>(recall<Record<string, string>>('active-rosters') ?? {});
  openRule = $state<string | undefined>(undefined);
  /** The rule set of the game at the table: its book is at hand there. */
  atTable = $state<string | undefined>(undefined);

  get words(): Words {
    return words[this.language];
  }

  /** The book of the current rule set, in the current language. */
  get book(): Book | undefined {
    const rules = this.way.rules ?? this.atTable;
    return rules === undefined ? undefined : this.books[`${rules}/${this.language}`];
  }

  /** Its rule texts by their number. */
  readonly ruleTexts = $derived<RuleTexts>(new Map(this.book?.texts.map((text) => [text.rule, text])));

  /** The current roster of the current rule set. */
  get roster(): Roster | undefined {
    const rules = this.way.rules ?? '';
    const mine = this.rosters.filter((roster) => roster.rules === rules);
    return mine.find((roster) => roster.id === this.activeRoster[rules]) ?? mine[0];
  }

  setLanguage(language: Language): void {
    this.language = language;
    remember('language', language);
    document.documentElement.lang = language;
    void this.load();
  }

  follow(hash: string): void {
    this.way = readWay(hash);
    this.openRule = undefined;
    if (!this.way.place) this.atTable = undefined;
    void this.load();
  }

  /** Loads what the current route needs and is not loaded yet. */
  async load(): Promise<void> {
    const { language } = this;
    const rules = this.way.rules ?? this.atTable;
    try {
      this.listed = await api.rules(language);
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
    else this.failure = error instanceof Error ? error.message : String(error);
  }

  /** The book of a game's rules is wanted at the table. */
  sitDown(rules: string): void {
    if (this.atTable === rules) return;
    this.atTable = rules;
    void this.load();
  }

  keepRoster(roster: Roster): void {
    const others = this.rosters.filter((each) => each.id !== roster.id);
    const place = this.rosters.findIndex((each) => each.id === roster.id);
    this.rosters = place < 0 ? [...this.rosters, roster] : others.toSpliced(place, 0, roster);
    this.useRoster(roster);
    if (!remember('rosters', this.rosters)) this.failure = this.words.failed;
  }

  useRoster(roster: Roster): void {
    this.activeRoster = { ...this.activeRoster, [roster.rules]: roster.id };
    remember('active-rosters', this.activeRoster);
  }

  dropRoster(id: string): void {
    this.rosters = this.rosters.filter((each) => each.id !== id);
    if (this.rosters.length === 0) forget('rosters');
    else remember('rosters', this.rosters);
  }
}

export const app = new App();
