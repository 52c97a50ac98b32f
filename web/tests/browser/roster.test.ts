// A roster: made by hand and from the tables, with losses and undo, updated with one tap, saved, opened and shared.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { follow, PHONE, withBrowser } from './browser';
import { throwDice, typeFacts } from './form';
import { bookOf, examples, sets } from './rules';
import { at } from '../../src/lib/form';
import type { Bindings } from '../../src/lib/roster';
import { countedTitle } from '../../src/lib/words';

// Its declarations call it a default export, which it is not for Node.
const jsQR = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

async function makeRoster(page: Page, name: string): Promise<void> {
  await page.locator('#roster-name').fill(name);
  await page.getByRole('button', { name: 'New roster' }).click();
}

async function addByHand(page: Page, name: string, figures: number, side: 'Blue' | 'Red', counted = 'Figures'): Promise<void> {
  await page.getByRole('button', { name: 'By hand' }).click();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Save', exact: true }) });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel(side, { exact: true }).check();
  await form.getByLabel(counted, { exact: true }).fill(String(figures));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator(`[data-unit="${name}"]`).waitFor();
}

const card = (page: Page, name: string) => page.locator(`[data-unit="${name}"]`);
const figures = (page: Page, name: string) => card(page, name).getByTestId('figures').innerText();

async function lose(page: Page, name: string, men: number): Promise<void> {
  await card(page, name).locator('.stepper input').fill(String(men));
  await card(page, name).getByRole('button', { name: /^Record losses/ }).click();
}

/** Waits until the browser's store has kept all that was written so far: it reads after it writes. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const request = indexedDB.open('krigsspil', 1);
    await new Promise((found) => (request.onsuccess = found));
    const count = request.result.transaction('events').objectStore('events').count();
    await new Promise((found) => (count.onsuccess = found));
    request.result.close();
  });
}

/** What a camera reads off a code on the screen. */
async function photographed(code: Locator): Promise<string | undefined> {
  const { side, dark } = await code.evaluate(async (svg) => {
    const picture = new Image();
    const drawn = svg.cloneNode(true) as SVGElement;
    drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const side = 200;
    for (const measure of ['width', 'height']) drawn.setAttribute(measure, String(side));
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn.outerHTML)}`;
    await picture.decode();
    const brush = new OffscreenCanvas(side, side).getContext('2d');
    brush?.drawImage(picture, 0, 0, side, side);
    const dots = brush?.getImageData(0, 0, side, side).data ?? new Uint8ClampedArray();
    return { side, dark: Array.from({ length: side * side }, (_, dot) => ((dots[dot * 4] ?? 0) < 128 ? '#' : ' ')).join('') };
  });
  const dots = Uint8ClampedArray.from([...dark].flatMap((dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])));
  return jsQR(dots, side, side)?.data;
}

describe('the roster', () => {
  const { visit } = withBrowser();

  test('is carried through three losses and undone', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster', PHONE);
    await makeRoster(page, 'Shiloh');
    await addByHand(page, '14th Brooklyn', 30, 'Blue');
    await lose(page, '14th Brooklyn', 15);
    await expect.poll(() => figures(page, '14th Brooklyn')).toBe('30');
    await lose(page, '14th Brooklyn', 30);
    await expect.poll(() => figures(page, '14th Brooklyn')).toBe('28');
    await expect.poll(() => card(page, '14th Brooklyn').innerText()).toContain('Remove 2 figures');
    await card(page, '14th Brooklyn').getByRole('button', { name: /^Done/ }).click();
    await expect.poll(() => card(page, '14th Brooklyn').innerText()).not.toContain('Remove');
    await page.getByRole('button', { name: 'Next turn' }).click();
    await expect.poll(async () => [await page.getByTestId('turn').innerText(), await page.getByTestId('clock').innerText()]).toEqual(['2', '09:05']);
    await lose(page, '14th Brooklyn', 60);
    await expect.poll(() => figures(page, '14th Brooklyn')).toBe('25');
    // Everything is still there after a reload, and everything can be undone.
    await kept(page);
    await page.reload();
    await expect.poll(() => figures(page, '14th Brooklyn')).toBe('25');
    const undo = page.getByRole('button', { name: /^Undo/ });
    for (const left of ['28', '28', '28', '30', '30']) {
      // Its name tells what it would undo: it has been done when that is something else.
      const what = await undo.innerText();
      await undo.click();
      await expect.poll(() => undo.innerText()).not.toBe(what);
      await expect.poll(() => figures(page, '14th Brooklyn')).toBe(left);
    }
    await expect.poll(() => page.getByTestId('turn').innerText()).toBe('1');
    await undo.click();
    await card(page, '14th Brooklyn').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('takes a result with one tap, and gives a unit’s facts', async () => {
    const { page, complaints } = await visit('#/borgerkrig/roster');
    await makeRoster(page, 'Antietam');
    await page.getByRole('button', { name: 'From the country tables' }).click();
    await page.getByRole('button', { name: 'Infantry, regiment' }).first().click();
    await page.getByRole('button', { name: 'Add a unit', exact: true }).last().click();
    await addByHand(page, '4th Texas', 28, 'Red');
    await follow(page, '#/borgerkrig/compute/small_arms_fire');
    await page.getByLabel('Firing unit: from the roster').selectOption('Infantry, regiment');
    await page.getByLabel('Target: from the roster').selectOption('4th Texas');
    await typeFacts(page, { weapon: 'springfield_m61', distance_cm: 8, target_arm: 'infantry' }, { anew: false });
    await expect.poll(() => page.locator('[data-fact=figures] input').inputValue()).toBe('30');
    await throwDice(page, [6, 4]);
    await page.getByRole('button', { name: /^Record: .*4th Texas: \d+ men lost/ }).click();
    await page.getByTestId('booked').filter({ hasText: /^Recorded: .*4th Texas: \d+ men lost/ }).waitFor();
    await follow(page, '#/borgerkrig/roster');
    await expect.poll(async () => Number(await figures(page, '4th Texas'))).toBeLessThan(28);
    await page.getByRole('button', { name: /^Undo: .*4th Texas/ }).first().click();
    await expect.poll(() => figures(page, '4th Texas')).toBe('28');
    expect(complaints).toEqual([]);
  });

  test.each(sets)('%s: a result is booked with one tap on the unit it belongs to, and undone', async (rules) => {
    const book = await bookOf(rules);
    const bindings = book.roster.bind as Bindings;
    const loses = (procedure: string) => Object.entries(bindings[procedure] ?? {}).find(([, binding]) => binding.lose_men ?? binding.lose_figures);
    const example = examples(rules).find((each) => {
      const [, binding] = loses(each.procedure) ?? [];
      return binding && Number(at(each.outcome, binding.lose_men ?? binding.lose_figures ?? '')) > 0;
    });
    if (!example) throw new Error(`${rules} has no example of a loss`);
    const [role] = loses(example.procedure) ?? [''];
    const label = book.roster.roles.find((each) => each.key === role)?.label ?? role;
    const { page, complaints } = await visit(`#/${rules}/roster`, PHONE);
    await makeRoster(page, 'Ligny');
    await addByHand(page, 'First', 40, 'Blue', countedTitle(book.roster));
    await follow(page, `#/${rules}/compute/${example.procedure}`);
    // The unit first: then the facts of the example replace the unit's values.
    await page.getByLabel(`${label}: from the roster`).selectOption('First');
    await typeFacts(page, example.facts, { anew: false });
    if (example.dice.length > 0) await throwDice(page, example.dice);
    else await page.locator('form.sheet button[type=submit]').click();
    await page.getByRole('button', { name: /^Record: First: / }).click();
    await page.getByTestId('booked').filter({ hasText: /^Recorded: First/ }).waitFor();
    await follow(page, `#/${rules}/roster`);
    await expect.poll(() => card(page, 'First').innerText()).toContain('lost');
    await page.getByRole('button', { name: /^Undo: First/ }).first().click();
    await expect.poll(() => figures(page, 'First')).toBe('40');
    await expect.poll(() => card(page, 'First').innerText()).not.toContain('lost');
    expect(complaints).toEqual([]);
  });

  test('is saved to a file and opened from it', async () => {
    const { page } = await visit('#/torden/roster');
    await makeRoster(page, 'Wagram');
    await addByHand(page, 'Guard', 24, 'Blue');
    await page.locator('summary', { hasText: 'Rosters' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
    expect(download.suggestedFilename()).toBe('Wagram.krigsspil.json');
    const text = await readFile(await download.path(), 'utf8');
    const other = await visit('#/torden/roster');
    await other.page.getByLabel('Open a roster file').setInputFiles({ name: 'w.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await card(other.page, 'Guard').waitFor();
    await other.page.getByLabel('Open a roster file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a"') });
    await other.page.getByRole('alert').filter({ hasText: 'not a roster file' }).waitFor();
  });

  test('is shared by link, and both see what either does', async () => {
    const mine = await visit('#/borgerkrig/roster');
    await makeRoster(mine.page, 'Bull Run');
    await addByHand(mine.page, '2nd Ohio', 30, 'Blue');
    await mine.page.getByRole('button', { name: 'Share on the network' }).click();
    const link = await mine.page.locator('#link-umpire').inputValue();
    const theirs = await visit(new URL(link).hash);
    await card(theirs.page, '2nd Ohio').waitFor();
    await lose(theirs.page, '2nd Ohio', 40);
    await expect.poll(() => figures(mine.page, '2nd Ohio')).toBe('28');
    // The panel is still open, and the camera reads each link off the code beside it.
    await expect.poll(() => mine.page.locator('.share svg[role=img]').count()).toBe(3);
    for (const whose of ['umpire', 'blue', 'red']) {
      const beside = mine.page.locator('.share .link', { has: mine.page.locator(`#link-${whose}`) });
      await expect.poll(() => photographed(beside.locator('svg')), { message: whose }).toBe(await beside.locator('input').inputValue());
    }
    expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  });
});
