// Helpers for the tests of the table: making games over the API, finding a unit on the map, waiting for turns.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { address } from './browser';
import { byHand } from './form';

export interface Made {
  game: string;
  links: { seat: string; token: string }[];
}

export async function makeGame(asked: object): Promise<Made> {
  const answer = await fetch(`${address}/api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Made;
}

export function tokenOf(made: Made, seat: string): string {
  const link = made.links.find((each) => each.seat === seat);
  if (!link) throw new Error(`no link of ${seat}`);
  return link.token;
}

interface Seen {
  table: { turn: number; ending: unknown };
  view: { turn: number; units: { id: string; place: [number, number]; written: unknown }[]; enemies: { id: string }[] };
  prompts: { default: object }[];
}

export async function stateOf(token: string): Promise<Seen> {
  const answer = await fetch(`${address}/api/game`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Seen;
}

export async function act(token: string, action: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/game/act`, { method: 'POST', headers, body: JSON.stringify({ key: Math.random().toString(36), action }) });
  expect(answer.status, await answer.text()).toBe(200);
}

/** The table is laid: the ground is drawn. */
export async function laid(page: Page): Promise<void> {
  await page.locator('canvas[data-ground=drawn]').waitFor();
}

export function tokenAt(page: Page): string {
  return page.url().split('/').at(-1) ?? '';
}

/** The dot of the window at which a place of the table is. */
export async function dotOf(page: Page, [east, north]: readonly [number, number]): Promise<{ x: number; y: number }> {
  await atRest(page);
  return page.locator('canvas').evaluate((canvas, place) => {
    const [x = 0, y = 0, scale = 1] = (canvas.dataset['camera'] ?? '').split(' ').map(Number);
    const box = canvas.getBoundingClientRect();
    return { x: box.x + box.width / 2 + (place[0] - x) * scale, y: box.y + box.height / 2 - (place[1] - y) * scale };
  }, [east, north] as const);
}

/** Waits until the map has come to rest: it moves to a unit that is chosen, and when its window changes. Counted in frames, not in time. */
async function atRest(page: Page): Promise<void> {
  await page.locator('canvas').evaluate(async (canvas) => {
    const lies = () => JSON.stringify([canvas.dataset['camera'], canvas.getBoundingClientRect()]);
    let before = '';
    for (let frames = 0; frames < 3; ) {
      await new Promise((done) => requestAnimationFrame(done));
      frames = lies() === before && canvas.dataset['moving'] === undefined ? frames + 1 : 0;
      before = lies();
    }
  });
}

/** Drags on the map from one place to another. */
export async function dragOnMap(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [a, b] = [await dotOf(page, from), await dotOf(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Says ready, whatever is not ordered yet. */
export async function ready(page: Page): Promise<void> {
  await byHand(
    page,
    async ({ hand }) => {
      await hand.press(await hand.until(() => document.querySelector('[data-testid=ready]:enabled'), 'ready'), 'ready');
      // Whoever has units without an order is asked whether he is sure.
      const sure = document.querySelector('[role=alertdialog] [data-testid=ready]');
      if (sure) await hand.press(sure, 'yes, ready');
    },
    undefined,
  );
}

/**
 * Does what the page waits for: gives an open question its default, or says ready. Whatever can be pressed is found and pressed in one step:
 * "show on the map" can be pressed while an answer is under way, and the next question may come instead of ready. Gives back what the page said was to be done.
 */
export async function goOn(page: Page): Promise<string> {
  return byHand(
    page,
    async ({ hand }) => {
      const next = () => document.querySelector('main.table a[href*="#/replay/"], [data-testid=question] button.strong:enabled, [data-testid=ready]:enabled');
      const found = await hand.until(next, 'ready or a question');
      const state = document.querySelector('main.table > header .state')?.textContent ?? '';
      // The battle is over: there is nothing more to do.
      if (!(found instanceof HTMLAnchorElement)) await hand.press(found, 'what is asked');
      return state;
    },
    undefined,
  );
}

export async function turnIs(page: Page, turn: number): Promise<void> {
  await page.locator(`main[data-turn="${turn}"]`).waitFor();
}
