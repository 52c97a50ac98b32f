// The army on its roster: what losses mean by the rules, the battle's log on paper and in a file; and facts that are read off a tape.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNothingCutOff, PHONE, withBrowser } from './browser';

const LANGUAGES = [
  { locale: 'en-GB', from: 'From a scenario', scenario: 'Scenario', make: 'Make the roster', save: 'Save the history', print: 'Print the history', zone: /^Zone: \d$/, far: 'Out of range.', tape: 'Your table is measured in', inches: 'inches' },
  { locale: 'da-DK', from: 'Fra et scenarie', scenario: 'Scenarie', make: 'Lav styrkelisten', save: 'Gem forløbet', print: 'Udskriv forløbet', zone: /^Zone: \d$/, far: 'Uden for skudvidde.', tape: 'Bordet måles i', inches: 'tommer' },
] as const;

async function army(page: Page, words: (typeof LANGUAGES)[number], scenario: string): Promise<void> {
  await page.locator('summary', { hasText: words.from }).click();
  await page.getByLabel(words.scenario, { exact: true }).selectOption(scenario);
  await page.getByRole('button', { name: words.make }).click();
  await page.locator('[data-unit]').first().waitFor();
}

async function lose(page: Page, unit: string, loss: number): Promise<void> {
  const card = page.locator(`[data-unit="${unit}"]`);
  await card.locator('.stepper input').fill(String(loss));
  await card.locator('form button[type=submit]').click();
}

const nameOf = async (page: Page, place = 0) => (await page.locator('[data-unit]').nth(place).getAttribute('data-unit')) ?? '';

describe.each(LANGUAGES)('in $locale', (words) => {
  const { visit } = withBrowser();

  /** §3.3: a quarter of the castings lost makes a unit Unorganized for good, half Disrupted. */
  test('a unit tells what its losses mean, and from where they mean more', async () => {
    const { page, complaints } = await visit('#/gdc/roster', { ...PHONE, locale: words.locale });
    await army(page, words, 'gdc-brigades');
    const name = await nameOf(page);
    const card = page.locator(`[data-unit="${name}"]`);
    const figures = Number((await card.locator('.strength').innerText()).match(/\/(\d+)/)?.[1]);
    await lose(page, name, 1);
    await card.getByTestId('next-mark').filter({ hasText: '25 %' }).waitFor();
    expect(await card.getByTestId('mark').count()).toBe(0);
    await lose(page, name, Math.ceil(figures / 4) - 1);
    await card.getByTestId('mark').waitFor();
    await card.getByTestId('next-mark').filter({ hasText: '50 %' }).waitFor();
    await expectNothingCutOff(page, 'the army on a telephone');
    expect(complaints).toEqual([]);
  });

  /** tacadmin.morale: a formation tests when more than a quarter of it is lost. */
  test('a command tells its share lost and where it stands', async () => {
    const { page } = await visit('#/tricolore/roster', { locale: words.locale });
    await army(page, words, 'tricolore-lindholm');
    const command = page.locator('[data-leader]', { has: page.getByTestId('next-mark') }).first();
    await command.getByTestId('next-mark').filter({ hasText: '25 %' }).waitFor();
    await command.filter({ hasText: '0 %' }).waitFor();
  });

  test('the log is saved as a text and printed, with its dice and rules', async () => {
    const { page } = await visit('#/borgerkrig/roster', { locale: words.locale });
    await army(page, words, 'brawners-farm');
    const name = await nameOf(page);
    await lose(page, name, 35);
    await page.locator('details.log summary').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.save }).click()]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`${name}: 35`);
    await page.getByRole('link', { name: words.print }).click();
    await page.locator('.paper li', { hasText: `${name}: 35` }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('header').isVisible()).toBe(false);
  });

  /** §09.03.1, skema X: the zone follows from weapon and distance; beyond the last there is none. */
  test('the zone is read off what is measured, in inches too', async () => {
    const { page, complaints } = await visit('#/chakoten/compute/small_arms_fire', { locale: words.locale });
    const distance = page.locator('[data-fact="read-off-distance_cm"] input');
    await distance.fill('5');
    await distance.press('Tab');
    await page.getByTestId('read-off').getByText(words.zone).waitFor();
    await expect.poll(() => page.locator('[data-fact=zone] input').inputValue()).toBe('1');
    // 5 inches are 12,7 cm.
    await page.getByLabel(words.tape).selectOption({ label: words.inches });
    await expect.poll(() => distance.inputValue()).toBe('1.97');
    await distance.fill('150');
    await distance.press('Tab');
    await page.getByTestId('read-off').getByText(words.far).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel(words.tape).locator('option:checked').innerText()).toBe(words.inches);
    expect(complaints).toEqual([]);
  });
});
