// What is drawn in one frame, and with what.
import type { At, Board, Preview, View } from '../games/types';
import type { Camera, Size } from './camera';
import type { Piece, Rider } from './pieces';

export interface Smoke {
  from: At;
  to: At | undefined;
  facing: number;
  front: number;
  /** From 0 (just fired) to 1 (gone). */
  age: number;
}

export interface Mark {
  place: At;
  text: string;
  colour: string;
  age: number;
}

/** A handle to wheel a unit by. */
export interface Handle {
  at: At;
  kind: 'left' | 'right';
  away: number;
}

export interface Overlay {
  chosen: ReadonlySet<string>;
  hovered: string | undefined;
  /** Where a drag leads to before the engine has answered. */
  drag: { from: At; to: At } | undefined;
  previews: ReadonlyMap<string, { preview: Preview; draft: boolean }>;
  sight: { rings: readonly (readonly At[])[]; from: At } | undefined;
  ruler: { from: At; to: At; text: string[] } | undefined;
  arcs: readonly { piece: Piece; metres: number; bears: number; label: string }[];
  command: readonly { leader: At; unit: At; inCommand: boolean }[];
  commandRings: readonly { at: At; metres: number }[];
  smoke: readonly Smoke[];
  marks: readonly Mark[];
  handles: readonly Handle[];
  pick: boolean;
  flash: string | undefined;
  names: boolean;
}

/** Dots of the map that something lies over, from a corner. */
export interface Cover {
  width: number;
  height: number;
}

export interface Scene {
  board: Board;
  view: View;
  pieces: readonly Piece[];
  riders: readonly Rider[];
  overlay: Overlay;
  /** What lies over the map: the tools in its upper right corner, the profile of the ground in the lower one. */
  tools?: Cover | undefined;
  profile?: Cover | undefined;
  /** "20 cm", in the rule set's own measure. */
  measured: (length: number) => string;
}

/** What is needed to draw one frame. */
export interface Frame {
  scene: Scene;
  camera: Camera;
  size: Size;
  see: (place: At) => [number, number];
  sides: string[];
}

/** What drawings are made with. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  /** How much larger letters are than on a laptop. */
  readonly large: number;
  /** Lays a ring of places as a path. */
  ring(see: Frame['see'], ring: readonly At[]): void;
  /** Writes words round a dot, with a border in the colour of the paper. */
  text(words: string, x: number, y: number, how?: { italic?: boolean; size?: number; colour?: string }): void;
}

export const FONT = '"EB Garamond", Georgia, serif';
