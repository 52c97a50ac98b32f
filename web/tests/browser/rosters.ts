// Rosters as a player has them: opened from a file, shared, read off their cards.
import type { Page } from 'playwright-core';
import type { Visit } from './browser';

export const card = (page: Page, name: string) => page.locator(`[data-unit="${name}"]`);
export const fact = (page: Page, name: string) => page.locator(`[data-fact="${name}"]`);
export const chosen = (page: Page, name: string) => fact(page, name).locator('input:checked, select').first().inputValue();
export const figureOf = (page: Page, name: string) => fact(page, name).locator('input').first().inputValue();

export interface Kept {
  name: string;
  side: 'blue' | 'red';
  figures: number;
  properties: Record<string, unknown>;
}

/** Opens a roster with these units from a file, as a player would. */
export async function openRoster(page: Page, rules: string, units: Kept[]): Promise<void> {
  const document = { name: 'Test', rules, turn: 1, start: 540, units: units.map((unit, place) => ({ ...unit, id: `unit${place}`, lostMen: 0, removedFigures: 0, notes: '' })), leaders: [] };
  await page.getByLabel('Open a roster file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) });
  await card(page, units[0]?.name ?? '').waitFor();
}

export const GUARD: Kept = { name: 'Guard', side: 'blue', figures: 30, properties: { arm: 'infantry', weapon: 'springfield_m61', valeur: 2, order: 'OR', first_fire: true, ammunition: true } };
export const MILITIA: Kept = { name: 'Militia', side: 'blue', figures: 20, properties: { arm: 'infantry', weapon: 'musket_m42', order: 'LU' } };
export const TEXAS: Kept = { name: '4th Texas', side: 'red', figures: 28, properties: { arm: 'infantry', order: 'OR', valeur: 1, general: true } };
export const BATTERY: Kept = { name: 'Battery B', side: 'red', figures: 4, properties: { arm: 'artillery_unlimbered', gun: 'napoleon_12pd', guns: 4, order: 'OR', valeur: 1 } };
export const ROUTED: Kept = { name: 'Routed', side: 'red', figures: 20, properties: { arm: 'infantry', order: 'FU', valeur: 0 } };

export async function lose(page: Page, name: string, men: number): Promise<void> {
  await card(page, name).locator('.stepper input').fill(String(men));
  await card(page, name).getByRole('button', { name: /^Record losses/ }).click();
}

export async function share(visit: Visit): Promise<Record<'umpire' | 'blue' | 'red', string>> {
  await visit.page.getByRole('button', { name: 'Share on the network' }).click();
  const link = async (whose: string) => new URL(await visit.page.locator(`#link-${whose}`).inputValue()).hash;
  return { umpire: await link('umpire'), blue: await link('blue'), red: await link('red') };
}

/** From a unit's card to a sum, in a role. */
export async function act(page: Page, name: string, procedure: string, role: string): Promise<void> {
  await card(page, name).locator('details.acts').evaluate((list: HTMLDetailsElement) => (list.open = true));
  await card(page, name).locator(`a[href*="/${procedure}/${role}"]`).click();
  await page.waitForSelector(`h1[data-procedure=${procedure}]`);
}
