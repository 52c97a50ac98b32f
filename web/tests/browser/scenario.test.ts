// A roster made from a scenario: one that comes with the program, and a player's own file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNoSideways, PHONE, withBrowser } from './browser';
import { sets } from './rules';

const MEETING = join(import.meta.dirname, '../../../scenarios/meeting');
const scenario = readFileSync(join(MEETING, 'scenario.toml'), 'utf8');
const ground = readFileSync(join(MEETING, 'ground.geojson'), 'utf8');

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const card = (page: Page, name: string) => page.locator(`[data-unit="${name}"]`);

async function openPanel(page: Page): Promise<void> {
  await page.locator('summary', { hasText: /From a scenario|Fra et scenarie/ }).click();
  await page.getByTestId('scenario-file').waitFor({ state: 'attached' });
}

describe('a roster from a scenario', () => {
  const { visit } = withBrowser();

  test.each(sets)('%s: the units, their strengths and their leaders', async (rules) => {
    const { page, complaints } = await visit(`#/${rules}/roster`, PHONE);
    await openPanel(page);
    await page.getByLabel('Scenario', { exact: true }).selectOption('meeting');
    await page.getByRole('button', { name: 'Make the roster' }).click();
    await card(page, '19th Indiana').waitFor();
    await expect.poll(() => page.locator('[data-unit]').count()).toBe(10);
    await expect.poll(() => card(page, '19th Indiana').innerText()).toMatch(/400 men/);
    await expect.poll(() => card(page, '19th Indiana').innerText()).toMatch(/infantry/i);
    await expect.poll(() => page.locator('.command', { has: page.locator('[data-leader=Morrow]') }).locator('[data-unit="19th Indiana"]').count()).toBe(1);
    await expect.poll(() => page.getByRole('heading', { name: 'Confederate' }).count()).toBe(1);
    await expect.poll(() => page.getByTestId('clock').innerText()).toBe('16:00');
    await expectNoSideways(page, rules);
    // A leader falls, and is brought back.
    await page.getByRole('button', { name: 'Falls Morrow' }).click();
    await page.locator('[data-leader=Morrow]', { hasText: 'fallen' }).waitFor();
    await page.getByRole('button', { name: 'Undo: Morrow: fallen' }).first().click();
    await expect.poll(() => page.locator('[data-leader=Morrow]').innerText()).not.toContain('fallen');
    expect(complaints).toEqual([]);
  });

  test('in Danish our own scenarios are told in Danish: battle, sides and units', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster', { ...PHONE, locale: 'da-DK' });
    await openPanel(page);
    await page.locator('#which-scenario option', { hasText: 'Mødet ved Holmby Cross' }).waitFor({ state: 'attached' });
    await page.locator('#which-scenario').selectOption('meeting');
    // Who changes the language has what is counted in the other one.
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: /^The meeting at Holmby Cross/ }).waitFor();
    await page.getByRole('button', { name: 'Dansk' }).click();
    await page.getByRole('heading', { name: /^Mødet ved Holmby Cross/ }).waitFor();
    await page.getByRole('button', { name: 'Lav styrkelisten' }).click();
    await card(page, 'Batteri B, 4th U.S.').waitFor();
    await page.getByRole('heading', { name: 'Unionen', exact: true }).waitFor();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Mødet ved Holmby Cross');
    expect(complaints).toEqual([]);
  });

  test('one side of a player’s own file, with its ratings', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openPanel(page);
    await page.getByTestId('scenario-file').setInputFiles([file('mine.toml', scenario), file('ground.geojson', ground)]);
    await page.getByRole('radio', { name: /^Confederate/ }).check();
    await page.getByRole('button', { name: 'Make the roster' }).click();
    await card(page, '21st North Carolina').waitFor();
    await expect.poll(() => page.locator('[data-unit]').count()).toBe(5);
    await expect.poll(() => card(page, '21st North Carolina').innerText()).toMatch(/Weapon[\s\S]*Valeur/);
    expect(complaints).toEqual([]);
  });

  test('what is wrong with the file is told by line', async () => {
    const { page } = await visit('#/borgerkrig/roster', { ...PHONE, locale: 'da-DK' });
    await openPanel(page);
    const broken = scenario.replace('springfield_m61', 'springfeld_m61').replace('valeur = 0', 'valeur = 9');
    await page.getByTestId('scenario-file').setInputFiles(file('mine.toml', broken));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const line = broken.split('\n').indexOf('id = "b1"') + 1;
    await expect.poll(() => alert.innerText()).toMatch(new RegExp(`mine\\.toml:${line}: .*\`b1\`.*\`springfeld_m61\``));
    await expect.poll(() => alert.locator('li').count()).toBe(2);
    await expectNoSideways(page, 'faults');
    await page.getByTestId('scenario-file').setInputFiles(file('notes.txt', 'hello'));
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('.toml');
    // A correct file after a broken one removes the fault.
    await page.getByTestId('scenario-file').setInputFiles(file('mine.toml', scenario));
    await page.getByRole('button', { name: 'Lav styrkelisten' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
