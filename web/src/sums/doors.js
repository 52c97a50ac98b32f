// How a module of sums is asked: the question is written where the module says, and the answer is read where it says. Plain JavaScript, because
// the build (sums.mjs) asks in the same way as the page.
const writer = new TextEncoder();
const reader = new TextDecoder();

/** The module's own functions. */
export async function opened(module) {
  return (await WebAssembly.instantiate(module, {})).exports;
}

/** The answer to a question. */
export function asked(doors, question) {
  const bytes = writer.encode(JSON.stringify(question));
  const place = doors.question(bytes.length);
  // The memory may have grown, and then its buffer is another: it is asked for anew each time.
  new Uint8Array(doors.memory.buffer, place, bytes.length).set(bytes);
  const length = doors.answer();
  return JSON.parse(reader.decode(new Uint8Array(doors.memory.buffer, doors.answer_at(), length)));
}
