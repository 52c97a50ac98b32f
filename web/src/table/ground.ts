// The ground: one picture by the server, drawn once as dots for the whole table and once more, finer, for what is in the window when the camera rests.
import type { Board } from '../games/types';
import { toScreen, type Camera, type Size } from './camera';
import { PAPER } from './look';

/** The whole table is at most so many dots wide or high. */
const COARSE = 1800;
/** Beyond the window, so much of it is drawn as well, to have something to pan into. */
const AROUND = 0.3;

interface Fine {
  canvas: HTMLCanvasElement;
  scale: number;
  west: number;
  north: number;
  width: number;
  depth: number;
}

export class GroundPicture {
  private coarse: HTMLCanvasElement | undefined;
  private fine: Fine | undefined;
  private picture: HTMLImageElement | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly board: Board,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.board.picture)}`;
    await picture.decode();
    if (this.ended) return;
    this.picture = picture;
    const scale = COARSE / Math.max(this.board.width, this.board.depth);
    this.coarse = this.drawn(0, this.board.depth, this.board.width, this.board.depth, scale);
    this.changed();
  }

  /** A piece of the picture as dots. */
  private drawn(west: number, north: number, width: number, depth: number, scale: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(depth * scale));
    const context = canvas.getContext('2d');
    if (context && this.picture) {
      // The vector picture is drawn whole at the new scale; only what falls into the canvas costs anything.
      context.setTransform(scale, 0, 0, scale, -west * scale, -(this.board.depth - north) * scale);
      context.drawImage(this.picture, 0, 0, this.board.width, this.board.depth);
    }
    return canvas;
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size): void {
    const [left, top] = toScreen(camera, size, [0, this.board.depth]);
    const [width, height] = [this.board.width * camera.scale, this.board.depth * camera.scale];
    context.fillStyle = PAPER;
    context.fillRect(left, top, width, height);
    if (this.coarse) context.drawImage(this.coarse, left, top, width, height);
    const { fine } = this;
    if (fine && fine.scale >= camera.scale * 0.7) {
      const [x, y] = toScreen(camera, size, [fine.west, fine.north]);
      context.drawImage(fine.canvas, x, y, fine.width * camera.scale, fine.depth * camera.scale);
    }
  }

  /** When the camera has rested for a moment, what is in the window is drawn finer. */
  rest(camera: Camera, size: Size, dots: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refine(camera, size, dots), 160);
  }

  private refine(camera: Camera, size: Size, dots: number): void {
    if (!this.picture || !this.coarse) return;
    const scale = camera.scale * dots;
    if (this.coarse.width / this.board.width >= scale) {
      this.fine = undefined;
      return;
    }
    const [halfWidth, halfDepth] = [((0.5 + AROUND) * size.width) / camera.scale, ((0.5 + AROUND) * size.height) / camera.scale];
    const west = Math.max(0, camera.middle[0] - halfWidth);
    const north = Math.min(this.board.depth, camera.middle[1] + halfDepth);
    const width = Math.min(this.board.width, camera.middle[0] + halfWidth) - west;
    const depth = north - Math.max(0, camera.middle[1] - halfDepth);
    if (width <= 0 || depth <= 0) return;
    this.fine = { canvas: this.drawn(west, north, width, depth, scale), scale: camera.scale, west, north, width, depth };
    this.changed();
  }

  /** The table is gone: what is still under way tells nobody. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
