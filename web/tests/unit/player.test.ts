import { describe, expect, test } from 'vitest';
import { comingIn, goingOn, type Film } from '../../src/table/playback';
import { Player } from '../../src/table/player.svelte';

/** A turn of so many events, as a film in which all move at once. */
function turn(number: number, events: number): Film {
  const told = Array.from({ length: events }, (_, place) => ({ number: number * 100 + place, turn: number, moment: (place + 1) / events, what: 'fired', about: {} }));
  const view = { turn: number, to_move: ['a', 'b'], units: [], friends: [], enemies: [], generals: [] };
  const cues = told.map((event) => ({ event, from: event.moment, to: event.moment, begins: 0 }));
  return { before: view, after: { ...view, turn: number + 1 }, cues, length: 1, seconds: 5 } as never;
}

/** What a window has told when it has seen everything: it draws a frame whenever it comes to it. */
function played(frames: () => number): number[] {
  const player = new Player();
  let now = 1000;
  const draw = (times: number) => {
    for (let frame = 0; frame < times; frame += 1) player.tick((now += frames()));
  };
  player.load(turn(1, 6), true);
  draw(4);
  const [next, shown] = [turn(2, 4), turn(1, 6)];
  // The next turn comes while the first still plays, or when it is over.
  const on = goingOn(player.film ?? shown, player.playing, next.after, next.cues.map((cue) => cue.event));
  if (on) player.extend(on.film, true, on.from);
  else player.load(next, true);
  for (let frame = 0; frame < 5000 && player.playing; frame += 1) player.tick((now += frames()));
  const { film } = player;
  expect([player.playing, player.shown, film && comingIn(film, player.time).length]).toEqual([false, false, 0]);
  return (film?.cues ?? []).map((cue) => cue.event.number);
}

describe('a turn that is played back', () => {
  test('is told whole in the end, however seldom a window draws', () => {
    const busy = played(() => 4000);
    const quick = played(() => 16);
    // A window that was quick enough to be at the end of turn 1 tells turn 2 as a film of its own.
    for (const told of [quick, busy]) expect(told.slice(-4)).toEqual([200, 201, 202, 203]);
    expect(quick).toEqual([100, 101, 102, 103, 104, 105, 200, 201, 202, 203]);
  });
  test('does not go back for a touch between two frames, which is told an earlier time', () => {
    const player = new Player();
    player.load(turn(1, 2), true);
    player.tick(1000);
    player.tick(2000);
    const { time } = player;
    player.tick(1500);
    expect(player.time).toBe(time);
    player.tick(2100);
    expect(player.time).toBeCloseTo(time + 0.1 / 5, 9);
  });
  test('is forgotten when it has been taken back', () => {
    const player = new Player();
    player.load(turn(1, 2), true);
    player.tick(1000);
    player.forget();
    expect([player.film, player.playing, player.shown, player.time, player.tick(2000)]).toEqual([undefined, false, false, 0, false]);
  });
});
