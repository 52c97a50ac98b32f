// A roster's events are merged: whoever sends them, in whatever order, lost or doubled, everybody ends with the same roster.
import { describe, expect, test } from 'vitest';
import { documentOf, readDocument } from '../../src/lib/log/documents';
import { inOrder, readEvent, readEvents, type Deed, type Happening } from '../../src/lib/log/events';
import { fold, lastDone, lastUndone } from '../../src/lib/log/fold';
import { Author, Log } from '../../src/lib/log/merging';

/** Numbers that are the same in every run: a failure can be looked at again. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const UNITS = Array.from({ length: 8 }, (_, place) => `unit${place}`);
const begin: Deed[] = [
  { kind: 'begin', rules: 'borgerkrig', name: 'Shiloh', start: 540 },
  { kind: 'units', units: UNITS.map((id, place) => ({ id, name: id, side: place % 2 ? 'red' : 'blue', figures: 30, properties: { order: 'OR' } })) },
];

function randomDeed(chance: () => number, log: Log): Deed {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const unit = pick(UNITS);
  const history = log.all.filter((event) => event.kind !== 'begin' && event.kind !== 'units');
  const kinds: (() => Deed)[] = [
    () => ({ kind: 'book', units: [{ unit, men: Math.floor(chance() * 30) }] }),
    () => ({ kind: 'book', units: [{ unit, set: { order: pick(['OR', 'LU', 'U', 'FU']) } }] }),
    () => ({ kind: 'change', unit, fields: { name: `${unit} ${Math.floor(chance() * 9)}` } }),
    () => ({ kind: 'off', unit, to: Math.floor(chance() * 5) }),
    () => ({ kind: 'turn', to: log.roster.turn + 1 }),
    () => ({ kind: 'note', text: 'x' }),
    () => (history.length === 0 ? { kind: 'note', text: 'y' } : { kind: 'undo', of: pick(history).id }),
  ];
  return pick(kinds)();
}

describe('merged rosters', { timeout: 60_000 }, () => {
  test('are the same everywhere, whatever was lost, doubled or late', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const chance = dice(seed);
      const server: Happening[] = [];
      const people = ['anna', 'bent', 'carl'].map((name) => ({ author: new Author(name), log: new Log('r'), since: 0, queue: [] as Happening[][] }));
      const [first] = people;
      if (!first) throw new Error('nobody plays');
      first.log.write(first.author, begin, true);
      const exchange = (one: (typeof people)[number], sent: boolean, answered: boolean) => {
        const events = one.log.toSend(1 + Math.floor(chance() * 5));
        // A message that does not arrive; and one that arrives though its answer does not.
        if (!sent) return;
        for (const event of events) if (!server.some((each) => each.id === event.id)) server.push(event);
        if (!answered) return;
        const news = server.slice(one.since);
        one.since = server.length;
        one.log.join(chance() < 0.3 ? [...news, ...news].reverse() : news, false);
        one.log.sent([...events, ...news].map((event) => event.id));
      };
      exchange(first, true, true);
      exchange(first, true, true);
      for (const one of people) exchange(one, true, true);
      for (let step = 0; step < 120; step += 1) {
        const one = people[Math.floor(chance() * people.length)];
        if (!one) continue;
        if (chance() < 0.6) one.log.write(one.author, [randomDeed(chance, one.log)], true);
        else exchange(one, chance() < 0.7, chance() < 0.7);
      }
      for (let round = 0; round < 80; round += 1) for (const one of people) exchange(one, true, true);
      const [a, b, c] = people.map((one) => one.log.roster);
      expect(b, `seed ${seed}`).toEqual(a);
      expect(c, `seed ${seed}`).toEqual(a);
      expect(people.map((one) => one.log.unsent)).toEqual([0, 0, 0]);
      // Every booking that was not taken back is in the sum: losses add up.
      const alive = new Set(a?.history.filter(({ gone }) => !gone).map(({ event }) => event.id));
      const lost = (id: string) => server.filter((event) => alive.has(event.id)).reduce((sum, event) => sum + (event.kind === 'book' ? event.units.filter((each) => each.unit === id).reduce((men, each) => men + (each.men ?? 0), 0) : 0), 0);
      for (const unit of a?.units ?? []) expect(unit.lostMen, `seed ${seed} ${unit.id}`).toBe(lost(unit.id));
    }
  });

  test('two who record on one unit see both entries and can undo either', () => {
    const [anna, bent] = [new Log('r'), new Log('r')];
    const start = anna.write(new Author('anna'), begin, true);
    bent.join(start, false);
    const a = anna.write(new Author('annb'), [{ kind: 'book', units: [{ unit: 'unit1', men: 7 }] }], true);
    const b = bent.write(new Author('bent'), [{ kind: 'book', units: [{ unit: 'unit1', men: 5 }] }], true);
    anna.join(b, false);
    bent.join([...a, ...a], false);
    const lost = (log: Log) => log.roster.units.find((unit) => unit.id === 'unit1')?.lostMen;
    expect([lost(anna), lost(bent)]).toEqual([12, 12]);
    expect(anna.roster.history.map(({ event }) => event.id)).toEqual(bent.roster.history.map(({ event }) => event.id));
    const undo = bent.write(new Author('benu'), [{ kind: 'undo', of: a[0]?.id ?? '' }], true);
    anna.join(undo, false);
    expect([lost(anna), lost(bent)]).toEqual([5, 5]);
  });

  test('two who call the next turn call one turn', () => {
    const [anna, bent] = [new Log('r'), new Log('r')];
    bent.join(anna.write(new Author('anna'), begin, true), false);
    const a = anna.write(new Author('annb'), [{ kind: 'turn', to: 2 }], true);
    bent.join(bent.write(new Author('bent'), [{ kind: 'turn', to: 2 }], true), false);
    bent.join(a, false);
    expect(bent.roster.turn).toBe(2);
  });

  /** A telephone that was away is still in the turn before: where it stood, and who had acted there, says nothing of the new turn. */
  test('a phase and an act of another turn do not count in this one', () => {
    const [anna, bent] = [new Log('r'), new Log('r')];
    bent.join(anna.write(new Author('anna'), begin, true), false);
    const away = bent.write(new Author('bent'), [{ kind: 'phase', to: 'reorganisation' }, { kind: 'acted', unit: 'unit1', phase: 'moves' }, { kind: 'note', text: 'x' }, { kind: 'phase', to: 'moves' }], true);
    const here = new Author('annb');
    const turn = anna.write(here, [{ kind: 'turn', to: 2 }], true);
    const now = anna.write(here, [{ kind: 'phase', to: 'announce' }], true);
    for (const [log, news] of [[anna, away], [bent, [...turn, ...now]]] as const) {
      log.join(news, false);
      expect([log.roster.turn, log.roster.phase, [...log.roster.acted.keys()]]).toEqual([2, 'announce', []]);
    }
    // When the turn is taken back, what was done in the turn before holds again.
    anna.write(here, [{ kind: 'undo', of: turn[0]?.id ?? '' }], true);
    expect([anna.roster.turn, anna.roster.phase, [...anna.roster.acted.keys()]]).toEqual([1, 'moves', ['moves']]);
  });

  test('undo and redo go back and forth', () => {
    const log = new Log('r');
    const author = new Author('anna');
    log.write(author, begin, false);
    log.write(author, [{ kind: 'book', units: [{ unit: 'unit1', men: 7 }] }, { kind: 'turn', to: 2 }], false);
    const step = (of: Happening | undefined) => log.write(author, [{ kind: 'undo', of: of?.id ?? '' }], false);
    const state = () => [log.roster.turn, log.roster.units.find((unit) => unit.id === 'unit1')?.lostMen, log.roster.units.length];
    expect(state()).toEqual([2, 7, 8]);
    step(lastDone(log.roster));
    expect(state()).toEqual([1, 7, 8]);
    step(lastDone(log.roster));
    expect(state()).toEqual([1, 0, 8]);
    step(lastUndone(log.roster));
    expect(state()).toEqual([1, 7, 8]);
    step(lastUndone(log.roster));
    expect(state()).toEqual([2, 7, 8]);
    expect(lastUndone(log.roster)).toBeUndefined();
    for (let times = 0; times < 3; times += 1) step(lastDone(log.roster));
    expect(state()).toEqual([1, undefined, 0]);
    expect(lastDone(log.roster)).toBeUndefined();
  });

  test('a hundred units and a thousand bookings stay small and quick', () => {
    const log = new Log('r');
    const author = new Author('annabent');
    const units = Array.from({ length: 100 }, (_, place) => ({ id: `abcdefabcdefabcdef${place}`, name: `7th Wisconsin Volunteers ${place}`, side: 'blue' as const, figures: 30, men: 612, properties: { arm: 'infantry', weapon: 'springfield_m61', valeur: 1, order: 'OR', ammunition: true, first_fire: true }, leader: 'abcdefabcdefabcdefabcdef' }));
    log.write(author, [{ kind: 'begin', rules: 'borgerkrig', name: 'x', start: 540 }, { kind: 'units', units }], true);
    for (let place = 0; place < 1000; place += 1) {
      const unit = units[place % 100]?.id ?? '';
      log.write(author, [{ kind: 'book', units: [{ unit, set: { first_fire: false } }, { unit, men: 23, set: { order: 'LU' } }], procedure: 'small_arms_fire', dice: [3, 5], rules: ['05.02.4', 'skema VI', '05.02.1', '05.03.4'], outcome: { loss_men: 23, figures_removed: 1, morale_test: true, general_falls: false, ammunition_exhausted: false, zone: 3 } }], true);
    }
    expect(JSON.stringify(log.all).length).toBeLessThan(1_000_000);
    const from = performance.now();
    for (let times = 0; times < 100; times += 1) {
      log.write(author, [{ kind: 'book', units: [{ unit: units[times]?.id ?? '', men: 1 }] }], true);
      expect(log.roster.history.length).toBe(1003 + times);
    }
    expect((performance.now() - from) / 100).toBeLessThan(20);
    expect(log.roster).toEqual(fold('r', log.all));
  });

  test('what comes from outside is checked', () => {
    const good = { id: 'anna-1', clock: 1, turn: 1, kind: 'turn', to: 2 };
    expect(readEvent(good)).toEqual(good);
    const bad: unknown[] = [
      null, 7, 'x', [], {}, { ...good, id: '../x' }, { ...good, id: '<b>' }, { ...good, clock: 0 }, { ...good, clock: 1e12 }, { ...good, clock: '1' }, { ...good, turn: 0.5 },
      { ...good, kind: 'constructor' }, { ...good, kind: '__proto__' }, { ...good, to: Infinity }, { ...good, to: 0 }, { ...good, more: 1 },
      { id: 'a-1', clock: 1, turn: 1, kind: 'units', units: [{ id: 'u', name: 'x', side: 'green', figures: 1, properties: {} }] },
      { id: 'a-1', clock: 1, turn: 1, kind: 'units', units: [{ id: 'u', name: 'x'.repeat(81), side: 'red', figures: 1, properties: {} }] },
      { id: 'a-1', clock: 1, turn: 1, kind: 'units', units: [{ id: 'u', name: 'x', side: 'red', figures: 1e9, properties: {} }] },
      { id: 'a-1', clock: 1, turn: 1, kind: 'book', units: [{ unit: 'u', men: NaN }] },
      { id: 'a-1', clock: 1, turn: 1, kind: 'book', units: [{ unit: 'u', set: { a: { b: 1 } } }] },
      { id: 'a-1', clock: 1, turn: 1, kind: 'note', text: {} },
    ];
    for (const each of bad) expect(readEvent(each), JSON.stringify(each)).toBeUndefined();
    expect(readEvents({ length: 3 })).toEqual([]);
    // Leaders who lead each other in a circle, and events on units that are not there, break nothing.
    const odd = fold('r', readEvents([{ id: 'a-1', clock: 1, turn: 1, kind: 'change', unit: 'nobody', set: { order: 'OR' } }, { id: 'a-2', clock: 2, turn: 1, kind: 'undo', of: 'a-9' }, { id: 'a-3', clock: 3, turn: 1, kind: 'undo', of: 'a-3' }]));
    expect(odd.units).toEqual([]);
  });

  test('files are written and read, old ones too, and broken ones are refused whole', () => {
    const log = new Log('r');
    log.write(new Author('anna'), [...begin, { kind: 'book', units: [{ unit: 'unit1', men: 7 }] }], false);
    const text = JSON.stringify(documentOf(log.roster, log.all));
    const read = readDocument(text);
    expect('events' in read && fold('r', read.events).units).toEqual(log.roster.units);
    const old = readDocument(JSON.stringify({ name: 'Old', rules: 'borgerkrig', turn: 3, start: 545.5, units: log.roster.units, leaders: [], history: [] }));
    const made = new Log('x');
    if ('deeds' in old) made.write(new Author('bent'), old.deeds, false);
    expect([made.roster.turn, made.roster.name, made.roster.start]).toEqual([3, 'Old', 545]);
    expect(made.roster.units).toEqual(log.roster.units);
    const why = (given: string) => {
      try {
        readDocument(given);
      } catch (error) {
        return (error as { why: string }).why;
      }
      return '';
    };
    expect(why('{')).toBe('notJson');
    expect(why('{"a":1}')).toBe('notARoster');
    expect(why('null')).toBe('notARoster');
    expect(why(text.replace('"men":7', '"men":"7"'))).toBe('brokenRoster');
    expect(why('{"name":"x","rules":"borgerkrig","turn":1,"start":1,"units":[{"id":"a"}]}')).toBe('brokenRoster');
    expect(why('{"name":"x","rules":"borgerkrig","turn":1,"start":1,"units":7}')).toBe('brokenRoster');
    // A clock at the end of time would leave no room for what is recorded after it.
    const late = documentOf(log.roster, log.all.map((event, place) => (place === log.all.length - 1 ? { ...event, clock: 1_000_000_000 } : event)));
    expect(why(JSON.stringify(late))).toBe('brokenRoster');
    expect([...log.all].sort(inOrder)).toEqual(log.all);
  });
});
