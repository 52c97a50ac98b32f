// An evening with the companion: what a new user does with two telephones, and what must not go wrong without a word.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { follow, PHONE, withBrowser } from './browser';
import { throwDice, unfold, workOut } from './form';
import { act, card, chosen, fact, figureOf, GUARD, lose, MILITIA, openRoster, ROUTED, share, TEXAS } from './rosters';

const unitIn = (page: Page, role: string) => page.getByLabel(`${role}: from the roster`).locator('option:checked').innerText();

describe('the sum and its units', () => {
  const { visit } = withBrowser();

  /** §05.02 what was stated of the firing unit before does not hold for the next one, however it is chosen. */
  test('a unit that is chosen on its card inherits nothing of the unit before', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [GUARD, MILITIA, TEXAS]);
    await act(page, 'Guard', 'small_arms_fire', 'firer');
    await unfold(page);
    await fact(page, 'firer_formation').locator('label:has(input[value=chain])').click();
    await page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await fact(page, 'distance_cm').locator('input').fill('8');
    await fact(page, 'distance_cm').locator('input').press('Tab');
    await workOut(page);
    await follow(page, '#/borgerkrig/roster');
    await act(page, 'Militia', 'small_arms_fire', 'firer');
    await unfold(page);
    expect([await chosen(page, 'firer_formation'), await figureOf(page, 'figures'), await figureOf(page, 'distance_cm')]).toEqual(['closed', '20', '8']);
    expect(complaints).toEqual([]);
  });

  /** §08.03 who is caught by the flight flees, and frightens the next: the same sum again, with him in the other role. */
  test('a sum that follows on itself has its own units', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(page, 'borgerkrig', [ROUTED, { ...MILITIA, properties: { ...MILITIA.properties, valeur: -1 } }, GUARD]);
    await act(page, 'Routed', 'contagion', 'fleeing');
    await page.getByLabel('Threatened unit: from the roster').selectOption('Militia');
    await fact(page, 'distance_cm').locator('input').fill('2');
    await fact(page, 'position').locator('label', { hasText: 'Behind' }).click();
    await throwDice(page, [1, 1]);
    await page.getByRole('button', { name: /^Next: .*Militia/ }).click();
    await expect.poll(() => unitIn(page, 'Fleeing unit')).toBe('Militia');
    expect([await figureOf(page, 'fleeing_figures'), await unitIn(page, 'Threatened unit'), await page.getByTestId('result').count()]).toEqual(['20', 'not from the roster', 0]);
    await follow(page, '#/borgerkrig/roster');
    expect(await card(page, 'Militia').innerText()).toContain('Rout (FU)');
    expect(complaints).toEqual([]);
  });

  test('the form has what another telephone records meanwhile, and keeps what was entered by hand', async () => {
    const anna = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(anna.page, 'borgerkrig', [GUARD, TEXAS]);
    const bent = await visit((await share(anna)).umpire, PHONE);
    await card(bent.page, 'Guard').waitFor();
    await act(anna.page, 'Guard', 'small_arms_fire', 'firer');
    await anna.page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await unfold(anna.page);
    await fact(anna.page, 'firer_valeur').locator('input').fill('1');
    await fact(anna.page, 'distance_cm').locator('input').fill('8');
    await fact(anna.page, 'distance_cm').locator('input').press('Tab');
    await throwDice(anna.page, [6, 5]);
    await lose(bent.page, 'Guard', 60);
    await lose(bent.page, '4th Texas', 30);
    await expect.poll(() => figureOf(anna.page, 'figures')).toBe('27');
    await expect.poll(() => figureOf(anna.page, 'target_prior_loss_men')).toBe('30');
    expect([await figureOf(anna.page, 'firer_valeur'), await figureOf(anna.page, 'distance_cm')]).toEqual(['1', '8']);
    // What was thrown is still there to record.
    await anna.page.getByRole('button', { name: /^Record: .*4th Texas: \d+ men lost/ }).waitFor();
    expect([...anna.complaints, ...bent.complaints]).toEqual([]);
  });

  test('a page that is loaded again asks the roster, however late it comes', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [GUARD, TEXAS]);
    await act(page, 'Guard', 'small_arms_fire', 'firer');
    await page.addInitScript(() => {
      const open = indexedDB.open.bind(indexedDB);
      const late = () => new Promise((done) => setTimeout(done, 1500));
      // The store answers only after the page is there.
      indexedDB.open = (...given) => {
        const request = open(...given);
        return new Proxy(request, {
          get: (of, key) => {
            const value: unknown = Reflect.get(of, key, of);
            return typeof value === 'function' ? value.bind(of) : value;
          },
          set: (of, key, value: (event: Event) => void) => Reflect.set(of, key, key === 'onsuccess' ? (event: Event) => void late().then(() => value.call(of, event)) : value, of),
        });
      };
    });
    await page.reload();
    await page.waitForSelector('h1[data-procedure=small_arms_fire]');
    await expect.poll(() => unitIn(page, 'Firing unit')).toBe('Guard');
    await expect.poll(() => figureOf(page, 'figures')).toBe('30');
    expect(await figureOf(page, 'firer_valeur')).toBe('2');
    expect(complaints).toEqual([]);
  });

  /** §08.04 §08.05 a rally that fails and a turn of rest change nothing on the unit, but they were done: nobody asks for them again. */
  test('a result that changes nothing can be recorded, and is not due any more', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(page, 'borgerkrig', [ROUTED, GUARD]);
    await page.locator('details.phases > summary').click();
    await page.locator('details.phases li').last().getByRole('button').first().click();
    await page.getByRole('link', { name: /^Rally.*: Routed$/ }).click();
    await fact(page, 'attempt').locator('input').fill('1');
    await fact(page, 'attempt').locator('input').press('Tab');
    await throwDice(page, [1, 2]);
    await page.getByRole('button', { name: 'Record: Routed: no change' }).click();
    await page.getByTestId('booked').filter({ hasText: 'Recorded: Routed: no change' }).waitFor();
    await follow(page, '#/borgerkrig/roster');
    expect(await page.getByRole('link', { name: /^Rally.*: Routed$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next turn', exact: true }).click();
    await expect.poll(() => page.getByTestId('turn').innerText()).toBe('2');
    await page.locator('details.log > summary').click();
    await page.locator('.log li', { hasText: 'Routed: no change' }).filter({ hasText: 'Rally' }).waitFor();
    expect(complaints).toEqual([]);
  });

  /** §10.02 whether a battery is limbered is not on the roster: the player is asked where he looks, and the fact lies open. */
  test('what only the player can say lies open, with the reason beside the dice', async () => {
    const { page, complaints } = await visit('#/chakoten/roster', PHONE);
    const line = { name: 'Line', side: 'blue' as const, figures: 30, properties: { arm: 'infantry', weapon: 'musket', valeur: 1, training: 0, order: 'OR', first_fire: true, loads: 12 } };
    const guns = { name: 'Guns', side: 'red' as const, figures: 8, properties: { arm: 'artillery', pieces: 8, valeur: 1, training: 0, order: 'OR', loads: 0 } };
    await openRoster(page, 'chakoten', [line, guns]);
    await act(page, 'Line', 'small_arms_fire', 'firer');
    await page.getByLabel('Target: from the roster').selectOption('Guns');
    await page.locator('.actions [data-testid=objection]').filter({ hasText: 'limbered artillery' }).waitFor();
    await fact(page, 'target_arm').waitFor();
    await fact(page, 'target_arm').locator('label:has(input[value=unlimbered_artillery])').click();
    await expect.poll(() => page.getByTestId('objection').count()).toBe(0);
    // §11.03.1 with no load left nobody fires.
    await follow(page, '#/chakoten/roster');
    await act(page, 'Guns', 'artillery_fire', 'battery');
    await page.getByTestId('objection').filter({ hasText: 'Guns: Combat loads is “0”' }).waitFor();
    expect(complaints).toEqual([]);
  });

  /** §09.03.1 skema X: another weapon reaches another zone over the same distance. */
  test('a zone that was read off is read anew with another unit', async () => {
    const { page, complaints } = await visit('#/chakoten/roster', PHONE);
    const foot = (name: string, weapon: string) => ({ name, side: 'blue' as const, figures: 30, properties: { arm: 'infantry', weapon, valeur: 1, training: 0, order: 'OR' } });
    await openRoster(page, 'chakoten', [foot('Line', 'musket'), foot('Jägers', 'rifle')]);
    const zoneOf = (weapon: string, distance: number) =>
      page.evaluate(async (facts) => {
        const response = await fetch('/api/adjudicate', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules: 'chakoten', procedure: 'small_arms_reach', facts, dice: [], lang: 'en' }) });
        return ((await response.json()) as { outcome: { zone: number } }).outcome.zone;
      }, { weapon, distance_cm: distance });
    let distance = 1;
    while (distance < 60 && !((await zoneOf('musket', distance)) > (await zoneOf('rifle', distance)) && (await zoneOf('rifle', distance)) === 1 && (await zoneOf('musket', distance)) === 2)) distance += 1;
    await act(page, 'Line', 'small_arms_fire', 'firer');
    await fact(page, 'read-off-distance_cm').locator('input').fill(String(distance));
    await fact(page, 'read-off-distance_cm').locator('input').press('Tab');
    await expect.poll(() => figureOf(page, 'zone')).toBe('2');
    await page.getByLabel('Unit that fires: from the roster').selectOption('Jägers');
    await expect.poll(() => figureOf(page, 'zone')).toBe('1');
    expect(complaints).toEqual([]);
  });

  /** Who fired at whom is in the log, also when nothing changed for who fired. */
  test('a booking names every unit that took part', async () => {
    const { page } = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(page, 'borgerkrig', [{ ...GUARD, properties: { ...GUARD.properties, first_fire: false } }, TEXAS]);
    await act(page, 'Guard', 'small_arms_fire', 'firer');
    await page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await fact(page, 'distance_cm').locator('input').fill('8');
    await fact(page, 'distance_cm').locator('input').press('Tab');
    await throwDice(page, [3, 4]);
    await page.getByRole('button', { name: /^Record: 4th Texas: \d+ men lost/ }).click();
    await page.getByTestId('booked').filter({ hasText: /^Recorded/ }).waitFor();
    await follow(page, '#/borgerkrig/roster');
    await page.getByRole('button', { name: /^Undo: Guard; 4th Texas: \d+ men lost/ }).waitFor();
  });

  test('in Danish a bound has a comma', async () => {
    const { page } = await visit('#/tricolore/compute/infantry_attack', { locale: 'da-DK' });
    await unfold(page);
    const bounds = await page.locator('.bounds').allInnerTexts();
    expect([bounds.some((text) => /\d,5/.test(text)), bounds.filter((text) => text.includes('.'))]).toEqual([true, []]);
  });

  test('another language keeps the units, the facts and the result', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [GUARD, TEXAS]);
    await act(page, 'Guard', 'small_arms_fire', 'firer');
    await page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await fact(page, 'distance_cm').locator('input').fill('8');
    await fact(page, 'distance_cm').locator('input').press('Tab');
    await throwDice(page, [6, 5]);
    await page.getByRole('button', { name: 'Dansk' }).click();
    await page.getByRole('heading', { level: 1, name: 'Skydning med håndvåben' }).waitFor();
    await page.getByRole('button', { name: /^Bogfør: .*4th Texas: \d+ mand tabt/ }).waitFor();
    await page.locator('table.modifiers', { hasText: 'Første skydning i spillet' }).waitFor();
    expect([await page.getByLabel('Mål: fra styrkelisten').locator('option:checked').innerText(), await figureOf(page, 'figures')]).toEqual(['4th Texas', '30']);
    expect(complaints).toEqual([]);
  });
});
