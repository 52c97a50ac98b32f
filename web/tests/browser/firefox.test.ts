// The same page in the Firefox of this machine, over WebDriver BiDi, which it speaks by itself (`apt-get install firefox-esr`, or name one as FIREFOX).
import { afterEach, describe, expect, test } from 'vitest';
import { Firefox, firefoxHere } from './bidi';
import { address } from './browser';
import { makeGame, stateOf, tokenOf } from './table';

const path = firefoxHere();
if (path === undefined) console.warn('Firefox is missing: the page is not tested in it (`apt-get install firefox-esr`, or name one as FIREFOX)');

describe.skipIf(path === undefined)('in Firefox', () => {
  let firefox: Firefox | undefined;
  afterEach(async () => {
    await firefox?.end();
    firefox = undefined;
  });

  test.each([
    { languages: 'en-GB, en', ready: 'Ready' },
    { languages: 'da-DK, da', ready: 'Klar' },
  ])('a sum is worked out, a unit is ordered by a drag, and a turn is played ($languages)', async ({ languages, ready }) => {
    const page = (firefox = await Firefox.start(path ?? '', languages));
    await page.goto(`${address}/#/borgerkrig/compute/initiative`);
    await page.click('form button[type=submit]');
    await page.until(`document.querySelector('[data-testid=sentence]')`);
    const made = await makeGame({ scenario: 'meeting', seats: { red: 'staff:plain' } });
    const token = tokenOf(made, 'blue');
    await page.evaluate(`location.hash = '#/game/${token}'`);
    await page.until(`document.querySelector('canvas[data-ground=drawn]')`);
    await page.click('button.unit[data-unit=b1]');
    await page.until(`document.querySelector('[data-testid=order-card] [data-kind=stand]')`);
    await page.until(`!('moving' in document.querySelector('canvas').dataset)`);
    const unit = (await stateOf(token)).view.units.find((each) => each.id === 'b1');
    const [east = 0, north = 0] = unit?.place ?? [];
    const dots = await page.evaluate<{ x: number; y: number; scale: number }>(`(() => {
      const canvas = document.querySelector('canvas');
      const [x, y, scale] = canvas.dataset.camera.split(' ').map(Number);
      const box = canvas.getBoundingClientRect();
      return { x: box.x + box.width / 2 + (${east} - x) * scale, y: box.y + box.height / 2 - (${north} - 6 - y) * scale, scale };
    })()`);
    await page.drag(dots, { x: dots.x, y: dots.y - 60 * dots.scale });
    await page.click('[data-testid=give]');
    await expect.poll(async () => (await stateOf(token)).view.units.find((each) => each.id === 'b1')?.written).toBeTruthy();
    expect(await page.evaluate<string>(`document.querySelector('[data-testid=ready]').textContent`)).toContain(ready);
    await page.click('[data-testid=ready]');
    await page.click('[role=alertdialog] [data-testid=ready]');
    await page.until(`document.querySelector('main[data-turn="2"]')`);
    expect(page.complaints).toEqual([]);
  });
});
