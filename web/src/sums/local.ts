// Sums without the server: the engine, compiled to WebAssembly, a module for each rule set. A module is fetched when its rules are first needed.
import { Refused, type ApiError, type Listed } from '../lib/api';
import type { Language } from '../lib/words';
import type { Answer } from './doors';

/** The modules that were built, by rule set; none where the build had no compiler for them. */
const MODULES = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../../sums/*.wasm', { query: '?url', import: 'default', eager: true })).map(([path, url]) => [path.replace(/^.*\/|\.wasm$/g, ''), url]),
);
/** What is in them, told by themselves when they were built. */
const LISTS = Object.values(import.meta.glob<Record<Language, Listed[]>>('../../sums/list.json', { import: 'default', eager: true }));

/** Are there any? */
export const hasSums = Object.keys(MODULES).length > 0;

/** The rule sets that can be worked out here. */
export function listed(language: Language): Listed[] {
  return LISTS[0]?.[language] ?? [];
}

interface Waiting {
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/** A worker with one rule set, and who waits for its answers. */
class Reckoner {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private readonly module: Promise<WebAssembly.Module>;

  constructor(url: string) {
    this.module = WebAssembly.compileStreaming(fetch(url));
  }

  async ask(question: unknown, signal: AbortSignal | undefined): Promise<Answer> {
    const module = await this.module;
    signal?.throwIfAborted();
    const worker = (this.worker ??= this.start(module));
    const number = (this.last += 1);
    return new Promise((done, failed) => {
      this.waiting.set(number, { done, failed });
      signal?.addEventListener('abort', () => this.drop(number, signal.reason));
      worker.postMessage({ number, question });
    });
  }

  private start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./reckoner.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ number: number; answer: Answer }>) => {
      this.waiting.get(data.number)?.done(data.answer);
      this.waiting.delete(data.number);
    });
    worker.addEventListener('error', (event) => this.end(new Error(event.message)));
    worker.postMessage({ module });
    return worker;
  }

  /** Nobody wants this answer any more. A worker that nobody waits for is ended, so that long odds do not keep the next sum waiting. */
  private drop(number: number, reason: unknown): void {
    const waiting = this.waiting.get(number);
    if (!waiting) return;
    this.waiting.delete(number);
    waiting.failed(reason);
    if (this.waiting.size === 0) this.end(reason);
  }

  private end(reason: unknown): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { failed } of this.waiting.values()) failed(reason);
    this.waiting.clear();
  }
}

const reckoners = new Map<string, Reckoner>();

/** Asks a rule set's own module. */
export async function reckon<T>(rules: string, question: unknown, signal?: AbortSignal): Promise<T> {
  const url = MODULES[rules];
  if (url === undefined) throw new Refused({ code: 'unknown_rule_set', field: 'rules', message: '' });
  const reckoner = reckoners.get(rules) ?? new Reckoner(url);
  reckoners.set(rules, reckoner);
  try {
    const answer = await reckoner.ask(question, signal);
    if ('refused' in answer) throw new Refused(answer.refused as ApiError);
    return answer.answered as T;
  } catch (error) {
    // A module that could not be fetched is fetched again the next time.
    if (!(error instanceof Refused) && !signal?.aborted) reckoners.delete(rules);
    throw error;
  }
}

/** A number of 64 bits for the dice, from the browser's own chance. JSON would lose its last digits. */
export function seed(): string {
  const [number = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return number.toString();
}
