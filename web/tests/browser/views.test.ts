// Every view, in both languages, on a telephone and a laptop: readable, reachable, and without console messages.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { expectNothingCutOff, follow, gate, PHONE, settled, withBrowser } from './browser';
import { unfold } from './form';

const WAYS = [
  '#/',
  '#/borgerkrig/compute',
  '#/gdc/compute',
  '#/borgerkrig/compute/small_arms_fire',
  '#/chakoten/compute/melee',
  '#/tricolore/compute/bombardment',
  '#/borgerkrig/roster',
  '#/torden/read',
  '#/chakoten/print',
];

async function fillRoster(page: Page, danish: boolean): Promise<void> {
  await page.locator('#roster-name').fill('Gettysburg');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: danish ? 'Fra landetabellerne' : 'From the country tables' }).click();
  await page.locator('ul button.plain').first().click();
  await page.locator('.picked button.strong').click();
  await page.locator('[data-unit]').first().waitFor();
}

describe('every view', () => {
  const { visit } = withBrowser();
  const kinds = [
    { name: 'telephone, Danish', options: { ...PHONE, locale: 'da-DK' }, danish: true },
    { name: 'laptop, English', options: { viewport: { width: 1200, height: 900 } }, danish: false },
  ];
  test.each(kinds)('$name', async ({ options, danish }) => {
    const { page, complaints } = await visit('', options);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(danish ? 'da' : 'en');
    for (const way of WAYS) {
      await follow(page, way);
      await settled(page);
      if (way.endsWith('/roster')) await fillRoster(page, danish);
      if (way.endsWith('/small_arms_fire')) {
        await unfold(page);
        await expectNothingCutOff(page, `${way}, unfolded`);
      }
      await expectNothingCutOff(page, way);
      expect(await seriousFindings(page), way).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  test('switches between Danish and English where one stands', async () => {
    const { page } = await visit('#/borgerkrig/compute/small_arms_fire');
    const title = page.locator('main h1');
    const english = await title.innerText();
    await page.locator('[data-fact=figures] input').fill('28');
    await page.locator('[data-fact=figures] input').press('Tab');
    await page.getByRole('button', { name: 'Dansk' }).click();
    await expect.poll(() => title.innerText()).not.toBe(english);
    await expect.poll(() => page.locator('[data-fact=figures] input').inputValue()).toBe('28');
    // The choice of language and the facts are remembered.
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('da');
    await expect.poll(() => page.locator('[data-fact=figures] input').inputValue()).toBe('28');
  });

  test('finds a sum by its name in the other language, and is used by keyboard alone', async () => {
    const { page } = await visit('#/borgerkrig/compute');
    await page.locator('.groups a').first().waitFor();
    // The list of rule sets comes late: by then the player is in a field, and must stay there.
    const list = gate();
    await page.route('**/api/rules?*', async (route) => {
      await list.opened;
      await route.continue();
    });
    const late = page.waitForResponse(/api\/rules\?/);
    await page.locator('#find-sum').focus();
    await page.keyboard.type('skydning med håndvåben');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1[data-procedure=small_arms_fire]');
    await page.locator('[data-fact=figures] input').focus();
    await page.keyboard.press('ArrowUp');
    list.open();
    await (await late).finished();
    // The page has had time to do with it what it does.
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('[data-fact=figures] input').inputValue()).toBe('1');
  });

  test('opens the text of a rule by its number', async () => {
    const { page } = await visit('#/borgerkrig/compute/small_arms_fire');
    await page.locator('details.cites summary').click();
    await page.locator('details.cites button').first().click();
    const dialog = page.locator('dialog');
    await expect.poll(async () => (await dialog.locator('p').first().innerText()).length).toBeGreaterThan(20);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('says what is wrong with a fact beside it', async () => {
    const { page } = await visit('#/borgerkrig/compute/fire_units', { locale: 'da-DK' });
    await page.locator('[data-fact=arm] label').first().click();
    await page.locator('[data-fact=formation] label').first().click();
    await page.locator('[data-fact=figures] input').fill('99999');
    await page.locator('[data-fact=figures] input').press('Tab');
    await page.locator('[data-fact=figures] [role=alert]').waitFor();
    await expect.poll(() => page.locator('[data-fact=figures] input').getAttribute('aria-invalid')).toBe('true');
  });
});
