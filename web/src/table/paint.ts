// Draws the table on a canvas. Plain canvas and not WebGL: four hundred bodies are some thousand lines, which a canvas draws in a few milliseconds without a
// graphics card, while WebGL without one is emulated and slower; and it costs no script.
import type { At } from '../games/types';
import { boxAround, boxOf, sideOf, symbolOf } from './boxes';
import { toScreen, type Camera, type Size } from './camera';
import { FONT, type Brush, type Frame, type Scene } from './frame';
import { meets, placed, type Box, type Placed, type Wanted } from './labels';
import { GOLD, INK, lookOf, PAPER, patternOf, RED, type SideLook } from './look';
import { drawHandles, drawMarks, drawPreview, drawRuler, drawScales, drawSmoke, drawTools, layScales } from './overlay';
import { flagsOf, layPlaces, writePlaces } from './places';
import { gripOf } from './scene';
import type { Piece, Rider } from './pieces';
import { centre, distance } from './shape';

/** Smaller than this many dots a body is drawn as a symbol. */
const SYMBOL = 9;
/** A base is drawn singly when it is at least so many dots wide. */
const SINGLE = 4;
/** Dots between a unit's name and its strength. */
const APART = 5;
/** The size of a name's letters. */
const NAME = 14;

/** What lies over the map, and the scales: nothing is written there. */
function coveredIn({ tools, profile }: Scene, { width, height }: Size, scales?: Box): Box[] {
  const above = tools ? [{ left: width - tools.width, right: width, top: 0, bottom: tools.height }] : [];
  const below = profile ? [{ left: width - profile.width, right: width, top: height - profile.height, bottom: height }] : [];
  return [...above, ...below, ...(scales ? [scales] : [])];
}

export class Painter implements Brush {
  private readonly fills = new Map<string, CanvasPattern | string>();
  private readonly widths = new Map<string, number>();
  private dots = 1;
  /** How much larger letters are than on a laptop: on a projector they are read from afar. */
  large = 1;

  constructor(readonly context: CanvasRenderingContext2D) {}

  /** Draws everything but the ground. */
  draw(scene: Scene, camera: Camera, size: Size, dots: number): void {
    if (dots !== this.dots) this.fills.clear();
    this.dots = dots;
    const large = Math.min(1.8, Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 18));
    if (large !== this.large) this.widths.clear();
    this.large = large;
    const see = (place: At) => toScreen(camera, size, place);
    const frame = { scene, camera, size, see, sides: scene.board.sides.map((side) => side.id) };
    this.edge(frame);
    this.changes(frame);
    this.objectives(frame);
    const wanted = this.wanted(frame);
    const places = layPlaces(this, frame, wanted.map((each) => each.body));
    // The scales go where they cover nobody; where that is nowhere they lie under the units.
    const scales = layScales(this, frame, [...wanted.map((each) => each.body), ...coveredIn(scene, size)]);
    const names = scene.overlay.names ? this.laid(frame, wanted, places.map((each) => each.box), scales.box) : [];
    // Where there was no other room the name of a unit stands over that of a place, and that is left out: two names over each other are none.
    const covered = [...names.map((name) => name.box), ...coveredIn(scene, size, scales.box)];
    writePlaces(this, places.filter(({ box }) => !covered.some((other) => meets(other, box))));
    drawTools(this, frame);
    drawScales(this, frame, scales);
    for (const [id, { preview, draft }] of scene.overlay.previews) drawPreview(this, frame, id, preview, draft);
    // Whoever is being ordered is drawn last: nothing may cover him.
    const chosen = (piece: Piece) => Number(scene.overlay.chosen.has(piece.id));
    for (const piece of scene.pieces.toSorted((one, other) => chosen(one) - chosen(other))) this.piece(frame, piece);
    const near = this.near(frame);
    for (const rider of scene.riders) this.rider(frame, rider, near);
    drawSmoke(this, frame);
    this.names(frame, names);
    drawHandles(this, frame);
    drawMarks(this, frame);
    drawRuler(this, frame);
  }

  private fill(look: SideLook): CanvasPattern | string {
    const known = this.fills.get(look.fill);
    if (known !== undefined) return known;
    const made = patternOf(look, this.context, 1);
    this.fills.set(look.fill, made);
    return made;
  }

  ring(see: Frame['see'], ring: readonly At[]): void {
    const { context } = this;
    ring.forEach((place, number) => {
      const [x, y] = see(place);
      if (number === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  }

  private edge({ scene, camera, see }: Frame): void {
    const { context } = this;
    const [x, y] = see([0, scene.board.depth]);
    context.strokeStyle = INK;
    context.lineWidth = 1.5;
    context.strokeRect(x, y, scene.board.width * camera.scale, scene.board.depth * camera.scale);
  }

  private changes({ scene, see, sides }: Frame): void {
    const { context } = this;
    for (const zone of scene.view.zones ?? []) {
      context.beginPath();
      this.ring(see, zone.outline);
      const look = zone.held === null ? undefined : lookOf(zone.held, sides);
      context.setLineDash([6, 4]);
      context.strokeStyle = look?.edge ?? INK;
      context.lineWidth = look ? 2.5 : 1.2;
      context.stroke();
      if (look) {
        context.globalAlpha = 0.14;
        context.fillStyle = look.fill;
        context.fill();
        context.globalAlpha = 1;
      }
      context.setLineDash([]);
    }
    for (const change of scene.view.changes) {
      const [a, b] = [see(change.from), see(change.to)];
      context.beginPath();
      context.moveTo(...a);
      context.lineTo(...b);
      const fire = change.change === 'fire';
      context.strokeStyle = fire ? '#c2410c' : change.change === 'built' ? '#5b3a12' : '#8a7a55';
      context.setLineDash(change.change === 'built' ? [] : [3, 4]);
      context.lineWidth = fire ? 5 : 4;
      context.stroke();
      context.setLineDash([]);
    }
  }

  private objectives({ scene, camera, see, sides }: Frame): void {
    const { context } = this;
    for (const objective of scene.view.objectives) {
      const [x, y] = see(objective.place);
      const held = objective.held === undefined ? undefined : lookOf(objective.held, sides);
      context.beginPath();
      context.arc(x, y, Math.max(6, objective.radius * camera.scale), 0, 7);
      context.setLineDash([2, 5]);
      context.strokeStyle = held?.edge ?? '#6b4a0e';
      context.lineWidth = 2;
      context.stroke();
      context.setLineDash([]);
      // A small flag.
      context.beginPath();
      context.moveTo(x, y + 6);
      context.lineTo(x, y - 12);
      context.lineTo(x + 12, y - 8);
      context.lineTo(x, y - 4);
      context.fillStyle = held?.fill ?? GOLD;
      context.strokeStyle = INK;
      context.lineWidth = 1;
      context.fill();
      context.stroke();
    }
  }

  private piece({ scene, camera, see, size, sides }: Frame, piece: Piece): void {
    const { context } = this;
    const [x, y] = see(piece.place);
    const reach = piece.front * camera.scale + 60;
    if (x < -reach || y < -reach || x > size.width + reach || y > size.height + reach) return;
    const look = lookOf(piece.side, sides);
    const chosen = scene.overlay.chosen.has(piece.id);
    const hovered = scene.overlay.hovered === piece.id || scene.overlay.flash === piece.id;
    const far = piece.front * camera.scale < SYMBOL;
    const outline = far ? symbolOf(piece, SYMBOL / camera.scale) : piece.outline;
    context.beginPath();
    this.ring(see, outline);
    if (chosen || hovered) {
      context.strokeStyle = GOLD;
      context.lineWidth = chosen ? 8 : 5;
      context.lineJoin = 'round';
      context.stroke();
    }
    context.fillStyle = this.fill(look);
    context.strokeStyle = look.edge;
    context.lineJoin = 'miter';
    if (piece.condition === 'broken') context.globalAlpha = 0.6;
    const single = piece.bases[0];
    const near = !far && single && sideOf(single) * camera.scale >= SINGLE;
    if (near) {
      context.save();
      context.fillStyle = PAPER;
      context.globalAlpha = 0.55;
      context.fill();
      context.restore();
      context.beginPath();
      for (const base of piece.bases) this.ring(see, base);
      context.fill();
      context.lineWidth = 0.7;
      context.stroke();
    } else {
      context.fill();
    }
    context.globalAlpha = 1;
    context.beginPath();
    this.ring(see, outline);
    context.lineWidth = piece.fighting ? 2.6 : 1.4;
    if (piece.condition === 'shaken' || piece.condition === 'broken') context.setLineDash([5, 3]);
    context.stroke();
    context.setLineDash([]);
    this.sign(see, piece, outline, far);
    this.arrowhead(see, piece, look, far);
  }

  /** The sign of the arm: a diagonal for cavalry, a shot for guns, a wheel for wagons. */
  private sign(see: Frame['see'], piece: Piece, outline: readonly At[], far: boolean): void {
    if (piece.arm === 'infantry') return;
    const { context } = this;
    const corners = far || outline.length < 4 ? outline : boxOf(outline, piece.facing);
    const [x, y] = see(centre(corners));
    const [a, b, c, d] = corners.slice(0, 4).map(see) as [number, number][];
    if (!a || !b || !c || !d) return;
    const across = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const deep = Math.hypot(b[0] - c[0], b[1] - c[1]);
    context.strokeStyle = PAPER;
    context.fillStyle = PAPER;
    context.lineWidth = 2;
    context.beginPath();
    if (piece.arm === 'cavalry') {
      context.moveTo(...a);
      context.lineTo(...c);
      context.stroke();
    } else {
      context.arc(x, y, Math.max(2, Math.min(across, deep) / 4.5), 0, 7);
      if (piece.arm === 'artillery') context.fill();
      else context.stroke();
    }
  }

  private arrowhead(see: Frame['see'], piece: Piece, look: SideLook, far: boolean): void {
    const { context } = this;
    const [x, y] = see(piece.place);
    const angle = (piece.facing * Math.PI) / 180;
    const size = far ? 4 : 6;
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.beginPath();
    context.moveTo(-size * 0.7, -1.5);
    context.lineTo(0, -size - 1.5);
    context.lineTo(size * 0.7, -1.5);
    context.closePath();
    context.fillStyle = look.edge;
    context.fill();
    context.lineWidth = 0.8;
    context.strokeStyle = PAPER;
    context.stroke();
    context.restore();
  }

  /** From afar leaders are drawn smaller, so that they do not hide the units they stand beside. */
  private near({ scene, camera }: Frame): number {
    const fronts = scene.pieces.map((piece) => piece.front * camera.scale).sort((a, b) => a - b);
    const usual = fronts[Math.floor(fronts.length / 2)] ?? 40;
    return Math.min(1, Math.max(0.6, usual / 34));
  }

  private rider(frame: Frame, rider: Rider, near: number): void {
    const { scene, see, sides } = frame;
    const { context } = this;
    const look = lookOf(rider.side, sides);
    const [at, y] = see(rider.place);
    // A courier who waits with his leader stands beside him.
    const waits = rider.kind === 'courier' && scene.riders.some((each) => each.kind === 'leader' && distance(each.place, rider.place) < 2);
    const x = waits ? at + 13 * near : at;
    if (rider.bound) {
      const [bx, by] = see(rider.bound);
      context.beginPath();
      context.moveTo(x, y);
      context.quadraticCurveTo((x + bx) / 2 + (by - y) * 0.12, (y + by) / 2 - (bx - x) * 0.12, bx, by);
      context.setLineDash([5, 4]);
      context.strokeStyle = look.edge;
      context.lineWidth = 1.6;
      context.stroke();
      context.setLineDash([]);
    }
    const radius = (rider.kind === 'leader' ? 9 : 5) * near;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    if (scene.overlay.chosen.has(rider.id) || scene.overlay.hovered === rider.id) {
      context.strokeStyle = GOLD;
      context.lineWidth = 7;
      context.stroke();
    }
    context.fillStyle = look.fill;
    context.fill();
    context.strokeStyle = PAPER;
    context.lineWidth = 1.5;
    context.stroke();
    if (rider.kind === 'leader') {
      context.beginPath();
      for (let point = 0; point < 10; point += 1) {
        const r = (point % 2 === 0 ? 6 : 2.5) * near;
        context.lineTo(x + r * Math.sin((point * Math.PI) / 5), y - r * Math.cos((point * Math.PI) / 5));
      }
      context.fillStyle = PAPER;
      context.fill();
    }
  }

  text(words: string, x: number, y: number, { italic = false, size = 14, colour = '#221c12' } = {}): void {
    const { context } = this;
    context.font = `${italic ? 'italic ' : ''}${size * this.large}px ${FONT}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 3.5;
    context.lineJoin = 'round';
    context.strokeStyle = 'rgb(244 238 221 / 0.92)';
    context.strokeText(words, x, y);
    context.fillStyle = colour;
    context.fillText(words, x, y);
  }

  /** Forgets how long words are. */
  forget(): void {
    this.widths.clear();
  }

  private width(text: string, size: number): number {
    const key = `${size}${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    this.context.font = `${size * this.large}px ${FONT}`;
    const { width } = this.context.measureText(text);
    this.widths.set(key, width);
    return width;
  }

  /** What no name may lie over: the handles of the chosen unit, flags, the scales, and what lies over the map. */
  private takenIn({ scene, see, camera, size }: Frame, scales: Box | undefined): Box[] {
    const handles = scene.overlay.handles.map((handle) => {
      const [x, y] = see(gripOf(handle, 1 / camera.scale));
      return { left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 };
    });
    return [...handles, ...flagsOf(scene, see), ...coveredIn(scene, size, scales)];
  }

  /** The bodies in the window, and what is to be written beside them. */
  private wanted({ scene, see, camera }: Frame): Wanted[] {
    const pieces = scene.pieces.map((piece): Wanted => {
      const dots = (piece.front * camera.scale < SYMBOL ? symbolOf(piece, SYMBOL / camera.scale) : piece.outline).map(see);
      const chosen = scene.overlay.chosen.has(piece.id);
      return { id: piece.id, body: boxAround(dots), width: this.widthOf(piece, NAME), height: 17 * this.large, weight: (chosen ? 4 : 0) + (piece.own ? 2 : 0) + (piece.badge ? 1 : 0), above: Math.cos((piece.facing * Math.PI) / 180) < -0.3 };
    });
    const leaders = scene.riders.filter((each) => each.kind === 'leader').map((rider): Wanted => {
      const [x, y] = see(rider.place);
      return { id: rider.id, body: { left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 }, width: this.width(rider.name, NAME), height: 17 * this.large, weight: 3, above: false };
    });
    return [...pieces, ...leaders];
  }

  /** Where the names of units and leaders go. */
  private laid(frame: Frame, wanted: readonly Wanted[], places: readonly Box[], scales: Box | undefined): (Placed & { box: Box })[] {
    const { scene, see, size } = frame;
    // The edge of the table would strike through a name that lies over it.
    const [left, top] = see([0, scene.board.depth]);
    const [right, bottom] = see([scene.board.width, 0]);
    const edges = [{ left, right, top: top - 1, bottom: top + 1 }, { left, right, top: bottom - 1, bottom: bottom + 1 }, { left: left - 1, right: left + 1, top, bottom }, { left: right - 1, right: right + 1, top, bottom }];
    const ways = [...scene.overlay.previews.values()].flatMap(({ preview }) => (preview.ends ? [boxAround(preview.ends.outline.map(see))] : []));
    const sizes = new Map(wanted.map((each) => [each.id, each]));
    return placed(wanted, this.takenIn(frame, scales), [...places, ...ways, ...edges], { left: 0, top: 0, right: size.width, bottom: size.height }).map((spot) => {
      const { width = 0, height = 0 } = sizes.get(spot.id) ?? {};
      return { ...spot, box: { left: spot.x - width / 2, right: spot.x + width / 2, top: spot.top, bottom: spot.top + height } };
    });
  }

  private names({ scene }: Frame, names: readonly Placed[]): void {
    const pieces = new Map(scene.pieces.map((piece) => [piece.id, piece]));
    for (const spot of names) {
      const piece = pieces.get(spot.id);
      if (piece) this.name(piece, spot.x, spot.top + 8 * this.large, NAME, this.context);
      else this.text(scene.riders.find((each) => each.id === spot.id)?.name ?? '', spot.x, spot.top + 8 * this.large, { italic: true, size: NAME });
    }
  }

  private partsOf(piece: Piece, size: number): { name: number; strength: number; badge: number; marks: number } {
    const badge = piece.badge === '' ? 0 : this.width(piece.badge, 12) + 12;
    return { name: this.width(piece.name, size), strength: this.width(piece.strength, 12), badge, marks: (piece.inCommand ? 0 : 14) + (piece.empty ? 14 : 0) };
  }

  private widthOf(piece: Piece, size: number): number {
    const { name, strength, badge, marks } = this.partsOf(piece, size);
    return name + (name > 0 && strength > 0 ? APART : 0) + strength + badge + marks;
  }

  private name(piece: Piece, x: number, y: number, size: number, context: CanvasRenderingContext2D): void {
    const { name, strength, badge } = this.partsOf(piece, size);
    let left = x - this.widthOf(piece, size) / 2;
    this.text(piece.name, left + name / 2, y, { size });
    left += name + (name > 0 && strength > 0 ? APART : 0);
    if (piece.strength) this.text(piece.strength, left + strength / 2, y, { size: 12, colour: '#5b4c33' });
    left += strength;
    if (badge > 0) {
      context.fillStyle = PAPER;
      context.strokeStyle = RED;
      context.lineWidth = 1.4;
      context.beginPath();
      context.roundRect(left + 3, y - 8 * this.large, badge - 4, 15 * this.large, 3);
      context.fill();
      context.stroke();
      this.text(piece.badge, left + 1 + badge / 2, y, { size: 12, colour: RED });
      left += badge;
    }
    if (!piece.inCommand) {
      this.text('☆', left + 7, y, { size: 14, colour: RED });
      left += 14;
    }
    if (piece.empty) this.text('∅', left + 7, y, { size: 14, colour: RED });
  }

}
