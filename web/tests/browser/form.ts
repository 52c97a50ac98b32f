// Types facts into the form like a player, for any procedure, and throws dice on the pad. All of it is done within the page: a test enters
// hundreds of facts, and each would be several messages to and from the browser. What is pressed must be there to press: not covered, not
// disabled. The mouse and the keyboard themselves are tried by the other tests.
import type { Page } from 'playwright-core';
import type { Value, Values } from '../../src/lib/api';

/** What a player's hand can do, in the page. */
interface Hand {
  /** Presses what can be pressed. */
  press: (element: Element | null | undefined, what: string) => Promise<void>;
  /** Unfolds everything that is folded away. */
  unfold: () => Promise<void>;
  type: (facts: Values) => Promise<void>;
  /** Throws a die when the pad asks for it. */
  die: (number: number, die: number) => Promise<void>;
  /** Waits until something is there. */
  until: <T>(found: () => T | null | undefined | false, what: string) => Promise<T>;
}

/** Runs in the page: lays the hand there, once. */
function layHand(): void {
  const within = globalThis as unknown as { hand?: Hand };
  if (within.hand) return;
  // The page has drawn what the last tap changed.
  const settled = () => new Promise<void>((done) => setTimeout(done));
  const until = async <T>(found: () => T | null | undefined | false, what: string): Promise<T> => {
    for (const end = Date.now() + 45_000; Date.now() < end; ) {
      const here = found();
      if (here) return here;
      await new Promise((done) => setTimeout(done, 5));
    }
    throw new Error(`${what} does not come`);
  };
  const press = async (element: Element | null | undefined, what: string): Promise<void> => {
    if (!(element instanceof HTMLElement)) throw new Error(`${what} is not there`);
    if (element.matches(':disabled')) throw new Error(`${what} is disabled`);
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // What is seen of a line that breaks is its first part.
    const [part] = element.getClientRects();
    if (!part) throw new Error(`${what} is not shown`);
    const hit = document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2);
    if (!element.contains(hit)) throw new Error(`${what} is covered by ${hit?.outerHTML.slice(0, 80)}`);
    element.focus();
    element.click();
    await settled();
  };
  const folded = () => document.querySelector('form.sheet button[aria-expanded="false"]');
  const unfold = async () => {
    for (let button = folded(); button; button = folded()) await press(button, 'what is folded');
  };
  const enter = async (input: HTMLInputElement | HTMLSelectElement, text: string): Promise<void> => {
    input.scrollIntoView({ block: 'center', behavior: 'instant' });
    input.focus();
    input.value = text;
    if (input.value !== text) throw new Error(`${input.id} has no ${text}`);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
  };
  const entriesOf = (place: Element) => [...place.querySelectorAll(':scope > fieldset > .entry')];
  const placeOf = (path: string): Element => {
    const place = document.querySelector(`[data-fact="${path}"]`);
    if (!place) throw new Error(`there is no fact ${path}`);
    return place;
  };
  const typeList = async (path: string, list: Value[]): Promise<void> => {
    const place = placeOf(path);
    while (entriesOf(place).length > list.length) await press(entriesOf(place).at(-1)?.querySelector(':scope > button'), `the last of ${path}`);
    while (entriesOf(place).length < list.length) await press([...place.querySelectorAll(':scope > fieldset > button')].at(-1), `more of ${path}`);
    if (list.some((each) => typeof each === 'object')) await unfold();
    for (const [number, each] of list.entries()) await typeFact(`${path}[${number}]`, each);
  };
  const typeFact = async (path: string, value: Value): Promise<void> => {
    if (value === null) return;
    if (Array.isArray(value)) return typeList(path, value);
    if (typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) await typeFact(`${path}.${name}`, each);
      return;
    }
    const place = placeOf(path);
    const input = place.querySelector<HTMLSelectElement | HTMLInputElement>('select, input');
    if (!input) throw new Error(`${path} has nothing to enter it in`);
    if (typeof value === 'boolean') {
      if ((input as HTMLInputElement).checked !== value) await press(input, path);
    } else if (input.type === 'radio') await press(place.querySelector(`input[value="${value}"]`)?.closest('label'), `${path} ${value}`);
    else await enter(input, String(value));
  };
  const die = async (number: number, thrown: number): Promise<void> => {
    // The pad asks for the next die after the server has named it.
    const pad = await until(() => document.querySelector(`.pad[data-thrown="${number}"]`), `die ${number + 1}`);
    await until(() => pad.querySelector('.face, #typed-die'), 'a place for the die');
    const face = [...pad.querySelectorAll('.face')].find((each) => each.textContent?.trim() === String(thrown));
    if (face) return press(face, `the face ${thrown}`);
    const typed = pad.querySelector<HTMLInputElement>('#typed-die');
    if (!typed) throw new Error(`no die shows ${thrown}`);
    await enter(typed, String(thrown));
    typed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await settled();
  };
  const type = async (facts: Values) => {
    for (const [name, value] of Object.entries(facts)) await typeFact(name, value);
  };
  within.hand = { press, unfold, type, die, until };
}

/** Lets the hand do something in the page. */
export async function byHand<T, R>(page: Page, deed: (given: { hand: Hand; with: T }) => Promise<R>, given: T): Promise<R> {
  await page.evaluate(layHand);
  const hand = await page.evaluateHandle(() => (globalThis as unknown as { hand: Hand }).hand);
  return page.evaluate(deed as never, { hand, with: given } as never) as Promise<R>;
}

/** Unfolds everything that is folded away. */
export async function unfold(page: Page): Promise<void> {
  await byHand(page, ({ hand }) => hand.unfold(), undefined);
}

/** Enters the facts; clears the form first, unless told not to. */
export async function typeFacts(page: Page, facts: Values, { anew } = { anew: true }): Promise<void> {
  await byHand(
    page,
    async ({ hand, with: { facts: told, anew: first } }) => {
      if (first) await hand.press([...document.querySelectorAll('form.sheet button')].find((each) => /Start again|Begynd forfra/.test(each.textContent ?? '')), 'start again');
      await hand.unfold();
      await hand.type(told);
    },
    { facts, anew },
  );
}

/** Presses the button that works the sum out or throws the dice, and waits for the result. */
export async function workOut(page: Page): Promise<void> {
  await byHand(
    page,
    async ({ hand }) => {
      await hand.press(await hand.until(() => document.querySelector('form.sheet button[type=submit]:enabled'), 'the throw'), 'the throw');
      await hand.until(() => document.querySelector('[data-testid=result]'), 'the result');
    },
    undefined,
  );
}

/** Throws the player's own dice, one after the other. */
export async function throwDice(page: Page, dice: number[]): Promise<void> {
  await byHand(
    page,
    async ({ hand, with: thrown }) => {
      const own = () => [...document.querySelectorAll('form.sheet button')].find((each) => /My own dice|Mine egne terninger/.test(each.textContent ?? ''));
      await hand.press(await hand.until(() => own()?.matches(':enabled') && own(), 'my own dice'), 'my own dice');
      for (const [number, die] of thrown.entries()) await hand.die(number, die);
    },
    dice,
  );
}
