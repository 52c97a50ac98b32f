// Whoever looks after a game: a seat whose player has gone home, a pause; and what a keyboard and a screen reader need of the table.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './accessibility';
import { withBrowser } from './browser';
import { laid, makeGame, ready, stateOf, tokenAt, tokenOf, turnIs } from './table';

const LAPTOP = { viewport: { width: 1440, height: 900 } };

async function menu(page: Page): Promise<void> {
  await page.getByTestId('menu').locator('> summary').click();
}

describe('whoever made the game', () => {
  const { visit } = withBrowser();

  test('lets the computer play for a friend who has gone home, gives the seat back, and pauses', async () => {
    const { page, complaints } = await visit('', LAPTOP);
    const card = page.locator('[data-battle=meeting]');
    await card.locator('summary').first().click();
    await card.locator('input[value=friend]').check();
    await card.getByTestId('begin').click();
    await laid(page);
    const by = async () => ((await stateOf(tokenAt(page))).table as unknown as { seats: { seat: string; by: string }[] }).seats.find((seat) => seat.seat === 'red')?.by;
    await menu(page);
    await page.getByTestId('pause').click();
    await expect.poll(() => page.getByTestId('status').innerText()).toBe('The game is paused');
    await page.getByTestId('pause').click();
    await page.locator('[data-seat=red]').click();
    await expect.poll(by).toBe('staff:plain');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await ready(page);
    await turnIs(page, 2);
    await menu(page);
    await page.locator('[data-seat=red]', { hasText: 'person' }).click();
    await expect.poll(by).toBe('person');
    expect(complaints).toEqual([]);
  });

  test('a player who did not make it is offered neither', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const { page } = await visit(`#/game/${tokenOf(made, 'red')}`, LAPTOP);
    await laid(page);
    await menu(page);
    await page.getByRole('button', { name: /Let the computer play for me/ }).waitFor();
    expect(await page.locator('[data-seat], [data-testid=pause]').count()).toBe(0);
  });
});

describe('a card', () => {
  const { visit } = withBrowser();

  test('opens also for whoever has just read the messages', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.locator('textarea').waitFor();
    await page.locator('button.unit[data-unit=b1]').click();
    await page.getByTestId('order-card').locator('[data-kind=stand]').waitFor();
  });

  test('of the umpire is about the unit that he has chosen on the table', async () => {
    const made = await makeGame({ scenario: 'meeting', umpire: true });
    const { page } = await visit(`#/game/${tokenOf(made, 'umpire')}`, LAPTOP);
    await laid(page);
    await page.locator('button.unit[data-unit=r1]').click();
    await page.getByTestId('umpire-desk').locator('[data-deed=move]').click();
    await expect.poll(() => page.locator('[data-field=unit] select').inputValue()).toBe('r1');
  });

  test('a state that the print has no letters for is told in words', async () => {
    const made = await makeGame({ scenario: 'gdc-brigades', seats: { red: 'staff:plain' } });
    const token = tokenOf(made, 'blue');
    const { page } = await visit('', { ...LAPTOP, locale: 'da-DK' });
    // A squadron is in recall: the state is told so, whatever the dice would have said.
    await page.routeWebSocket(/game\/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        const frame = JSON.parse(String(message)) as { state?: { view?: { units: Record<string, unknown>[] } } };
        for (const unit of frame.state?.view?.units ?? []) Object.assign(unit, { order: 'in_recall', condition: 'shaken' });
        socket.send(JSON.stringify(frame));
      });
    });
    await page.evaluate((hash) => (location.hash = hash), `#/game/${token}`);
    await laid(page);
    await expect.poll(() => page.locator('button.unit .badge').first().innerText()).toBe('tilbagekaldt');
  });
});

describe('an order', () => {
  const { visit } = withBrowser();

  test('that must state something shows at once what it can state, and is no fault before it does', async () => {
    const made = await makeGame({ scenario: 'gdc-brigades', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    await page.locator('button.unit[data-unit=b1]').click();
    const card = page.getByTestId('order-card');
    await card.locator('[data-kind]', { hasText: 'Change facing' }).click();
    await card.getByRole('status').filter({ hasText: 'Neither its facing nor its formation' }).waitFor();
    expect(await card.getByRole('alert').count()).toBe(0);
    expect(await card.locator('[data-field]').count()).toBeGreaterThan(1);
    // Whoever gives it all the same is told.
    await page.getByTestId('give').click();
    await card.getByRole('alert').filter({ hasText: 'Neither its facing nor its formation' }).waitFor();
  });

  test('is missed once a turn, not in every phase of it', async () => {
    const made = await makeGame({ scenario: 'gdc-brigades', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    let asked = 0;
    for (let turn = 1; turn === 1; turn = (await stateOf(tokenAt(page))).view.turn) {
      await page.locator('[data-testid=question] button.strong:enabled, [data-testid=ready]:enabled').first().click();
      asked += await page.getByRole('alertdialog').count();
      if (asked === 1 && (await page.getByRole('alertdialog').count()) === 1) await page.getByRole('alertdialog').getByTestId('ready').click();
      await page.locator('[data-testid=question] button.strong:enabled, [data-testid=ready]:enabled').first().waitFor();
    }
    expect(asked).toBe(1);
  });
});

describe('two at one screen', () => {
  const { visit } = withBrowser();

  test('may be quicker than the ground is drawn: the curtain falls, and nothing is drawn on a table that is gone', async () => {
    const { page, complaints } = await visit('', LAPTOP);
    await page.addInitScript(() => {
      const decode = HTMLImageElement.prototype.decode;
      const opened = new Promise((done) => Object.assign(window, { openGround: done }));
      HTMLImageElement.prototype.decode = async function () {
        await opened;
        await decode.call(this);
        Object.assign(window, { decoded: true });
      };
    });
    await page.reload();
    const card = page.locator('[data-battle=meeting]');
    await card.locator('summary').first().click();
    await card.locator('input[value=hot]').check();
    await card.getByTestId('begin').click();
    await ready(page);
    await page.getByTestId('curtain').waitFor();
    await page.evaluate(() => (window as unknown as { openGround: () => void }).openGround());
    await page.waitForFunction(() => 'decoded' in window);
    await page.getByTestId('curtain').getByRole('button').click();
    await laid(page);
    await page.locator('button.unit[data-unit=r1]').waitFor();
    expect(await page.getByTestId('pause').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('a page that lay open while the server was renewed', () => {
  const { visit } = withBrowser();

  test('is fetched anew when a part of it is gone', async () => {
    const { page } = await visit('', LAPTOP);
    let gone = 0;
    await page.route(/assets\/GameView-[^/]*\.js/, async (route) => {
      gone += 1;
      if (gone === 1) await route.fulfill({ status: 404, body: '' });
      else await route.continue();
    });
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    await page.evaluate((hash) => (location.hash = hash), `#/game/${tokenOf(made, 'blue')}`);
    await laid(page);
    expect(gone).toBe(2);
  });
});

describe('by keyboard', () => {
  const { visit } = withBrowser();

  test('ready asks whether one is sure: the focus is on the answer, and goes back to the button', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, LAPTOP);
    await laid(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByTestId('ready').focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Yes, ready');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toMatch(/^Ready/);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Yes, ready');
    await page.keyboard.press('Enter');
    await turnIs(page, 2);
  });

  test('the map is called a map, and decimals are written as the language has them', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, { ...LAPTOP, locale: 'da-DK' });
    await laid(page);
    await page.getByRole('region', { name: 'Kort', exact: true }).waitFor();
    const sheet = page.locator('section[aria-label="Ordreseddel"] input').first();
    await sheet.fill('^7.5');
    await sheet.press('Enter');
    await page.locator('.written').or(page.locator('button.unit', { hasText: '7,5' })).first().waitFor();
    await page.locator('button.unit', { hasText: '7,5' }).first().click();
    await page.getByTestId('order-card').locator('[data-kind][aria-pressed]').first().waitFor();
  });
});
