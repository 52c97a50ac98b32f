// What is handed from the home page to the next: a save that was read, and whether the game is the one to learn with.
import type { Turn } from '../games/types';

class Opened {
  save = $state.raw<string | undefined>(undefined);
  turn = $state.raw<Turn | undefined>(undefined);
  learning = $state(false);
}

export const opened = new Opened();
