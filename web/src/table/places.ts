// The names of places on the map: each whole, none over another, and none under a unit as long as there is room beside it.
import { FONT, type Brush, type Frame } from './frame';
import { meets, pushedBack, type Box } from './labels';

/** A place whose name would be lower than this many dots in the drawing itself is not named: on a telephone that leaves villages, heights and woods. */
const SMALLEST = 4;

export interface PlaceNamed {
  words: string;
  ink: string;
  x: number;
  y: number;
  /** In radians. */
  lean: number;
  height: number;
  box: Box;
}

/** Where a name may stand, the best first: on its place, or one or two lines off. One that follows a road or a brook stays on it. */
export function linesOff(y: number, down: number, leans: boolean): number[] {
  return leans ? [y] : [y, y - down, y + down, y - 2 * down, y + 2 * down];
}

/** The flags of what is to be held. */
export function flagsOf(scene: Frame['scene'], see: Frame['see']): Box[] {
  return scene.view.objectives.map(({ place }) => {
    const [x, y] = see(place);
    return { left: x - 3, right: x + 14, top: y - 14, bottom: y + 8 };
  });
}

/** Where the names of places stand, the great ones first; one that would lie over another waits until one comes nearer. */
export function layPlaces({ context, large }: Brush, { scene, camera, see, size }: Frame, bodies: readonly Box[]): PlaceNamed[] {
  const wide = scene.board.width / 100;
  const window = { left: 0, right: size.width, top: 0, bottom: size.height };
  const laid: PlaceNamed[] = [];
  const flags = flagsOf(scene, see);
  for (const name of scene.board.names.toSorted((one, other) => other.size - one.size)) {
    const drawnAt = name.size * wide * camera.scale;
    if (drawnAt < SMALLEST) continue;
    const height = Math.min(30 * large, Math.max(13 * large, drawnAt * 0.9));
    const [east, south] = see(name.at);
    const lean = (name.lean * Math.PI) / 180;
    context.font = `italic ${height}px ${FONT}`;
    const long = context.measureText(name.words).width;
    // A line is a little higher than its letters.
    const line = height * 1.25;
    const [across, down] = [Math.abs(long * Math.cos(lean)) + Math.abs(line * Math.sin(lean)), Math.abs(long * Math.sin(lean)) + Math.abs(line * Math.cos(lean))];
    const spot = pushedBack(window, { x: east, y: south }, across, down);
    if (!spot) continue;
    const { x } = spot;
    const boxAt = (y: number): Box => ({ left: x - across / 2, right: x + across / 2, top: y - down / 2, bottom: y + down / 2 });
    // A name gives way to a flag that stands on it.
    const flag = flags.find((each) => meets(each, boxAt(spot.y)));
    const first = flag ? flag.bottom + down / 2 : spot.y;
    const free = linesOff(first, down, lean !== 0).filter((y) => !laid.some((other) => meets(other.box, boxAt(y))));
    const y = free.find((each) => ![...bodies, ...flags].some((body) => meets(body, boxAt(each)))) ?? (free[0] === first ? first : undefined);
    if (y !== undefined) laid.push({ words: name.words, ink: name.ink, x, y, lean, height, box: boxAt(y) });
  }
  return laid;
}

export function writePlaces({ context }: Brush, places: readonly PlaceNamed[]): void {
  for (const { words, ink, x, y, lean, height } of places) {
    context.save();
    context.translate(x, y);
    context.rotate(lean);
    context.font = `italic ${height}px ${FONT}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = 'rgb(244 238 221 / 0.92)';
    context.strokeText(words, 0, 0);
    context.fillStyle = ink;
    context.fillText(words, 0, 0);
    context.restore();
  }
}
