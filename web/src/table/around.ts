// What went on around the table, in words: who plays a seat, links, going back, the clock.
import { fill } from '../lib/words';
import type { GameShown, Item, View } from '../games/types';
import type { TableWords } from './words';

/** A line of what went on around the table, where a turn is called `word`; nothing for what is told elsewhere. */
export function noteOf(item: Item, words: TableWords, name: (seat: string) => string, word: string): string | undefined {
  switch (item.type) {
    case 'sat':
      return fill(item.by.startsWith('staff:') ? words.noteComputer : words.notePerson, { seat: name(item.seat) });
    case 'linked':
      return fill(item.revoked ? words.noteRevoked : words.noteLinked, { seat: name(item.seat) });
    case 'undo_asked':
      return fill(words.undoAsked, { who: name(item.by), word, turn: item.turn });
    case 'undo_answered':
      return fill(item.agree ? words.noteAgrees : words.noteRefuses, { seat: name(item.by) });
    case 'undone':
      return fill(words.noteUndone, { word, turn: item.turn });
    case 'clock_ran_out':
      return fill(words.noteClock, { word, turn: item.turn });
    case 'paused':
      return item.paused ? words.paused : words.noteGoesOn;
    case 'thrown':
      return fill(words.noteThrown, { dice: `${item.faces.length}d${item.sides}`, faces: item.faces.join(', ') });
    case 'rematch':
      return words.noteRematch;
    default:
      return undefined;
  }
}

/** Minutes and seconds that are left of a turn; no less than none. */
export function leftOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

const LAST = ['umpire', 'onlooker'];

/** The players first, then the umpire, then whoever only looks on. */
export function inOrder<T>(seats: readonly T[], role: (seat: T) => string): T[] {
  return seats.toSorted((one, other) => LAST.indexOf(role(one)) - LAST.indexOf(role(other)));
}

/** For whom a seat waits that has nothing to do itself, as far as it may know: in a turn that runs, for an answer. Whose answer is known only
 * where all the others are computers, who have given theirs already. */
export function waitedFor(table: Pick<GameShown, 'seat' | 'seats'>, phase: View['phase']): 'computerThinks' | 'umpireDecides' | 'umpireOrOther' | 'waitingOthers' {
  const others = table.seats.filter((seat) => seat.role === 'player' && seat.seat !== table.seat);
  const computers = others.every((seat) => seat.by.startsWith('staff:'));
  const umpire = table.seats.find((seat) => seat.role === 'umpire' && seat.by === 'person');
  if (!umpire) return computers && others.length > 0 ? 'computerThinks' : 'waitingOthers';
  if (phase !== 'running' || umpire.seat === table.seat) return 'waitingOthers';
  return computers ? 'umpireDecides' : 'umpireOrOther';
}
