// Types facts into the form like a player, for any procedure, and throws dice on the pad.
import type { Page } from 'playwright-core';
import type { Value, Values } from '../../src/lib/api';

const place = (page: Page, path: string) => page.locator(`[data-fact="${path}"]`);

/** Unfolds everything that is folded away. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('form.sheet button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
}

async function typeList(page: Page, path: string, list: Value[]): Promise<void> {
  const entries = (kind: string) => page.locator(`[data-fact="${path}"] > fieldset > ${kind}`);
  while ((await entries('.entry').count()) > list.length) await entries('.entry').last().locator('> button').click();
  while ((await entries('.entry').count()) < list.length) await entries('button').last().click();
  if (list.some((each) => typeof each === 'object')) await unfold(page);
  for (const [number, each] of list.entries()) await typeFact(page, `${path}[${number}]`, each);
}

async function typeFact(page: Page, path: string, value: Value): Promise<void> {
  if (value === null) return;
  if (Array.isArray(value)) return typeList(page, path, value);
  if (typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) await typeFact(page, `${path}.${name}`, each);
    return;
  }
  const fact = place(page, path);
  if (typeof value === 'boolean') return fact.locator('input[type=checkbox]').setChecked(value);
  const kind = await fact.evaluate((element) => (element.querySelector('select') ? 'select' : element.querySelector('input')?.type));
  if (kind === 'select') await fact.locator('select').selectOption(String(value));
  else if (kind === 'radio') await fact.locator(`label:has(input[value="${value}"])`).click();
  else {
    await fact.locator('input').fill(String(value));
    await fact.locator('input').press('Tab');
  }
}

/** Enters the facts; clears the form first, unless told not to. */
export async function typeFacts(page: Page, facts: Values, { anew } = { anew: true }): Promise<void> {
  if (anew) await page.getByRole('button', { name: /Start again|Begynd forfra/ }).click();
  await unfold(page);
  for (const [name, value] of Object.entries(facts)) await typeFact(page, name, value);
}

/** Throws the player's own dice, one after the other. */
export async function throwDice(page: Page, dice: number[]): Promise<void> {
  await page.getByRole('button', { name: /My own dice|Mine egne terninger/ }).click();
  for (const [number, die] of dice.entries()) {
    // The pad asks for the next die after the server has named it.
    await page.waitForFunction((thrown) => document.querySelector('.pad')?.getAttribute('data-thrown') === String(thrown), number);
    const face = page.locator('.pad .face', { hasText: new RegExp(`^${die}$`) });
    await page.locator('.pad .face, .pad #typed-die').first().waitFor();
    if ((await face.count()) > 0) await face.click();
    else {
      await page.locator('#typed-die').fill(String(die));
      await page.locator('#typed-die').press('Enter');
    }
  }
}
