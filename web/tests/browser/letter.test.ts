// Games to the letter, over the API that a drag uses: nothing that a player is answered is a tape laid to an enemy.
import { describe, expect, test } from 'vitest';
import { address } from './browser';
import { act, makeGame, stateOf, tokenOf } from './table';

interface Intended {
  action: { order: { steps: { cm?: number }[] } };
  preview: { path: { place: [number, number] }[]; ends: { outline: [number, number][] } | null; meets: unknown[]; withheld?: string };
}

async function intend(token: string, wish: object): Promise<Intended> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/game/intend`, { method: 'POST', headers, body: JSON.stringify({ units: [wish] }) });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return (JSON.parse(text) as [Intended])[0];
}

function placeOf(units: { id: string; place: [number, number] }[], id: string): [number, number] {
  const unit = units.find((each) => each.id === id);
  if (!unit) throw new Error(`${id} is not there`);
  return unit.place;
}

const rounded = (places: [number, number][]) => places.map((place) => place.map(Math.round));

describe('to the letter', () => {
  /** §03.02.12 the length of a charge would be the distance to the enemy: it is as long as it can be, wherever he stands. */
  test('a charge is not as long as the way to the enemy', async () => {
    const long = async (measuring: boolean, far: number) => {
      const made = await makeGame({ scenario: 'chakoten-skovby', umpire: true, measuring });
      const [danes, umpire] = [tokenOf(made, 'danes'), tokenOf(made, 'umpire')];
      const [east, north] = placeOf((await stateOf(danes)).view.units, 'd1');
      const place = [east, north + far];
      await act(umpire, { do: 'move', unit: 'p3', place, facing: 180, reason: 'to look at him' });
      return (await intend(danes, { unit: 'd1', place, charge: 'p3' })).action.order.steps.map((step) => step.cm);
    };
    expect([await long(true, 100), await long(true, 140)]).toEqual([[10], [14]]);
    const strict = await long(false, 100);
    expect(strict[0]).toBeGreaterThan(14);
    expect(await long(false, 140)).toEqual(strict);
  });

  /** §1.1.4 a way that ended at an enemy, or none at all, would tell where he stands: the way is shown as it was ordered. */
  test('a way is shown to its end, whether an enemy stands in it or not', async () => {
    const shown = async (far: number) => {
      const made = await makeGame({ scenario: 'torden-corps', umpire: true });
      const [french, umpire] = [tokenOf(made, 'french'), tokenOf(made, 'umpire')];
      type Asked = { units?: { unit: string; may: string[] }[] };
      const marches = async () => ((await stateOf(french)).prompts[0] as unknown as { about: Asked }).about.units?.find((each) => each.may.includes('move'))?.unit;
      let unit = await marches();
      for (let phase = 0; phase < 8 && unit === undefined; phase += 1) {
        await act(french, (await stateOf(french)).prompts[0]?.default ?? {});
        unit = await marches();
      }
      const { view } = await stateOf(french);
      const [east, north] = placeOf(view.units, unit ?? '');
      await act(umpire, { do: 'move', unit: view.enemies[0]?.id ?? '', place: [east, north + far], facing: 180, reason: 'to look at him' });
      const { preview } = await intend(french, { unit, place: [east, north + 250] });
      return { path: rounded(preview.path.map((point) => point.place)), outline: rounded(preview.ends?.outline ?? []), meets: preview.meets, why: preview.withheld };
    };
    const free = await shown(1500);
    expect(free.path.length).toBe(2);
    expect(free.why).toBe('1.1.4');
    expect(await shown(150)).toEqual(free);
  });
});
