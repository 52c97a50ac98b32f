// What a club's evening brings: a socket that drops between the answer to an action and the events it led to, and names that are too long for a telephone.
import { readFileSync } from 'node:fs';
import type { WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectNothingCutOff, PHONE, withBrowser } from './browser';
import { laid, makeGame, ready, stateOf, tokenOf, turnIs } from './table';

describe('a connection that drops', () => {
  const { visit } = withBrowser();

  test('between answer and event loses no event, doubles none, and the turn is shown', async () => {
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const token = tokenOf(made, 'blue');
    const { page, complaints } = await visit('');
    let [holding, opened] = [false, 0];
    let now: WebSocketRoute | undefined;
    const items: number[] = [];
    await page.routeWebSocket(/\/api\/game\/socket/, (socket) => {
      opened += 1;
      now = socket;
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        // What the server tells is lost on its way; what it still tells a line that has dropped reaches nobody.
        if (holding || socket !== now) return;
        const frame = JSON.parse(String(message)) as { type: string; item?: { seq: number } };
        if (frame.type === 'item' && frame.item) items.push(frame.item.seq);
        socket.send(message);
      });
    });
    // From a fresh page on, every socket goes this way; the game has only the one.
    await page.reload();
    await page.evaluate((hash) => (location.hash = hash), `#/game/${token}`);
    await laid(page);
    // It was told the past: what counts is what comes from now on.
    const told = Math.max(0, ...items);
    items.length = 0;
    // The answer comes by another way than the events: it arrives, and they do not.
    holding = true;
    const answered = page.waitForResponse((response) => response.url().includes('/api/game/act'));
    await ready(page);
    expect((await answered).ok()).toBe(true);
    await expect.poll(async () => (await stateOf(token)).table.turn).toBeGreaterThan(1);
    expect(await page.locator('main[data-turn="1"]').count()).toBe(1);
    // The line drops for good, and the page calls again.
    const before = opened;
    const dropped = now;
    now = undefined;
    holding = false;
    await dropped?.close({ code: 1012, reason: 'the line dropped' });
    await turnIs(page, (await stateOf(token)).table.turn);
    expect(opened).toBeGreaterThan(before);
    expect(new Set(items).size, 'no item twice').toBe(items.length);
    expect(items, 'none left out').toEqual(Array.from({ length: items.length }, (_, place) => told + 1 + place));
    expect(complaints).toEqual([]);
  });
});

describe('long names', () => {
  const { visit } = withBrowser();
  const LONG = 'Kongelig-Slesvig-Holstenske-Jægerkorpsets-Livskadron 1. Bataljon, tidligere Kronprinsens';

  test.each(['en-GB', 'da-DK'])('a unit with a long name fits on a telephone: list, card, order sheet (%s)', async (locale) => {
    const read = (name: string) => readFileSync(new URL(`../../../scenarios/meeting/${name}`, import.meta.url), 'utf8');
    const text = read('scenario.toml').replace('"19th Indiana"', `"${LONG}"`);
    const files = { scenario: { name: 'scenario.toml', text }, ground: { name: 'ground.geojson', text: read('ground.geojson') } };
    const made = await makeGame({ files, seats: { red: 'staff:plain' } });
    const { page, complaints } = await visit(`#/game/${tokenOf(made, 'blue')}`, { ...PHONE, locale });
    await laid(page);
    await page.locator('button.unit[data-unit="b1"]', { hasText: LONG }).waitFor();
    await expectNothingCutOff(page, 'the units');
    await page.locator('button.unit[data-unit="b1"]').tap();
    await page.getByTestId('order-card').getByText(LONG).first().waitFor();
    await expectNothingCutOff(page, 'the order card');
    await page.locator('[data-kind=stand]').tap();
    await page.getByTestId('give').tap();
    await expect.poll(async () => (await stateOf(tokenOf(made, 'blue'))).view.units.find((unit) => unit.id === 'b1')?.written).toBeTruthy();
    await expectNothingCutOff(page, 'the order sheet');
    expect(complaints).toEqual([]);
  });
});
