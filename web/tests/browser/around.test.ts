// What stands around the battle: the clock, what the game tells of itself, links, sounds, measuring, several units at once, the umpire's dice, turns by mail.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { address, expectNoSideways, gate, PHONE, withBrowser } from './browser';
import { act, dotOf, dragOnMap, laid, makeGame, ready, stateOf, tokenAt, tokenOf, turnIs } from './table';

const LAPTOP = { viewport: { width: 1440, height: 900 } };

async function menu(page: Page): Promise<void> {
  await page.getByTestId('menu').locator('> summary').click();
}

describe('around the battle', () => {
  const { visit } = withBrowser();

  test('the link to a replay is one that others can open, or it is said that nobody else can', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { blue: 'staff:plain', red: 'staff:plain' } });
    await expect.poll(async () => (await fetch(`${address}/api/replays/${made.game}/film?seat=umpire`)).status, { timeout: 60_000 }).toBe(200);
    for (const { network, told } of [{ network: { only_here: false, address: '192.168.7.5' }, told: /^http:\/\/192\.168\.7\.5:\d+\/#\/replay\// }, { network: { only_here: true, address: null }, told: /127\.0\.0\.1/ }]) {
      const { page } = await visit('', LAPTOP);
      await page.route(/api\/network/, (route) => route.fulfill({ json: network }));
      await page.evaluate((hash) => (location.hash = hash), `#/replay/${made.game}`);
      await page.getByRole('tab', { name: 'Report' }).click();
      await expect.poll(() => page.getByTestId('report').getByLabel('Link to this replay').inputValue()).toMatch(told);
      await expect.poll(() => page.getByTestId('report').getByRole('alert').count()).toBe(network.only_here ? 1 : 0);
    }
  });

  test('whoever makes a game for two has the other’s link before him, until it is handed on; nobody is called by his sign in the file', async () => {
    for (const [options, dice] of [[{ ...LAPTOP, locale: 'en-GB' }, false], [{ ...PHONE, locale: 'en-GB' }, true]] as const) {
      const { page } = await visit('', options);
      const ground = gate();
      await page.route(/api\/game\/board/, async (route) => {
        await ground.opened;
        await route.continue();
      });
      const card = page.locator('[data-battle=meeting]');
      await card.locator('summary').first().click();
      await card.locator('input[value=friend]').check();
      if (dice) await card.getByTestId('wants-shared-dice').check();
      await card.getByTestId('begin').click();
      if (dice) {
        // The sides' names stand on the board, which comes late.
        await page.getByTestId('shared-dice').waitFor();
        await page.waitForTimeout(500);
        expect(await page.locator('main').innerText()).not.toMatch(/\b(red|blue)\b/);
      }
      ground.open();
      const link = page.getByTestId('invite').getByLabel('Seat: Confederate');
      expect(await link.inputValue()).toMatch(/#\/game\/[0-9a-z]{26}$/);
      expect(await page.getByTestId('invite').locator('li').count()).toBe(1);
      await expectNoSideways(page, 'the links');
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByTestId('invited').click();
      await page.getByTestId('invite').waitFor({ state: 'detached' });
      await page.reload();
      if (dice) await page.getByTestId('shared-dice').locator('li').first().waitFor();
      else await laid(page);
      expect(await page.getByTestId('invite').count()).toBe(0);
    }
  });

  test('whoever is asked whether he is sure has the menu in the window', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    for (const [width, locale] of [[1440, 'en-GB'], [1200, 'da-DK'], [820, 'da-DK'], [360, 'da-DK']] as const) {
      const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, { viewport: { width, height: 900 }, locale });
      await laid(page);
      await page.getByTestId('ready').click();
      await page.getByRole('alertdialog').waitFor();
      const boxes = await Promise.all([page.getByTestId('menu').boundingBox(), page.getByRole('alertdialog').boundingBox()]);
      for (const box of boxes) expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 9999) <= width], `${width}`).toEqual([true, true]);
    }
  });

  test('an order that could not be sent is not lost, and the page says that it was not sent', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page, context } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await page.locator('button.unit[data-unit=b1]').click();
    await page.locator('[data-kind=stand]').click();
    await page.getByTestId('give').and(page.locator(':enabled')).waitFor();
    await context.setOffline(true);
    await page.getByTestId('give').click();
    await page.getByTestId('order-card').getByText('this was not sent').waitFor();
    await context.setOffline(false);
    await page.getByTestId('give').click();
    await expect.poll(async () => (await stateOf(tokenAt(page))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
  });

  test('the messages of an umpire to everybody are headed so, also where players write by courier', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true, by_courier: true });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, { ...LAPTOP, locale: 'da-DK' });
    await laid(page);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(made, 'umpire')}` };
    await fetch(`${address}/api/game/chat`, { method: 'POST', headers, body: JSON.stringify({ key: '1', to: 'all', text: 'Ro!' }) });
    await page.getByRole('tab', { name: 'Beskeder' }).click();
    await page.getByText('Dommer → alle:').waitFor();
  });

  test('the clock runs, and when it has run out everybody is told what was done', async () => {
    const made = await makeGame({ scenario: 'meeting', clock: 10 });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await expect.poll(() => page.getByTestId('clock').innerText()).toMatch(/^0:\d\d$/);
    // On a slow machine it may have run out twice.
    await expect.poll(async () => Number(await page.locator('main').getAttribute('data-turn'))).toBeGreaterThan(1);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByText('The time of turn 1 ran out').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the page tells its side what it is to do, what the signs mean, and what the dice are promised by, in Danish', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'blue')}`, { ...LAPTOP, locale: 'da-DK' });
    await laid(page);
    await expect.poll(() => page.locator('h1').innerText()).toBe('Mødet ved Holmby Cross');
    await expect.poll(() => page.getByTestId('briefing').innerText()).toContain('En oprørskolonne');
    await expect.poll(() => page.getByTestId('may-act').innerText()).toContain('Morrow');
    await menu(page);
    await page.getByTestId('legend').locator('summary').click();
    await page.getByTestId('dice').locator('summary').click();
    const { dice } = ((await (await fetch(`${address}/api/game`, { headers: { authorization: `Bearer ${tokenAt(page)}` } })).json()) as { table: { dice: { hash: string } } }).table;
    await expect.poll(() => page.getByTestId('dice').innerText()).toContain(dice.hash);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a link is made anew by whoever made the game: the old one dies, the new one opens', async () => {
    const { page } = await visit('', LAPTOP);
    const card = page.locator('[data-battle=meeting]');
    await card.locator('summary').first().click();
    await card.locator('input[value=friend]').check();
    await card.getByTestId('begin').click();
    await laid(page);
    await menu(page);
    const link = page.getByTestId('menu').locator('[data-link=red] input');
    const old = new URL(await link.inputValue()).hash;
    await page.locator('[data-renew=red]').click();
    await expect.poll(() => link.inputValue()).not.toContain(old);
    const fresh = new URL(await link.inputValue()).hash;
    // Where the links stood when the game was made, the dead one stands no longer.
    expect(await page.getByTestId('invite').locator('[data-link=red] input').inputValue()).toContain(fresh);
    const dead = await visit(old, LAPTOP);
    await dead.page.getByText('This link does not open a game').waitFor();
    const friend = await visit(fresh, LAPTOP);
    await laid(friend.page);
    // A tap beside the menu closes it.
    await page.mouse.click(700, 850);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByText(/New link: Confederate/).waitFor();
  });

  test('a wish to go back is asked where the other cannot miss it, and is granted', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const [blue, red] = await Promise.all(['blue', 'red'].map(async (seat) => (await visit(`#/game/${tokenOf(made, seat)}`, seat === 'red' ? PHONE : LAPTOP)).page));
    if (!blue || !red) throw new Error('no pages');
    await Promise.all([laid(blue), laid(red)]);
    await act(tokenOf(made, 'blue'), { do: 'order', unit: 'b1', order: { kind: 'stand' } });
    await menu(blue);
    await blue.getByRole('button', { name: 'Ask to take back my last action' }).click();
    await red.getByTestId('wish').getByRole('button').first().click();
    await expect.poll(async () => (await stateOf(tokenOf(made, 'blue'))).view.units.find((unit) => unit.id === 'b1')?.written ?? null).toBe(null);
  });

  test('sounds are off unless wanted, and stay as they were chosen', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page, complaints } = await visit('', LAPTOP);
    await page.addInitScript(() => {
      const real = window.AudioContext;
      Object.assign(window, { heard: 0 });
      window.AudioContext = class extends real {
        constructor() {
          super();
          (window as unknown as { heard: number }).heard += 1;
        }
      };
    });
    await page.goto(`${address}/#/game/${tokenOf(made, 'blue')}`);
    await page.reload();
    await laid(page);
    await ready(page);
    await turnIs(page, 2);
    const heard = () => page.evaluate(() => (window as unknown as { heard: number }).heard);
    expect(await heard()).toBe(0);
    await menu(page);
    expect(await page.getByTestId('sounds').isChecked()).toBe(false);
    await page.getByTestId('sounds').check();
    await expect.poll(heard).toBe(1);
    await page.reload();
    await laid(page);
    await menu(page);
    await expect.poll(() => page.getByTestId('sounds').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test.each([
    { array: 1, name: 'line' },
    { array: 2, name: 'column' },
  ])('three regiments are ordered by one drag, in $name', async ({ array }) => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const token = tokenOf(made, 'blue');
    const { page, complaints } = await visit(`#/game/${token}`, LAPTOP);
    await laid(page);
    // The answers come late: the first after the drag has ended, the next after the orders were given. Those of the last place count, not of a place on the way.
    const gates = [gate(), gate()] as const;
    const answers: { unit: string; action?: { order: object } }[][] = [];
    let asked = 0;
    await page.route(/api\/game\/(intend|together)/, async (route) => {
      const before = gates[asked];
      asked += 1;
      await before?.opened;
      const response = await route.fetch();
      answers.push((await response.json()) as never);
      await route.fulfill({ response });
    });
    await page.locator('button.unit[data-unit=b1]').click();
    for (const unit of ['b2', 'b3']) await page.locator(`button.unit[data-unit=${unit}]`).click({ modifiers: ['Shift'] });
    await page.getByTestId('array').locator('button').nth(array).click();
    const [east = 0, north = 0] = (await stateOf(token)).view.units.find((unit) => unit.id === 'b1')?.place ?? [];
    await dragOnMap(page, [east, north - 6], [640, 420]);
    gates[0].open();
    await expect.poll(() => page.getByTestId('several').locator('li').count()).toBeGreaterThan(0);
    await expect.poll(() => asked).toBe(2);
    await page.getByTestId('give').click();
    gates[1].open();
    const written = async () => Object.fromEntries((await stateOf(token)).view.units.filter((unit) => unit.written).map((unit) => [unit.id, unit.written]));
    await expect.poll(async () => Object.keys(await written()).length).toBe(3);
    const [onTheWay, last] = answers.map((answer) => Object.fromEntries(answer.map((each) => [each.unit, each.action?.order])));
    expect(last).not.toEqual(onTheWay);
    expect(await written()).toEqual(last);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each([
    { measuring: false, told: /forbid/ },
    { measuring: true, told: undefined },
  ])('the ruler to an enemy where the print forbids it (measuring allowed: $measuring)', async ({ measuring, told }) => {
    const made = await makeGame({ scenario: 'chakoten-skovby', seats: { legion: 'staff:plain' }, measuring });
    const token = tokenOf(made, 'danes');
    const { page } = await visit(`#/game/${token}`, LAPTOP);
    await laid(page);
    const { view } = await stateOf(token);
    const [own, enemy] = [view.units[0], view.enemies[0] as unknown as { place: [number, number] }];
    if (!own) throw new Error('nobody is there');
    await page.getByRole('button', { name: 'Ruler' }).click();
    for (const place of [own.place, enemy.place]) {
      const dot = await dotOf(page, place);
      await page.mouse.click(dot.x, dot.y);
    }
    if (told) {
      await expect.poll(() => page.getByTestId('ruler-hint').innerText()).toMatch(told);
      await expect.poll(() => page.getByTestId('ruler-hint').innerText()).toContain('03.02.12');
      await page.getByRole('button', { name: 'Ranges' }).click();
      await page.locator('button.unit').first().click();
      await page.getByText('no ranges are drawn').waitFor();
    } else await page.locator('.map svg[role=img]').waitFor();
  });

  test('a game is made with options of its rules, with couriers, and to measure', async () => {
    const { page, complaints } = await visit('', LAPTOP);
    const asked: Record<string, unknown>[] = [];
    page.on('request', (request) => void (request.url().includes('/api/games') && asked.push(request.postDataJSON() as Record<string, unknown>)));
    const torden = page.locator('[data-battle=torden-corps]');
    await torden.locator('summary').first().click();
    await torden.getByTestId('wants-measuring').check();
    await torden.getByTestId('begin').click();
    await laid(page);
    await page.goto(`${address}/#/`);
    const gdc = page.locator('[data-battle=gdc-brigades]');
    await gdc.locator('summary').first().click();
    await gdc.locator('details.options summary').click();
    await gdc.getByText('Tactical order chits').waitFor();
    await gdc.locator('[data-option=order_chits]').check();
    await gdc.getByTestId('begin').click();
    await laid(page);
    await page.goto(`${address}/#/`);
    const meeting = page.locator('[data-battle=meeting]');
    await meeting.locator('summary').first().click();
    await meeting.locator('input[value=friend]').check();
    await meeting.getByTestId('wants-couriers').check();
    await meeting.getByTestId('begin').click();
    await laid(page);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByTestId('by-courier').waitFor();
    expect(asked.map((each) => [each['measuring'], each['options'], each['by_courier']])).toEqual([
      [true, undefined, undefined],
      [undefined, { order_chits: true }, undefined],
      [undefined, undefined, true],
    ]);
    expect(complaints).toEqual([]);
  });

  test('the umpire throws dice behind his screen, tells the weather, and nobody else hears of the dice', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'umpire')}`, LAPTOP);
    await laid(page);
    const before = await stateOf(tokenOf(made, 'blue'));
    const desk = page.getByTestId('umpire-desk');
    await desk.getByTestId('hidden-dice').locator('button').click();
    await desk.getByText(/Last throw: [1-6], [1-6]/).waitFor();
    expect(await stateOf(tokenOf(made, 'blue'))).toEqual(before);
    await desk.getByTestId('weather').click();
    await desk.locator('[data-field=text] textarea').fill('Rain: nobody sees beyond 60 cm.');
    await page.getByTestId('umpire-do').click();
    await expect.poll(async () => JSON.stringify((await stateOf(tokenOf(made, 'blue'))).view)).toContain('Rain');
    expect(complaints).toEqual([]);
  });
});

describe('a turn by mail', () => {
  const { visit } = withBrowser();

  async function saved(page: Page, press: () => Promise<void>): Promise<string> {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    const path = join(tmpdir(), `krigsspil-${Math.random().toString(36).slice(2)}.json`);
    await file.saveAs(path);
    return path;
  }

  test('goes out as a file, is ordered without a server between, and its reply is brought in', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const red = tokenOf(made, 'red');
    // Whoever made the game keeps all its links; the page remembers them.
    const keeper = await visit('', LAPTOP);
    await keeper.page.evaluate(
      ([game, links]) => localStorage.setItem('krigsspil/games', JSON.stringify([{ game, title: 'The meeting at Holmby Cross', rules: 'borgerkrig', opened: 1, seats: (links as { seat: string }[]).filter((link) => link.seat === 'blue'), links }])),
      [made.game, made.links] as const,
    );
    await keeper.page.evaluate((hash) => (location.hash = hash), `#/game/${tokenOf(made, 'blue')}`);
    await laid(keeper.page);
    await ready(keeper.page);
    await menu(keeper.page);
    await keeper.page.getByTestId('by-mail').locator('summary').click();
    const turn = await saved(keeper.page, () => keeper.page.locator('[data-mail=red]').click());

    const friend = await visit('', { ...PHONE, locale: 'da-DK' });
    const traffic: string[] = [];
    friend.page.on('request', (request) => traffic.push(request.url()));
    await friend.page.locator('#replay-file').setInputFiles(turn);
    await laid(friend.page);
    await expectNoSideways(friend.page, 'a turn by mail');
    const orders = friend.page.getByTestId('order-card');
    // Nothing is offered that only a server could do.
    await menu(friend.page);
    const offered = friend.page.getByTestId('menu');
    expect(await offered.getByText(/Lad computeren|tage min sidste handling/).count()).toBe(0);
    await friend.page.keyboard.press('Escape');
    await friend.page.getByRole('tab', { name: 'Beskeder' }).tap();
    expect(await friend.page.locator('textarea').count()).toBe(0);
    await friend.page.getByRole('tab', { name: 'Enheder' }).tap();
    await friend.page.locator('button.unit[data-unit=r2]').click();
    await friend.page.locator('[data-kind=stand]').tap();
    await friend.page.getByTestId('give').tap();
    await orders.getByText('Skrevet').waitFor();
    // A march by a drag: the drill's orders are in the file.
    await friend.page.getByRole('tab', { name: 'Enheder' }).tap();
    await friend.page.locator('button.unit[data-unit=r1]').click();
    const [east, north] = (await stateOf(red)).view.units.find((unit) => unit.id === 'r1')?.place ?? [0, 0];
    await dragOnMap(friend.page, [east, north + 6], [east + 4, north - 60]);
    await orders.getByTestId('outcome').waitFor();
    await friend.page.getByTestId('give').tap();
    await orders.getByText(/Skrevet.*Fremad/s).waitFor();
    await ready(friend.page);
    const reply = await saved(friend.page, () => friend.page.getByTestId('mail-save').click());
    expect(await seriousFindings(friend.page)).toEqual([]);
    // Nothing was asked of a game: the table came out of the file.
    expect(traffic.filter((url) => url.includes('/api/game'))).toEqual([]);
    expect((await stateOf(red)).view.turn).toBe(1);

    const bring = (path: string) => keeper.page.getByTestId('by-mail').locator('input[type=file]').setInputFiles(path);
    await bring(turn);
    await keeper.page.getByTestId('by-mail').getByRole('alert').waitFor();
    await bring(reply);
    await turnIs(keeper.page, 2);
    // That it was brought in is told where it is seen, however long the menu is.
    const told = keeper.page.getByTestId('by-mail').getByRole('status');
    await told.waitFor();
    const inSight = () => told.evaluate((line) => line.getBoundingClientRect().bottom <= (line.closest('.inside')?.getBoundingClientRect().bottom ?? 0) + 1);
    await expect.poll(inSight).toBe(true);
    await bring(reply);
    await keeper.page.getByTestId('by-mail').getByRole('alert').waitFor();
    expect((await stateOf(red)).view.turn).toBe(2);
    expect([...keeper.complaints, ...friend.complaints]).toEqual([]);
  });

  test('a reply that is opened at home is told where it belongs', async () => {
    const { page } = await visit('', LAPTOP);
    const path = join(tmpdir(), `krigsspil-reply-${process.pid}.json`);
    writeFileSync(path, JSON.stringify({ mail_reply: 'x', seat: 'red', after: 0, actions: [] }));
    await page.locator('#replay-file').setInputFiles(path);
    await page.getByText('This is a reply to a turn by mail').waitFor();
  });
});
