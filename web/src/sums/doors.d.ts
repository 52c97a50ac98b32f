/** The functions of a module of sums. */
export interface Doors {
  memory: WebAssembly.Memory;
  question(bytes: number): number;
  answer(): number;
  answer_at(): number;
}

/** What a module answers: what the server would have answered, or why it would have refused. */
export type Answer = { answered: unknown } | { refused: unknown };

export function opened(module: WebAssembly.Module): Promise<Doors>;
export function asked(doors: Doors, question: unknown): Answer;
