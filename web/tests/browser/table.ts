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
  const canvas = page.locator('canvas');
  const [x = 0, y = 0, scale = 1] = ((await canvas.getAttribute('data-camera')) ?? '').split(' ').map(Number);
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the map is not shown');
  return { x: box.x + box.width / 2 + (east - x) * scale, y: box.y + box.height / 2 - (north - y) * scale };
}

/** Waits until the map has come to rest: it moves to a unit that is chosen. */
export async function atRest(page: Page): Promise<void> {
  const camera = () => page.locator('canvas').getAttribute('data-camera');
  for (let [before, now] = [null, await camera()] as [string | null, string | null]; before !== now; [before, now] = [now, await camera()]) await page.waitForTimeout(80);
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

export async function turnIs(page: Page, turn: number): Promise<void> {
  await page.locator(`main[data-turn="${turn}"]`).waitFor();
}
