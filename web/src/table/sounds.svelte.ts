// Sounds, off unless wanted. They are made here, of noise and tones, so that no file is fetched.
import { recall, remember } from '../lib/memory';
import { isFire, type Film } from './playback';

export type Sound = 'volley' | 'gun' | 'drum';

/** The sounds of a film between two of its times: a volley or a gun for each fire, not more than a few at once. */
export function soundsBetween(film: Film, from: number, to: number): Sound[] {
  const arms = new Map([...film.before.units, ...film.before.friends, ...film.before.enemies].map((unit) => [unit.id, unit.arm]));
  const fired = film.cues.filter((cue) => cue.from > from && cue.from <= to && isFire(cue.event));
  return fired.slice(0, 4).map(({ event }) => (arms.get(String(event.about['unit'])) === 'artillery' ? 'gun' : 'volley'));
}

const KEY = 'sounds';

class Sounds {
  on = $state(recall<boolean>(KEY) === true);
  private context: AudioContext | undefined;
  private noise: AudioBuffer | undefined;

  /** A browser lets a page be heard only after somebody has touched it: the switch is that touch. */
  turn(on: boolean): void {
    this.on = on;
    remember(KEY, on);
    if (on) this.play('drum');
    else void this.context?.suspend();
  }

  play(sound: Sound): void {
    if (!this.on) return;
    try {
      const context = (this.context ??= new AudioContext());
      void context.resume();
      if (sound === 'volley') for (let shot = 0; shot < 5; shot += 1) this.crack(context, shot * 0.045, 1400, 0.12, 0.12);
      else if (sound === 'gun') this.crack(context, 0, 260, 0.7, 0.35);
      else for (const [beat, loud] of [[0, 0.25], [0.16, 0.16], [0.32, 0.25]] as const) this.crack(context, beat, 190, 0.14, loud);
    } catch {
      // A machine without sound is silent.
    }
  }

  /** A burst of noise that dies away: sharp or dull by its pitch. */
  private crack(context: AudioContext, after: number, pitch: number, seconds: number, loud: number): void {
    const source = context.createBufferSource();
    source.buffer = this.noise ??= whiteNoise(context);
    const filter = context.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.value = pitch;
    const volume = context.createGain();
    const start = context.currentTime + after;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    source.connect(filter).connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + seconds);
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < data.length; place += 1) data[place] = Math.random() * 2 - 1;
  return buffer;
}

export const sounds = new Sounds();
