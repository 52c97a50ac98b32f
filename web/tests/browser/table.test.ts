// The table in a real Chromium: playing now, ordering, two seats, a lost connection, one screen for two, the umpire, the replay, a telephone.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { expectNoSideways, PHONE, withBrowser } from './browser';
import { act, atRest, dragOnMap, laid, makeGame, ready, stateOf, tokenAt, tokenOf, turnIs } from './table';

const LAPTOP = { viewport: { width: 1440, height: 900 } };

function place(units: { id: string; place: [number, number] }[], id: string): [number, number] {
  const unit = units.find((each) => each.id === id);
  if (!unit) throw new Error(`${id} is not there`);
  return unit.place;
}

/** The first unit of the seat's own gets an order by a drag of the mouse, a little ahead of where it stands. */
async function march(page: Page, id: string): Promise<void> {
  const { view } = await stateOf(tokenAt(page));
  const [east, north] = place(view.units, id);
  await page.locator(`button.unit[data-unit="${id}"]`).first().click();
  await page.getByTestId('order-card').waitFor();
  await atRest(page);
  // Just behind the middle of its front is its body.
  await dragOnMap(page, [east, north - 6], [east + 5, north + 55]);
  await page.getByTestId('give').click();
}

describe('the table', () => {
  const { visit } = withBrowser();

  test.each([
    { lang: 'en-GB', options: LAPTOP },
    { lang: 'da-DK', options: { ...LAPTOP, viewport: { width: 820, height: 1180 } } },
  ])('play now in two taps, order by a drag, and see the turn ($lang)', async ({ lang, options }) => {
    const { page, complaints } = await visit('', { ...options, locale: lang });
    await page.getByTestId('play-now').click();
    await laid(page);
    expect(await seriousFindings(page)).toEqual([]);
    await march(page, 'b1');
    await expect.poll(async () => (await stateOf(tokenAt(page))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
    await ready(page);
    await turnIs(page, 2);
    await page.getByTestId('time-line').waitFor();
    const after = (await stateOf(tokenAt(page))).view;
    expect(after.turn).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('two seats in two browsers play two turns, and neither holds what the other may not know', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const traffic: Record<string, string> = { blue: '', red: '' };
    const pages: Record<string, Page> = {};
    for (const seat of ['blue', 'red']) {
      // From the home page on everything that comes is kept, the socket's first frame included.
      const { page } = await visit('', LAPTOP);
      page.on('websocket', (socket) => socket.on('framereceived', (frame) => (traffic[seat] += String(frame.payload))));
      page.on('response', (response) => {
        if (response.url().includes('/api/')) void response.text().then((text) => (traffic[seat] += text), () => undefined);
      });
      pages[seat] = page;
      await page.evaluate((hash) => (location.hash = hash), `#/game/${tokenOf(made, seat)}`);
      await laid(page);
    }
    const blue = pages['blue'] as Page;
    const red = pages['red'] as Page;
    for (const turn of [1, 2]) {
      await march(blue, 'b1');
      // Written by hand on the sheet: a march that only red may know of.
      const sheet = red.locator('section[aria-label="Order sheet"] input').first();
      await sheet.fill('^7.3');
      await sheet.press('Enter');
      await expect.poll(async () => (await stateOf(tokenOf(made, 'red'))).view.units.filter((unit) => unit.written).length).toBeGreaterThan(0);
      await ready(blue);
      await blue.getByTestId('status').getByText(/Waiting/).waitFor();
      await ready(red);
      await turnIs(blue, turn + 1);
      await turnIs(red, turn + 1);
    }
    const seen = (await stateOf(tokenOf(made, 'blue'))).view;
    const hidden = (await stateOf(tokenOf(made, 'red'))).view.units.map((unit) => unit.id).filter((id) => !seen.enemies.some((enemy) => enemy.id === id));
    const memory = await blue.evaluate(() => JSON.stringify({ ...localStorage }) + document.body.innerHTML);
    expect(hidden.length).toBeGreaterThan(0);
    expect(traffic['blue']).toContain('"type":"state"');
    for (const id of hidden) expect(traffic['blue'], id).not.toContain(`"id":"${id}"`);
    expect(`${traffic['blue']}${memory}`).not.toContain('^7.3');
    expect(`${traffic['blue']}${memory}`).not.toContain(tokenOf(made, 'red'));
  });

  test('an alternate-turn battle goes through its phases, and says whose move it is', async () => {
    const made = await makeGame({ scenario: 'torden-corps', seats: { prussian: 'staff:plain' } });
    const token = tokenOf(made, 'french');
    const { page, complaints } = await visit(`#/game/${token}`, LAPTOP);
    await laid(page);
    const phases = new Set<string>();
    while ((await stateOf(token)).view.turn === 1) {
      phases.add(await page.locator('main.table > header .quiet').first().innerText());
      await expect.poll(() => page.getByTestId('ready').count()).toBeGreaterThan(0);
      await ready(page);
      await page.waitForTimeout(600);
    }
    expect(phases.size).toBeGreaterThanOrEqual(3);
    await turnIs(page, 2);
    expect(complaints).toEqual([]);
  });

  test('a connection that is lost comes back, and nothing is missing', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const [blue, red] = [tokenOf(made, 'blue'), tokenOf(made, 'red')];
    const { page, context } = await visit(`#/game/${blue}`, LAPTOP);
    await laid(page);
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await act(blue, { do: 'ready' });
    await act(red, { do: 'ready' });
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await turnIs(page, 2);
    expect(await page.getByTestId('log').innerText()).toMatch(/Turn 1/);
  });

  test('two at one screen have a curtain between them', async () => {
    const { page } = await visit('', LAPTOP);
    const card = page.locator('[data-battle=meeting]');
    await card.locator('summary').click();
    await card.getByText('Both at this screen').click();
    await card.getByTestId('begin').click();
    await laid(page);
    await page.locator('button.unit[data-unit="b1"]').waitFor();
    await ready(page);
    await page.getByTestId('curtain').waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    await page.getByRole('button', { name: /Confederate|red/ }).click();
    await laid(page);
    await page.locator('button.unit[data-unit="r1"]').waitFor();
    await ready(page);
    await turnIs(page, 2);
  });

  test('the umpire sees all orders, overrules, and everybody is told', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const blue = tokenOf(made, 'blue');
    await act(blue, { do: 'order', unit: 'b1', order: { kind: 'stand' } });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'umpire')}`, LAPTOP);
    await laid(page);
    const desk = page.getByTestId('umpire-desk');
    expect(await desk.innerText()).toContain('Stand');
    await desk.locator('button[data-deed=rule]').click();
    await desk.locator('[data-field=name] input').fill('Mist');
    await desk.locator('[data-field=text] textarea').fill('Nobody sees beyond 40 cm.');
    await page.getByTestId('umpire-do').click();
    await desk.getByText('✓').waitFor();
    await expect.poll(async () => JSON.stringify((await stateOf(blue)).view)).toContain('Mist');
    await desk.getByRole('button', { name: 'Pause the game' }).click();
    await desk.getByRole('button', { name: 'Go on' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a finished battle is replayed, turn by turn and seat by seat, and its report can be saved', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const seats = ['blue', 'red'].map((seat) => tokenOf(made, seat));
    for (let round = 0; round < 40; round += 1) {
      if ((await stateOf(seats[0] ?? '')).table.ending) break;
      for (const seat of seats) for (const prompt of (await stateOf(seat)).prompts) await act(seat, prompt.default);
    }
    const { page, complaints } = await visit(`#/replay/${made.game}`, LAPTOP);
    await laid(page);
    await page.getByRole('button', { name: 'Next turn' }).click();
    await page.getByText(/Turn 2 of 14/).waitFor();
    await page.locator('header select').selectOption('red');
    await expect.poll(() => page.locator('header select').inputValue()).toBe('red');
    await page.getByRole('tab', { name: 'Report' }).click();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-report').click()]);
    expect(saved.suggestedFilename()).toContain('.html');
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('on a telephone the card is a sheet under the map, and nothing is cut off', async () => {
    const { page, complaints } = await visit('', { ...PHONE, locale: 'da-DK' });
    await page.getByTestId('play-now').click();
    await laid(page);
    await expectNoSideways(page, 'the table');
    await page.locator('button.unit[data-unit="b1"]').click();
    const [map, card] = [await page.locator('canvas').boundingBox(), await page.getByTestId('order-card').boundingBox()];
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual((card?.y ?? 0) + 1);
    await page.locator('[data-kind=stand]').tap();
    await page.getByTestId('give').tap();
    await expect.poll(async () => (await stateOf(tokenAt(page))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is used by keyboard alone: a unit is found by name, ordered, and the next without an order comes', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await page.locator('input[type=search]').focus();
    await page.keyboard.type('michigan');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-kind=stand]').focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('give').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stateOf(tokenOf(made, 'blue'))).view.units.find((unit) => unit.id === 'b2')?.written).toBeTruthy();
    await page.locator('[role=application]').focus();
    await page.keyboard.press('n');
    await expect.poll(() => page.getByTestId('order-card').locator('h2').first().innerText()).not.toContain('Michigan');
  });
});
