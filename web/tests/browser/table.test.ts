// The table in a real Chromium: playing now, ordering, two seats, a lost connection, one screen for two, the umpire, the replay, a telephone.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { expectNoSideways, gate, PHONE, withBrowser } from './browser';
import { act, dragOnMap, goOn, laid, makeGame, ready, stateOf, tokenAt, tokenOf, turnIs } from './table';

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
    while ((await stateOf(token)).view.turn === 1) phases.add(await goOn(page));
    expect(phases.size).toBeGreaterThanOrEqual(3);
    await turnIs(page, 2);
    expect(complaints).toEqual([]);
  });

  test('a phase in which only commands are ordered says whom to choose, and what is to be done stands in full', async () => {
    const made = await makeGame({ scenario: 'tricolore-lindholm', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, { viewport: { width: 1220, height: 800 } });
    await laid(page);
    expect(await page.getByTestId('may-act').locator('button').allInnerTexts()).toEqual(['Dupas', 'Hulot', 'Castex']);
    expect(await page.locator('aside.left').getByText('Can act now').count()).toBe(3);
    const cut = await page.locator('main.table > header .state').evaluate((state) => [state.scrollWidth - state.clientWidth, state.scrollHeight - state.clientHeight].some((beyond) => beyond > 1));
    expect(cut).toBe(false);
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
    // The turn is played back: the log tells of it what has been seen.
    await expect.poll(() => page.getByTestId('log').innerText()).toMatch(/Turn 1/);
  });

  test('who presses ready twice is ready once: the page does nothing more before it shows what came of it', async () => {
    const made = await makeGame({ scenario: 'torden-corps', seats: { prussian: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'french')}`, LAPTOP);
    await laid(page);
    const acts: string[] = [];
    // The answer is quick and the news of it slow: in between the old question is still on the screen.
    let news = Promise.resolve();
    await page.routeWebSocket(/game\/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => void news.then(() => socket.send(message)));
    });
    // The page waits three seconds at most; here it waits for ever, however slow the machine is.
    await page.addInitScript(() => {
      const real = window.setTimeout.bind(window);
      window.setTimeout = ((work: () => void, wait?: number) => (wait === 3000 ? 0 : real(work, wait))) as never;
    });
    page.on('request', (request) => void (request.url().includes('/game/act') && acts.push(request.postData() ?? '')));
    await page.reload();
    await laid(page);
    const held = gate();
    news = held.opened;
    const button = page.getByTestId('ready');
    const answered = page.waitForResponse(/game\/act/);
    await button.click();
    await (await answered).finished();
    await page.waitForTimeout(250);
    expect(await button.isEnabled()).toBe(false);
    held.open();
    await button.and(page.locator(':enabled')).waitFor();
    expect(acts.length).toBe(1);
  });

  test('two tabs with the same seat both go on, and show the same', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page, context, complaints } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await laid(other);
    for (const [turn, one] of [page, other].entries()) {
      await ready(one);
      await turnIs(page, turn + 2);
      await turnIs(other, turn + 2);
    }
    // Both turns are played back, one after the other; the log follows, and is whole when they are over. A window in the background draws seldom.
    for (const one of [page, other]) {
      const left = () => one.getByTestId('time-line').locator('input').evaluate((line: HTMLInputElement) => Number(line.max) - Number(line.value));
      await expect.poll(left, { timeout: 120_000 }).toBeLessThan(1e-6);
    }
    const log = (one: Page) => one.getByTestId('log').innerText();
    await expect.poll(() => log(page)).toMatch(/Turn 2[^]*Turn 1/);
    await expect.poll(async () => (await log(other)) === (await log(page)) || `${await log(other)}\n—\n${await log(page)}`).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a tab that is sent only the last state, and one that is loaded again, tell the same as one that saw everything', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const { page, context } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    const slow = await context.newPage();
    let late: { send: () => void } | undefined;
    let holds = false;
    await slow.routeWebSocket(/game\/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        // Whoever reads slowly gets every item, and of the states the last.
        if (holds && String(message).startsWith('{"type":"state"')) late = { send: () => socket.send(message) };
        else socket.send(message);
      });
    });
    await slow.goto(page.url());
    await Promise.all([laid(page), laid(slow)]);
    holds = true;
    // An enemy comes into sight, and goes out of it again.
    const [umpire, blue] = [tokenOf(made, 'umpire'), tokenOf(made, 'blue')];
    const [home, near] = [place((await stateOf(umpire)).view.units, 'r5'), place((await stateOf(blue)).view.units, 'b1')];
    await act(umpire, { do: 'move', unit: 'r5', place: [near[0], near[1] + 150], facing: 180, reason: 'he shows himself' });
    const log = (one: Page) => one.getByTestId('log').innerText();
    await expect.poll(() => log(page)).toMatch(/2nd Virginia Cavalry/);
    await act(umpire, { do: 'move', unit: 'r5', place: home, facing: 180, reason: 'he is gone' });
    await expect.poll(() => page.locator('button.unit[data-unit="r5"]').count()).toBe(0);
    await expect.poll(() => late !== undefined).toBe(true);
    holds = false;
    late?.send();
    await expect.poll(() => log(slow)).toBe(await log(page));
    await page.reload();
    await laid(page);
    await expect.poll(() => log(page)).toBe(await log(slow));
  });

  test('two who press ready at the same moment', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const pages = await Promise.all(['blue', 'red'].map(async (seat) => (await visit(`#/game/${tokenOf(made, seat)}`, LAPTOP)).page));
    await Promise.all(pages.map(laid));
    await Promise.all(pages.map(ready));
    await Promise.all(pages.map((page) => turnIs(page, 2)));
  });

  test('the language changes in the middle of a battle, and the battle stays', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await march(page, 'b1');
    await ready(page);
    await turnIs(page, 2);
    await expect.poll(() => page.getByTestId('log').innerText()).toMatch(/Turn \d/);
    await page.getByTestId('menu').locator('> summary').click();
    await page.getByRole('button', { name: 'Dansk' }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('da');
    await page.getByTestId('ready').getByText('Klar').waitFor();
    await expect.poll(() => page.getByTestId('log').innerText()).toMatch(/Træk \d/);
    expect(await page.getByTestId('log').innerText()).not.toMatch(/Turn \d/);
    await ready(page);
    await turnIs(page, 3);
    expect(complaints).toEqual([]);
  });

  test('a whole learning battle is played to its end in Danish, and nothing in it is English or unfinished', { timeout: 600_000 }, async () => {
    const { page, complaints } = await visit('', { ...LAPTOP, locale: 'da-DK', reducedMotion: 'reduce' });
    await page.getByTestId('play-now').click();
    await laid(page);
    const token = tokenAt(page);
    for (let step = 0; step < 400 && !(await stateOf(token)).table.ending; step += 1) await goOn(page);
    await page.locator('main.table a[href*="#/replay/"]').waitFor();
    const told = await page.locator('main.table').innerText();
    expect(told).not.toMatch(/[{}]|undefined|\[object|\bturn\b|\bthe\b|\bReady\b/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('main.table a[href*="#/replay/"]').click();
    await laid(page);
    await page.getByRole('tab', { name: 'Rapport' }).click();
    await page.getByTestId('report').waitFor();
    expect(complaints).toEqual([]);
  });

  test('with shared dice every player throws in a number, and then the battle begins', async () => {
    const maker = await visit('', { ...LAPTOP, locale: 'da-DK' });
    const card = maker.page.locator('[data-battle=meeting]');
    await card.locator('summary').first().click();
    await card.locator('input[value=friend]').check();
    await card.getByTestId('wants-shared-dice').check();
    await card.getByTestId('begin').click();
    // The sides are called by their names, not by their signs in the file.
    await expect.poll(() => maker.page.getByTestId('shared-dice').locator('li').allInnerTexts()).toEqual([expect.stringContaining('Unionen'), expect.stringContaining('Sydstaterne')]);
    expect(await seriousFindings(maker.page)).toEqual([]);
    // The link of the other is at hand before the battle begins.
    await maker.page.getByTestId('menu').locator('> summary').click();
    const link = await maker.page.getByTestId('menu').getByLabel(/Sydstaterne/).inputValue();
    const friend = await visit(new URL(link).hash, PHONE);
    await friend.page.getByTestId('shared-dice').waitFor();
    await expectNoSideways(friend.page, 'shared dice');
    for (const { page } of [friend, maker]) {
      await page.locator('#dice-number').fill('1864 Dybbøl!');
      await page.locator('[data-testid=shared-dice] form button').click();
    }
    await Promise.all([laid(maker.page), laid(friend.page)]);
    expect([...maker.complaints, ...friend.complaints]).toEqual([]);
  });

  test('two at one screen have a curtain between them', async () => {
    const { page } = await visit('', LAPTOP);
    const card = page.locator('[data-battle=meeting]');
    await card.locator('summary').first().click();
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

  test('a turn is taken back when the other agrees: then nothing is left of it, on the time line either; who is refused is told', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const [blue, red] = await Promise.all(['blue', 'red'].map(async (seat) => (await visit(`#/game/${tokenOf(made, seat)}`, LAPTOP)).page)) as [Page, Page];
    await Promise.all([laid(blue), laid(red)]);
    await march(blue, 'b1');
    await Promise.all([ready(blue), ready(red)]);
    await Promise.all([turnIs(blue, 2), turnIs(red, 2)]);
    await blue.getByTestId('time-line').waitFor();
    const ask = async () => {
      await blue.getByTestId('menu').locator('> summary').click();
      await blue.getByRole('button', { name: 'Ask to take back my last action' }).click();
      await blue.keyboard.press('Escape');
      await red.getByTestId('wish').waitFor();
    };
    await ask();
    await red.getByTestId('wish').getByRole('button', { name: 'No' }).click();
    await blue.getByTestId('wish-answer').getByText('To go back: no (Confederate).').waitFor();
    await blue.getByTestId('wish-answer').getByRole('button').click();
    expect(await blue.getByTestId('wish-answer').count()).toBe(0);
    await ask();
    await red.getByTestId('wish').getByRole('button', { name: 'Agree' }).click();
    await Promise.all([turnIs(blue, 1), turnIs(red, 1)]);
    await expect.poll(() => blue.getByTestId('time-line').count()).toBe(0);
    await blue.getByTestId('log').getByText('Nothing has happened yet.').waitFor();
    // What was written stands, and is played again.
    expect((await stateOf(tokenAt(blue))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
    await Promise.all([ready(blue), ready(red)]);
    await Promise.all([turnIs(blue, 2), turnIs(red, 2)]);
  });

  test('the umpire sees all orders, overrules, and everybody is told', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const blue = tokenOf(made, 'blue');
    await act(blue, { do: 'order', unit: 'b1', order: { kind: 'stand' } });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'umpire')}`, LAPTOP);
    await laid(page);
    const desk = page.getByTestId('umpire-desk');
    await expect.poll(() => desk.innerText()).toContain('Stand');
    await desk.locator('button[data-deed=rule]').click();
    await desk.locator('[data-field=name] input').fill('Mist');
    await desk.locator('[data-field=text] textarea').fill('Nobody sees beyond 40 cm.');
    await page.getByTestId('umpire-do').click();
    await desk.getByText('✓').waitFor();
    await expect.poll(async () => JSON.stringify((await stateOf(blue)).view)).toContain('Mist');
    // What he overrules he says in one form, all of it in sight.
    await desk.locator('button[data-deed=overrule]').click();
    await desk.locator('[data-field=unit] select').selectOption('b1');
    await desk.locator('[data-field=order]').getByRole('button', { name: 'Move' }).waitFor();
    await desk.locator('[data-field=reason] textarea').fill('They have seen nobody.');
    await page.getByTestId('umpire-do').click();
    const player = (await visit(`#/game/${blue}`, PHONE)).page;
    await laid(player);
    await player.getByRole('tab', { name: 'Log' }).click();
    await player.getByTestId('log').getByText('They have seen nobody.').waitFor();
    await player.getByTestId('log').getByText('The umpire adds a rule: Mist').click();
    await player.getByTestId('log').getByText('Nobody sees beyond 40 cm.').waitFor();
    await desk.getByRole('button', { name: 'Pause the game' }).click();
    await desk.getByRole('button', { name: 'Go on' }).waitFor();
    // A paused game says so, on a telephone too, and offers nothing that would be refused.
    await player.getByTestId('status').getByText('The game is paused').waitFor();
    expect(await player.getByTestId('ready').count()).toBe(0);
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
    // On a telephone and a tablet its title is one line, and the map has its room.
    for (const width of [360, 820]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 1180 });
      await expectNoSideways(page, 'the replay');
      await expect.poll(() => page.locator('.replay header').evaluate((header) => header.getBoundingClientRect().height), { message: `${width} px` }).toBeLessThan(width === 360 ? 160 : 110);
    }
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('on a telephone the card is a sheet under the map, and nothing is cut off', async () => {
    const { page, complaints } = await visit('', { ...PHONE, locale: 'da-DK' });
    await page.getByTestId('play-now').click();
    await laid(page);
    await expectNoSideways(page, 'the table');
    await page.locator('button.unit[data-unit="b1"]').click();
    await page.getByTestId('order-card').waitFor();
    const over = () => page.evaluate(() => {
      const [map, card] = ['canvas', '[data-testid=order-card]'].map((each) => document.querySelector(each)?.getBoundingClientRect());
      return (map?.bottom ?? Infinity) - (card?.top ?? 0);
    });
    await expect.poll(over).toBeLessThanOrEqual(1);
    // What would come of an order stands in sight, over the button that gives it.
    const [east, north] = place((await stateOf(tokenAt(page))).view.units, 'b1');
    await dragOnMap(page, [east, north - 6], [east + 5, north + 55]);
    await page.getByTestId('outcome').waitFor();
    const below = () => page.getByTestId('outcome').evaluate((outcome) => outcome.getBoundingClientRect().top + 30 - (document.querySelector('[data-testid=give]')?.getBoundingClientRect().top ?? 0));
    await expect.poll(below).toBeLessThanOrEqual(0);
    await page.locator('[data-kind=stand]').tap();
    await page.getByTestId('give').tap();
    await expect.poll(async () => (await stateOf(tokenAt(page))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('on a telephone what would come of a fire is brought into sight, however far down it was chosen', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const blue = tokenOf(made, 'blue');
    const [east, north] = place((await stateOf(blue)).view.units, 'b1');
    await act(tokenOf(made, 'umpire'), { do: 'move', unit: 'r1', place: [east, north + 110], facing: 180, reason: 'to be fired at' });
    const { page } = await visit(`#/game/${blue}`, PHONE);
    await laid(page);
    await page.locator('button.unit[data-unit="b1"]').tap();
    await page.locator('[data-kind=fire]').tap();
    await page.getByTestId('outcome').getByText('Men lost').waitFor();
    // Another choice, farther down, has no odds; the first one has them again.
    await page.getByRole('button', { name: 'Before the shock throw' }).tap();
    await page.getByTestId('outcome').getByText('before the shock throw').waitFor();
    expect(await page.getByTestId('outcome').getByText('Men lost').count()).toBe(0);
    await page.getByRole('button', { name: 'At the beginning of the turn' }).tap();
    await page.getByTestId('outcome').getByText('Men lost').waitFor();
    const inSight = () => page.getByTestId('outcome').evaluate((outcome) => {
      const [it, pane] = [outcome, outcome.closest('.pane')].map((each) => each?.getBoundingClientRect());
      return it !== undefined && pane !== undefined && it.top >= pane.top - 1 && it.top < pane.bottom - 60 ? 'in sight' : JSON.stringify([it, pane]);
    });
    await expect.poll(inSight).toBe('in sight');
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
