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
}

const VIEWS: readonly string[] = ['compute', 'roster', 'read', 'print'];

export function readWay(hash: string): Way {
  const [rules, view, rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decodeURIComponent(part));
  return {
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

  get words(): Words {
    return words[this.language];
  }

  /** The book of the current rule set, in the current language. */
  get book(): Book | undefined {
    return this.way.rules === undefined ? undefined : this.books[`${this.way.rules}/${this.language}`];
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
    void this.load();
  }

  /** Loads what the current route needs and is not loaded yet. */
  async load(): Promise<void> {
    const { language, way } = this;
    try {
      this.listed = await api.rules(language);
      const key = `${way.rules}/${language}`;
      if (way.rules !== undefined && this.books[key] === undefined) {
        const book = await api.book(way.rules, language);
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
