import { describe, expect, test } from 'vitest';
import type { Troops } from '../../src/lib/api';
import { citedAs, citedIn, quoted } from '../../src/lib/citations';
import { Author, Log } from '../../src/lib/log/merging';
import { colourOf, deedsOfTroops, forRules, sorted } from '../../src/lib/scenario';

function rosterOf(...given: Parameters<typeof deedsOfTroops>) {
  const log = new Log('r');
  log.write(new Author('anna'), deedsOfTroops(...given), false);
  return log.roster;
}

const unit = (name: string, side: string, leader: string) => ({ name, side, leader, figures: 20, men: 400, comes: null, properties: { arm: 'infantry' } });
const troops: Troops = {
  name: 'The ford',
  date: '1862-08-30',
  starts: '16:30',
  rated: true,
  sides: [
    { id: 'union', name: 'Union' },
    { id: 'csa', name: 'Confederate' },
  ],
  leaders: [
    { id: 'king', name: 'King', side: 'union', rank: 'division', superior: null },
    { id: 'gibbon', name: 'Gibbon', side: 'union', rank: 'brigade', superior: 'king' },
    { id: 'ewell', name: 'Ewell', side: 'csa', rank: 'division', superior: null },
  ],
  units: [unit('2nd Wisconsin', 'union', 'gibbon'), { ...unit('21st Georgia', 'csa', 'ewell'), comes: 6 }],
};

describe('a scenario as a roster', () => {
  test('made for these rules comes first in the list', () => {
    const listed = [{ id: 'a', rules: ['gdc'] }, { id: 'b', rules: ['torden', 'gdc'] }, { id: 'c', rules: ['torden'] }].map((each) => ({ ...each, name: each.id, date: '' }));
    expect([forRules(listed, 'torden'), forRules(listed, 'gdc')].map((list) => list.map((each) => each.id).join(''))).toEqual(['bca', 'abc']);
  });
  test('has the units, their leaders and the hour', () => {
    const roster = rosterOf(troops, 'borgerkrig', undefined);
    expect([roster.name, roster.rules, roster.start]).toEqual(['The ford', 'borgerkrig', 16 * 60 + 30]);
    expect(roster.sideNames).toEqual({ blue: 'Union', red: 'Confederate' });
    const [first, second] = roster.units;
    expect(first).toMatchObject({ name: '2nd Wisconsin', side: 'blue', figures: 20, men: 400, properties: { arm: 'infantry' } });
    expect(second).toMatchObject({ side: 'red', comes: 6 });
    const leader = roster.leaders.find((each) => each.id === first?.leader);
    expect(leader?.name).toBe('Gibbon');
    expect(roster.leaders.find((each) => each.id === leader?.superior)?.name).toBe('King');
  });
  test('is of one side if only one is wanted', () => {
    const roster = rosterOf(troops, 'borgerkrig', 'csa');
    expect([roster.units.map((each) => each.name), roster.leaders.map((each) => each.name)]).toEqual([['21st Georgia'], ['Ewell']]);
    expect(roster.sideNames).toEqual({ red: 'Confederate' });
  });
  test('keeps the colours a side is named by', () => {
    const named = { ...troops, sides: [{ id: 'red', name: 'R' }, { id: 'blue', name: 'B' }] };
    expect([colourOf(named, 'red'), colourOf(named, 'blue')]).toEqual(['red', 'blue']);
  });
  test('is told from its ground among the files picked', () => {
    const files = [{ name: 'ground.geojson', text: '{}' }, { name: 'scenario.toml', text: 'name' }];
    expect(sorted(files)).toEqual({ scenario: files[1], ground: files[0] });
    expect(sorted(files.slice(0, 1))).toBeUndefined();
  });
});

test('a citation of several rules is told apart by the texts there are', () => {
  const texts = new Map(['skema X', 'skema X.b', '1.2'].map((rule) => [rule, { rule, text: '' }]));
  expect(citedIn('skema X 1.2', texts)).toEqual(['skema X', '1.2']);
  expect(citedIn('skema X.b skema X', texts)).toEqual(['skema X.b', 'skema X']);
  expect(citedIn('skema X 1.3', texts)).toEqual(['skema X 1.3']);
});

test('a rule without a printed number is cited by its chapter, and quoted in the reader\'s language', () => {
  const note = { rule: 'baden.note.1', number: '10', cited: 'Hærliste: Baden 10', text: 'To bataljoner.', words: [], ruling_words: [], tables: [] };
  const texts = new Map([[note.rule, note]]);
  expect([citedAs('baden.note.1', texts), citedAs('1.2', texts)]).toEqual(['Hærliste: Baden 10', '§1.2']);
  const row = { id: 'baden.note.1', text: 'Two battalions.' };
  expect(quoted(row, 'text', texts)).toBe('To bataljoner.');
  expect([quoted(row, 'id', texts), quoted({ text: 'x' }, 'text', texts)]).toEqual([undefined, undefined]);
});
