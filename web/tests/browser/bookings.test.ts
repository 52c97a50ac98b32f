// The link between roster and sum, and bookings that must never be lost: two people, two tabs, quick taps, a network that goes away.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNothingCutOff, follow, PHONE, withBrowser } from './browser';
import { throwDice, unfold } from './form';
import { BATTERY, card, chosen, fact, GUARD, lose, MILITIA, openRoster, ROUTED, share, TEXAS } from './rosters';

const lostIn = async (page: Page, name: string) => Number(/([\d]+) lost/.exec(await card(page, name).innerText())?.[1] ?? 0);

/** Keeps the browser's store busy for so long, as a slow disk does. */
async function holdUpStore(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(async (time) => {
    const request = indexedDB.open('krigsspil', 1);
    await new Promise((found) => (request.onsuccess = found));
    const end = performance.now() + time;
    const store = request.result.transaction(['rosters', 'events'], 'readwrite').objectStore('rosters');
    const again = () => {
      if (performance.now() < end) store.count().onsuccess = again;
    };
    again();
  }, milliseconds);
}

describe('the unit and the sum', () => {
  const { visit } = withBrowser();

  /** A player who goes on while a roster is being stored is not called back to it. */
  test('a slow store does not lead back to the roster', async () => {
    const { page } = await visit('#/borgerkrig/roster');
    await holdUpStore(page, 3000);
    await openRoster(page, 'borgerkrig', [GUARD]);
    await follow(page, '#/borgerkrig/compute/small_arms_fire');
    await page.getByLabel('Firing unit: from the roster').waitFor();
    const kept = () => page.evaluate(async () => {
      const request = indexedDB.open('krigsspil', 1);
      await new Promise((found) => (request.onsuccess = found));
      const count = request.result.transaction('rosters').objectStore('rosters').count();
      await new Promise((found) => (count.onsuccess = found));
      return count.result;
    });
    await expect.poll(kept, { timeout: 20_000 }).toBe(1);
    await page.waitForTimeout(300);
    expect(new URL(page.url()).hash).toBe('#/borgerkrig/compute/small_arms_fire');
  });

  /** §05.02.4 the next unit does not inherit what was true of the one before. */
  test('a unit sets what the roster knows and resets what was the other’s', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [GUARD, MILITIA, TEXAS, BATTERY, ROUTED]);
    await follow(page, '#/borgerkrig/compute/small_arms_fire');
    const firer = page.getByLabel('Firing unit: from the roster');
    const target = page.getByLabel('Target: from the roster');
    await firer.selectOption('Guard');
    await expect.poll(() => fact(page, 'firer_valeur').locator('input').inputValue()).toBe('2');
    await expect.poll(() => fact(page, 'first_fire').locator('input').isChecked()).toBe(true);
    await firer.selectOption('Militia');
    await unfold(page);
    await expect.poll(() => fact(page, 'firer_valeur').locator('input').inputValue()).toBe('0');
    await expect.poll(() => fact(page, 'first_fire').locator('input').isChecked()).toBe(false);
    await expect.poll(async () => [await chosen(page, 'firer_order'), await fact(page, 'figures').locator('input').inputValue()]).toEqual(['LU', '20']);
    // A battery as target is a battery; it cannot fire muskets itself, nor can who flees.
    await target.selectOption('Battery B');
    await expect.poll(() => chosen(page, 'target_arm')).toBe('artillery_unlimbered');
    await firer.selectOption('Routed');
    await page.getByTestId('objection').filter({ hasText: 'Routed' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Roll for me' }).isDisabled()).toBe(true);
    await firer.selectOption('Guard');
    await expect.poll(() => page.getByTestId('objection').count()).toBe(0);
    // Nobody fires with more figures than he has, nor at himself.
    await fact(page, 'distance_cm').locator('input').fill('8');
    await fact(page, 'distance_cm').locator('input').press('Tab');
    await fact(page, 'figures').locator('input').fill('31');
    await fact(page, 'figures').locator('input').press('Tab');
    await page.getByTestId('objection').filter({ hasText: 'Guard has only 30' }).waitFor();
    await fact(page, 'figures').locator('input').fill('12');
    await fact(page, 'figures').locator('input').press('Tab');
    await expect.poll(() => page.getByTestId('objection').count()).toBe(0);
    await expect.poll(() => target.locator('option', { hasText: 'Guard' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  /** §05.02.4 §08.02.7 the second volley is reckoned from the first, which is no longer to come; the test that follows knows its facts. */
  test('after a booking the form has the new state, and the next sum is offered', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(page, 'borgerkrig', [GUARD, TEXAS]);
    await card(page, 'Guard').locator('summary').click();
    await card(page, 'Guard').getByRole('link', { name: /^Small-arms fire \(Firing unit\)/ }).click();
    await page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await fact(page, 'distance_cm').locator('input').fill('8');
    await fact(page, 'distance_cm').locator('input').press('Tab');
    await throwDice(page, [6, 5]);
    await page.getByRole('button', { name: /^Record: Guard: First fire.*: no; 4th Texas: \d+ men lost/ }).click();
    const said = await page.getByTestId('booked').filter({ hasText: /^Recorded/ }).innerText();
    const men = Number(/4th Texas: (\d+) men/.exec(said)?.[1]);
    expect(men).toBeGreaterThan(20);
    await unfold(page);
    await expect.poll(() => fact(page, 'first_fire').locator('input').isChecked()).toBe(false);
    await expect.poll(() => fact(page, 'target_prior_loss_men').locator('input').inputValue()).toBe(String(men));
    await expectNothingCutOff(page, 'a result');
    await page.getByRole('button', { name: /^Next: Morale test: 4th Texas/ }).click();
    await page.waitForSelector('h1[data-procedure=morale_test]');
    await expect.poll(async () => Number(await fact(page, 'figures_removed').locator('input').inputValue())).toBe(Math.floor(men / 20));
    await expect.poll(async () => Number(await fact(page, 'figures_left').locator('input').inputValue())).toBe(28 - Math.floor(men / 20));
    expect(complaints).toEqual([]);
  });
});

describe('bookings', () => {
  const { visit } = withBrowser();

  test('of two people, offline and in quick taps, all arrive everywhere in the same order', async () => {
    const anna = await visit('#/borgerkrig/roster', PHONE);
    await openRoster(anna.page, 'borgerkrig', [GUARD, TEXAS]);
    const { umpire } = await share(anna);
    const bent = await visit(umpire, PHONE);
    await card(bent.page, 'Guard').waitFor();
    // Quick taps on a slow line.
    await anna.context.route('**/api/rosters/**', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    for (let tap = 0; tap < 8; tap += 1) await lose(anna.page, 'Guard', 1);
    // The other loses his network, goes on, and both work on the same unit.
    await bent.context.setOffline(true);
    for (let tap = 0; tap < 5; tap += 1) await lose(bent.page, 'Guard', 10);
    await lose(bent.page, '4th Texas', 7);
    await bent.page.getByText('6 entries are waiting for the network.').first().waitFor();
    await expect.poll(() => lostIn(bent.page, 'Guard')).toBeGreaterThanOrEqual(50);
    // He even closes the page and opens it again.
    await bent.context.setOffline(false);
    for (const one of [anna, bent]) {
      await expect.poll(() => lostIn(one.page, 'Guard')).toBe(58);
      await expect.poll(() => lostIn(one.page, '4th Texas')).toBe(7);
      await one.page.getByText('Everything is on the network.').first().waitFor();
      // Nobody is told any longer that the server is away.
      await expect.poll(() => one.page.getByRole('status').filter({ hasText: 'cannot be reached' }).count()).toBe(0);
    }
    const entries = async (page: Page) => {
      const log = page.locator('details.log');
      if ((await log.getAttribute('open')) === null) await log.locator('> summary').click();
      return page.locator('.log li .what').allInnerTexts();
    };
    await expect.poll(async () => (await entries(bent.page)).join('\n') === (await entries(anna.page)).join('\n')).toBe(true);
    // Either undoes what the other recorded.
    await bent.page.locator('.log li', { hasText: '1 man lost' }).first().getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => lostIn(anna.page, 'Guard')).toBe(57);
    // Both call the next turn before either hears of the other: it is one turn.
    for (const one of [anna, bent]) await one.context.setOffline(true);
    for (const one of [anna, bent]) await one.page.getByRole('button', { name: 'Next turn', exact: true }).click();
    for (const one of [anna, bent]) await one.context.setOffline(false);
    await expect.poll(() => anna.page.getByTestId('turn').innerText()).toBe('2');
    await expect.poll(() => bent.page.getByTestId('turn').innerText()).toBe('2');
    expect([...anna.complaints, ...bent.complaints].filter((each) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(each))).toEqual([]);
  });

  test('in two tabs of one browser both stay, also after a reload', async () => {
    const { page, context } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [GUARD, TEXAS]);
    const other = await context.newPage();
    await other.goto(page.url());
    await card(other, 'Guard').waitFor();
    await Promise.all([lose(page, 'Guard', 3), lose(other, 'Guard', 4)]);
    await expect.poll(() => lostIn(page, 'Guard')).toBe(7);
    await expect.poll(() => lostIn(other, 'Guard')).toBe(7);
    await other.reload();
    await expect.poll(() => lostIn(other, 'Guard')).toBe(7);
  });

  test('a player’s link shows his own side only', async () => {
    const umpire = await visit('#/borgerkrig/roster');
    await openRoster(umpire.page, 'borgerkrig', [GUARD, TEXAS]);
    const links = await share(umpire);
    const red = await visit(links.red, PHONE);
    await card(red.page, '4th Texas').waitFor();
    expect(await card(red.page, 'Guard').count()).toBe(0);
    await lose(red.page, '4th Texas', 9);
    await expect.poll(() => lostIn(umpire.page, '4th Texas')).toBe(9);
    // What comes after the other side's loss has come: so has everything before it.
    await lose(umpire.page, 'Guard', 5);
    await lose(umpire.page, '4th Texas', 1);
    await expect.poll(() => lostIn(red.page, '4th Texas')).toBe(10);
    expect(await red.page.locator('main').innerText()).not.toContain('Guard');
    await expectNothingCutOff(red.page, 'a shared roster');
  });

  test('a poisoned store, file or address breaks nothing', async () => {
    const { page, complaints } = await visit('#/%');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const odd of ['#/%E0%A4%A', '#/game', '#/game/', '#/game/%', '#/borgerkrig/%', '#/no-such-rules/roster', '#/../x', '#/borgerkrig/compute/small_arms_fire/firer=nobody']) {
      await page.evaluate((hash) => { location.hash = hash; }, odd);
      await page.waitForSelector('main h1');
    }
    await follow(page, '#/borgerkrig/roster/..');
    await page.getByRole('alert').filter({ hasText: 'no shared roster with this code' }).waitFor();
    await follow(page, '#/borgerkrig/roster');
    await page.evaluate(() => localStorage.setItem('krigsspil/rosters', '{"a":[1]}'));
    await page.evaluate(async () => {
      const request = indexedDB.open('krigsspil', 1);
      await new Promise((done) => (request.onsuccess = done));
      const transaction = request.result.transaction(['rosters', 'events'], 'readwrite');
      transaction.objectStore('rosters').put({ id: 'x', rules: 7 });
      transaction.objectStore('events').put({ roster: 'x', id: 'y', event: { kind: 'units', units: 'all' }, unsent: 'no' });
      await new Promise((done) => (transaction.oncomplete = done));
    });
    await page.reload();
    await page.waitForSelector('main h1');
    await openRoster(page, 'borgerkrig', [GUARD]);
    const poison = JSON.stringify({ name: 'x', rules: 'borgerkrig', events: [{ id: 'a-1', clock: 1, turn: 1, kind: 'begin', rules: 'borgerkrig', name: '<img src=x onerror=alert(1)>', start: 0 }, { id: 'a-2', clock: 2, turn: 1, kind: 'units', units: 7 }] });
    await page.getByLabel('Open a roster file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(poison) });
    await page.getByRole('alert').filter({ hasText: 'broken' }).waitFor();
    expect(await card(page, 'Guard').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('a file of an older edition keeps its army, and a roster that cannot be shared stays as it is', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await openRoster(page, 'borgerkrig', [{ ...GUARD, properties: { ...GUARD.properties, weapon: 'blunderbuss' } }, TEXAS]);
    await page.getByTestId('left-out').filter({ hasText: 'Guard: Weapon (blunderbuss)' }).waitFor();
    await expect.poll(() => card(page, 'Guard').innerText()).toContain('Still to be filled in: Weapon');
    await page.getByRole('button', { name: 'Share on the network' }).click();
    await page.locator('#link-umpire').waitFor();
    expect([await card(page, 'Guard').count(), await card(page, '4th Texas').count()]).toEqual([1, 1]);
    // One that this browser has kept since then: the server takes no part of it, and nothing of it goes.
    await page.evaluate(async () => {
      const request = indexedDB.open('krigsspil', 1);
      await new Promise((done) => (request.onsuccess = done));
      const transaction = request.result.transaction(['rosters', 'events'], 'readwrite');
      const events = [
        { id: 'old-1', clock: 1, turn: 1, kind: 'begin', rules: 'borgerkrig', name: 'Old', start: 540 },
        { id: 'old-2', clock: 2, turn: 1, kind: 'units', units: [{ id: 'o', name: 'Old Guard', side: 'blue', figures: 20, properties: { weapon: 'blunderbuss' } }] },
      ];
      transaction.objectStore('rosters').put({ id: 'old', rules: 'borgerkrig', since: 0, epoch: 0 });
      for (const event of events) transaction.objectStore('events').put({ roster: 'old', id: event.id, event, unsent: false });
      await new Promise((done) => (transaction.oncomplete = done));
      request.result.close();
    });
    await page.reload();
    // The rosters come out of the store; then the list is folded, and is unfolded by the player.
    await card(page, 'Guard').waitFor();
    const list = page.locator('details:has(#which-roster)');
    await expect.poll(() => list.getAttribute('open')).toBe(null);
    await list.locator('> summary').click();
    await page.locator('#which-roster').selectOption('Old');
    await card(page, 'Old Guard').waitFor();
    await page.getByRole('button', { name: 'Share on the network' }).click();
    await page.getByRole('alert').filter({ hasText: 'The roster was not shared, and nothing in it has changed.' }).waitFor();
    expect([await card(page, 'Old Guard').count(), await page.locator('#link-umpire').count()]).toEqual([1, 0]);
    expect(complaints).toEqual([]);
  });

  test('a unit that leaves its brigade leaves it on every telephone', async () => {
    const anna = await visit('#/borgerkrig/roster');
    await openRoster(anna.page, 'borgerkrig', [GUARD, TEXAS]);
    await anna.page.getByRole('button', { name: 'Add a leader' }).click();
    await anna.page.locator('#leader-name').fill('Hunt');
    await anna.page.locator('form', { has: anna.page.locator('#leader-name') }).getByRole('button', { name: 'Save' }).click();
    await anna.page.locator('[data-leader="Hunt"]').waitFor();
    const put = async (under: string) => {
      await card(anna.page, 'Guard').getByRole('button', { name: /^Change/ }).click();
      await card(anna.page, 'Guard').getByLabel('Leader', { exact: true }).selectOption(under);
      await card(anna.page, 'Guard').getByRole('button', { name: 'Save', exact: true }).click();
    };
    await put('Hunt');
    const bent = await visit((await share(anna)).umpire);
    const under = (page: Page) => page.locator('section.command', { has: page.locator('[data-leader="Hunt"]') }).locator('[data-unit="Guard"]').count();
    await expect.poll(() => under(bent.page)).toBe(1);
    await put('');
    await expect.poll(() => under(bent.page)).toBe(0);
    await expect.poll(() => card(bent.page, 'Guard').count()).toBe(1);
  });
});
