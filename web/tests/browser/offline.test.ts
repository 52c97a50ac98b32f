// While the server is away: what was opened can be read, rosters work, and the page says what it cannot do.
// The server is really stopped: a browser's emulated "offline" does not reach its service workers in every version.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow, withBrowser } from './browser';
import { Serving } from './serving';

describe('with the server out of reach', () => {
  const { visit } = withBrowser();
  let serving: Serving | undefined;
  beforeAll(async () => {
    serving = await Serving.start();
  });
  afterAll(async () => serving?.end());

  test('the page opens, reads, keeps the roster, and says what it cannot do', async () => {
    if (!serving) throw new Error('the server is not there');
    const { page } = await visit('#/borgerkrig/compute', { serviceWorkers: 'allow' }, serving.address);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await page.waitForSelector('main h1');
    await page.waitForLoadState('networkidle');
    await serving.stop();
    await page.reload();
    await page.waitForSelector('.groups a');
    await page.getByRole('status').filter({ hasText: 'cannot be reached' }).waitFor();

    await follow(page, '#/borgerkrig/read');
    await page.locator('summary', { hasText: 'skema VI' }).first().click();
    await page.locator('details[open] table').first().waitFor();

    await follow(page, '#/borgerkrig/roster');
    await page.locator('#roster-name').fill('Offline');
    await page.getByRole('button', { name: 'New roster' }).click();
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(() => page.getByTestId('turn').innerText()).toBe('2');

    await follow(page, '#/borgerkrig/compute/initiative');
    await page.getByRole('button', { name: 'Roll for me' }).click();
    await page.getByRole('status').filter({ hasText: 'calculations need the server' }).waitFor();

    // When it is back, the page continues.
    await serving.startAgain();
    await page.getByRole('button', { name: 'Roll for me' }).click();
    await page.getByTestId('sentence').waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'cannot be reached' }).count()).toBe(0);
  });
});
