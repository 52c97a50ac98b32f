// A worker that works sums out with one rule set's module, so that the page goes on while long odds are reckoned.
/// <reference lib="webworker" />
import { asked, opened, type Doors } from './doors';

const worker = self as unknown as DedicatedWorkerGlobalScope;
let doors: Promise<Doors> | undefined;

/** The rule set's module, and then questions, each with its number. */
export type ToReckoner = { module: WebAssembly.Module } | { number: number; question: unknown };

worker.addEventListener('message', (event: MessageEvent<ToReckoner>) => {
  const { data } = event;
  if ('module' in data) {
    doors = opened(data.module);
    return;
  }
  void doors?.then((open) => worker.postMessage({ number: data.number, answer: asked(open, data.question) }));
});
