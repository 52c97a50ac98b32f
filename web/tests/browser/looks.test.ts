// Compared screenshots: a small set, tolerant of fonts.
import { describe, expect, test } from 'vitest';
import { PHONE, settled, withBrowser } from './browser';
import { apart, kept, keptOf, lookOf } from './looks';
import { laid, makeGame, tokenOf } from './table';

/** So many cells may differ plainly: a line of text more or less, another font. */
const MOST = 0.08;

const WINDOWS = { laptop: { viewport: { width: 1440, height: 900 } }, telephone: PHONE } as const;

describe.each(Object.entries(WINDOWS))('on a %s', (window, options) => {
  const { visit } = withBrowser();

  test.each(['home', 'roster', 'table', 'desk'] as const)('%s looks as it did', async (place) => {
    const made = place === 'table' || place === 'desk' ? await makeGame({ scenario: 'meeting', umpire: true }) : undefined;
    const way = made ? `#/game/${tokenOf(made, place === 'desk' ? 'umpire' : 'blue')}` : place === 'roster' ? '#/borgerkrig/roster' : '';
    const { page } = await visit(way, { ...options, reducedMotion: 'reduce' });
    if (made) await laid(page);
    await settled(page);
    const today = await lookOf(page);
    const before = kept(`${place} on a ${window}`, today);
    if (before === undefined) throw new Error('no look is kept under this name: look at the page, then run with LOOKS=write');
    expect(apart(before, today), `${place}: share of the picture that differs`).toBeLessThanOrEqual(MOST);
  });

  test('two different pages do not look alike', async () => {
    const made = await makeGame({ scenario: 'meeting' });
    const { page } = await visit(`#/game/${tokenOf(made, 'blue')}`, { ...options, reducedMotion: 'reduce' });
    await laid(page);
    await settled(page);
    const table = await lookOf(page);
    expect(apart(keptOf(`home on a ${window}`) ?? '', table)).toBeGreaterThan(3 * MOST);
  });
});
