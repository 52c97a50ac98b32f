// Plays a film: play, pause, slow, scrub.
import type { Film } from './playback';

export type Pace = 'slow' | 'normal' | 'quick';
const PACES: Record<Pace, number> = { slow: 0.4, normal: 1, quick: 3 };
/** Seconds between two frames that are made up for. A busy machine draws seldom, and the film takes as long as ever; a window that was hidden goes on from where it was. */
const LONGEST_STEP = 1.5;

export class Player {
  film = $state.raw<Film | undefined>(undefined);
  time = $state(0);
  playing = $state(false);
  pace = $state<Pace>('normal');
  /** Is the film on the table, rather than how it stands? */
  shown = $state(false);
  private last = 0;

  /** Lays a film in and plays it; where nothing is to move it is shown at its end. */
  load(film: Film, play: boolean): void {
    this.film = film;
    this.time = play ? 0 : film.length;
    this.playing = play;
    this.shown = play;
    this.last = 0;
  }

  /** More of the same film has come: what is not seen yet is seen first, and then what begins at `from`. */
  extend(film: Film, play: boolean, from = this.film?.length ?? 0): void {
    const seen = this.atEnd;
    const time = seen ? Math.min(from, film.length) : this.time;
    this.film = film;
    this.time = play ? time : film.length;
    this.playing = play;
    this.shown = play;
    if (seen) this.last = 0;
  }

  /** What it showed has been taken back. */
  forget(): void {
    this.stop();
    this.film = undefined;
    this.time = 0;
  }

  get atEnd(): boolean {
    return !this.film || this.time >= this.film.length;
  }

  /** Time goes on; gives back whether anything moves. */
  tick(now: number): boolean {
    if (!this.playing || !this.film) return false;
    // A frame begins before the touch that is worked out in it: time does not go back for that.
    const step = this.last === 0 ? 0 : Math.min(LONGEST_STEP, Math.max(0, now - this.last) / 1000);
    this.last = Math.max(this.last, now);
    this.time = Math.min(this.film.length, this.time + (step * PACES[this.pace] * this.film.length) / this.film.seconds);
    if (this.time >= this.film.length) this.stop();
    return this.playing;
  }

  toggle(): void {
    if (!this.film) return;
    if (this.playing) {
      this.playing = false;
      return;
    }
    if (this.time >= this.film.length) this.time = 0;
    this.shown = true;
    this.playing = true;
    this.last = 0;
  }

  scrub(time: number): void {
    this.playing = false;
    this.shown = true;
    this.time = time;
  }

  /** Shows how it stands now. */
  stop(): void {
    this.playing = false;
    this.shown = false;
    if (this.film) this.time = this.film.length;
  }
}
