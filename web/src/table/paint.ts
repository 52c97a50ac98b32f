// Draws the table on a canvas. Plain canvas and not WebGL: four hundred bodies are some thousand lines, which a canvas draws in a few milliseconds without a
// graphics card, while WebGL without one is emulated and slower; and it costs no script.
import type { At, Board, Preview, View } from '../games/types';
import { roundLength, toScreen, type Camera, type Size } from './camera';
import { placed, type Box, type Wanted } from './labels';
import { GOLD, INK, lookOf, PAPER, patternOf, RED, type SideLook } from './look';
import type { Piece, Rider } from './pieces';
import { bearing, beyond, centre, distance } from './shape';

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
  handles: readonly { at: At; kind: 'left' | 'right' }[];
  pick: boolean;
  flash: string | undefined;
  names: boolean;
}

export interface Scene {
  board: Board;
  view: View;
  pieces: readonly Piece[];
  riders: readonly Rider[];
  overlay: Overlay;
  /** "20 cm", in the rule set's own measure. */
  measured: (length: number) => string;
}

/** Smaller than this many dots a body is drawn as a symbol. */
const SYMBOL = 9;
/** A base is drawn singly when it is at least so many dots wide. */
const SINGLE = 4;
const FONT = '"EB Garamond", Georgia, serif';

export class Painter {
  private readonly fills = new Map<string, CanvasPattern | string>();
  private readonly widths = new Map<string, number>();
  private dots = 1;

  constructor(private readonly context: CanvasRenderingContext2D) {}

  /** Draws everything but the ground. */
  draw(scene: Scene, camera: Camera, size: Size, dots: number): void {
    if (dots !== this.dots) this.fills.clear();
    this.dots = dots;
    const see = (place: At) => toScreen(camera, size, place);
    const frame = { scene, camera, size, see, sides: scene.board.sides.map((side) => side.id) };
    this.edge(frame);
    this.changes(frame);
    this.objectives(frame);
    this.placeNames(frame);
    this.tools(frame);
    for (const [id, { preview, draft }] of scene.overlay.previews) this.preview(frame, id, preview, draft);
    for (const piece of scene.pieces) this.piece(frame, piece);
    for (const rider of scene.riders) this.rider(frame, rider);
    this.smoke(frame);
    if (scene.overlay.names) this.names(frame);
    this.handles(frame);
    this.marks(frame);
    this.ruler(frame);
    this.scales(frame);
  }

  private fill(look: SideLook): CanvasPattern | string {
    const known = this.fills.get(look.fill);
    if (known !== undefined) return known;
    const made = patternOf(look, this.context, 1);
    this.fills.set(look.fill, made);
    return made;
  }

  private ring(see: Frame['see'], ring: readonly At[]): void {
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

  private placeNames({ scene, camera, see, size }: Frame): void {
    const { context } = this;
    const wide = scene.board.width / 100;
    for (const name of scene.board.names) {
      const height = Math.min(30, Math.max(11, name.size * wide * camera.scale * 0.9));
      if (name.size * wide * camera.scale < 6.5) continue;
      const [x, y] = see(name.at);
      if (x < -200 || y < -50 || x > size.width + 200 || y > size.height + 50) continue;
      context.save();
      context.translate(x, y);
      context.rotate((name.lean * Math.PI) / 180);
      context.font = `italic ${height}px ${FONT}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineWidth = 3.5;
      context.lineJoin = 'round';
      context.strokeStyle = 'rgb(244 238 221 / 0.85)';
      context.strokeText(name.words, 0, 0);
      context.fillStyle = name.ink;
      context.fillText(name.words, 0, 0);
      context.restore();
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

  private rider({ scene, see, sides }: Frame, rider: Rider): void {
    const { context } = this;
    const look = lookOf(rider.side, sides);
    const [at, y] = see(rider.place);
    // A courier who waits with his leader stands beside him.
    const waits = rider.kind === 'courier' && scene.riders.some((each) => each.kind === 'leader' && distance(each.place, rider.place) < 2);
    const x = waits ? at + 13 : at;
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
    const radius = rider.kind === 'leader' ? 9 : 5;
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
        const r = point % 2 === 0 ? 6 : 2.5;
        context.lineTo(x + r * Math.sin((point * Math.PI) / 5), y - r * Math.cos((point * Math.PI) / 5));
      }
      context.fillStyle = PAPER;
      context.fill();
    }
  }

  /** The way of an order, with a tick at each quarter of the turn, and the body at its end. */
  private preview({ scene, see, sides }: Frame, id: string, preview: Preview, draft: boolean): void {
    const { context } = this;
    const piece = scene.pieces.find((each) => each.id === id);
    const look = lookOf(piece?.side ?? scene.view.side ?? '', sides);
    const colour = draft ? '#8a5f0a' : look.edge;
    if (preview.ends && preview.path.length > 1) {
      context.beginPath();
      this.ring(see, preview.ends.outline);
      context.fillStyle = 'rgb(244 238 221 / 0.55)';
      context.fill();
      context.setLineDash([5, 4]);
      context.strokeStyle = colour;
      context.lineWidth = 1.8;
      context.stroke();
      context.setLineDash([]);
    }
    if (preview.path.length > 1) this.way(see, preview.path, colour);
    for (const meeting of preview.meets) {
      const other = scene.pieces.find((each) => each.id === meeting.unit);
      if (!other) continue;
      context.beginPath();
      this.ring(see, other.outline);
      context.strokeStyle = RED;
      context.lineWidth = 3;
      context.stroke();
    }
    for (const sum of preview.sums) {
      const target = scene.pieces.find((each) => each.id === sum.other);
      if (!target || !piece) continue;
      context.beginPath();
      context.moveTo(...see(piece.place));
      context.lineTo(...see(target.place));
      context.setLineDash([2, 4]);
      context.strokeStyle = RED;
      context.lineWidth = 1.6;
      context.stroke();
      context.setLineDash([]);
    }
  }

  private way(see: Frame['see'], path: Preview['path'], colour: string): void {
    const { context } = this;
    const dots = path.map((point) => see(point.place));
    const draw = (style: string, width: number) => {
      context.beginPath();
      dots.forEach(([x, y], number) => (number === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.strokeStyle = style;
      context.lineWidth = width;
      context.lineJoin = 'round';
      context.stroke();
    };
    draw('rgb(244 238 221 / 0.75)', 6);
    draw(colour, 2.8);
    for (const quarter of [0.25, 0.5, 0.75]) {
      const next = path.findIndex((point) => point.moment >= quarter);
      const [a, b] = [path[next - 1], path[next]];
      if (!a || !b || b.moment === a.moment) continue;
      const share = (quarter - a.moment) / (b.moment - a.moment);
      const [x, y] = see([a.place[0] + (b.place[0] - a.place[0]) * share, a.place[1] + (b.place[1] - a.place[1]) * share]);
      const angle = (bearing(a.place, b.place) * Math.PI) / 180;
      context.beginPath();
      context.moveTo(x - 5 * Math.cos(angle), y - 5 * Math.sin(angle));
      context.lineTo(x + 5 * Math.cos(angle), y + 5 * Math.sin(angle));
      context.lineWidth = 2;
      context.strokeStyle = colour;
      context.stroke();
    }
    const tip = dots[dots.length - 1];
    const before = [...dots].reverse().find(([x, y]) => tip && Math.hypot(x - tip[0], y - tip[1]) > 3);
    if (!tip || !before) return;
    const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
    context.save();
    context.translate(...tip);
    context.rotate(angle);
    context.beginPath();
    context.moveTo(4, 0);
    context.lineTo(-10, -6);
    context.lineTo(-6, 0);
    context.lineTo(-10, 6);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    context.restore();
  }

  /** What the tools show, below the units: sight, arcs, command. */
  private tools({ scene, camera, see, size }: Frame): void {
    const { context } = this;
    const { sight, arcs, command, commandRings, drag } = scene.overlay;
    if (sight) {
      // What cannot be seen is shaded.
      context.save();
      context.beginPath();
      context.rect(0, 0, size.width, size.height);
      for (const ring of sight.rings) this.ring(see, ring);
      context.fillStyle = 'rgb(34 28 18 / 0.38)';
      context.fill('evenodd');
      context.restore();
      const [x, y] = see(sight.from);
      context.beginPath();
      context.arc(x, y, 4, 0, 7);
      context.fillStyle = INK;
      context.fill();
    }
    for (const arc of arcs) this.arc(see, camera, arc);
    for (const line of command) {
      context.beginPath();
      context.moveTo(...see(line.leader));
      context.lineTo(...see(line.unit));
      context.setLineDash(line.inCommand ? [] : [6, 5]);
      context.strokeStyle = line.inCommand ? 'rgb(20 41 79 / 0.7)' : RED;
      context.lineWidth = line.inCommand ? 1.6 : 2.2;
      context.stroke();
      context.setLineDash([]);
    }
    for (const ring of commandRings) {
      const [x, y] = see(ring.at);
      context.beginPath();
      context.arc(x, y, ring.metres * camera.scale, 0, 7);
      context.setLineDash([2, 6]);
      context.strokeStyle = '#14294f';
      context.lineWidth = 1.6;
      context.stroke();
      context.setLineDash([]);
    }
    if (drag) {
      context.beginPath();
      context.moveTo(...see(drag.from));
      context.lineTo(...see(drag.to));
      context.setLineDash([4, 5]);
      context.strokeStyle = '#8a5f0a';
      context.lineWidth = 2;
      context.stroke();
      context.setLineDash([]);
    }
  }

  private arc(see: Frame['see'], camera: Camera, { piece, metres, bears, label }: Overlay['arcs'][number]): void {
    const { context } = this;
    const half = piece.front / 2;
    const left = beyond(piece.place, piece.facing - 90, half);
    const right = beyond(piece.place, piece.facing + 90, half);
    const angle = (degrees: number) => ((degrees - 90) * Math.PI) / 180;
    const [lx, ly] = see(left);
    const [rx, ry] = see(right);
    context.beginPath();
    context.moveTo(lx, ly);
    context.arc(lx, ly, metres * camera.scale, angle(piece.facing - bears), angle(piece.facing));
    context.arc(rx, ry, metres * camera.scale, angle(piece.facing), angle(piece.facing + bears));
    context.closePath();
    context.fillStyle = 'rgb(201 149 43 / 0.12)';
    context.fill();
    context.setLineDash([7, 5]);
    context.strokeStyle = GOLD;
    context.lineWidth = 1.8;
    context.stroke();
    context.setLineDash([]);
    const [tx, ty] = see(beyond(piece.place, piece.facing, metres));
    this.text(label, tx, ty, { italic: true, size: 13 });
  }

  private text(words: string, x: number, y: number, { italic = false, size = 14, colour = '#221c12' } = {}): void {
    const { context } = this;
    context.font = `${italic ? 'italic ' : ''}${size}px ${FONT}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 3.5;
    context.lineJoin = 'round';
    context.strokeStyle = 'rgb(244 238 221 / 0.92)';
    context.strokeText(words, x, y);
    context.fillStyle = colour;
    context.fillText(words, x, y);
  }

  private smoke({ scene, see, camera }: Frame): void {
    const { context } = this;
    for (const { from, to, facing, front, age } of scene.overlay.smoke) {
      if (to && age < 0.4) {
        context.beginPath();
        context.moveTo(...see(from));
        context.lineTo(...see(to));
        context.globalAlpha = 1 - age * 2.5;
        context.strokeStyle = '#c2410c';
        context.lineWidth = 1.4;
        context.stroke();
      }
      context.globalAlpha = 0.75 * (1 - age);
      context.fillStyle = '#f5f2ea';
      const puffs = Math.max(2, Math.min(9, Math.round((front * camera.scale) / 14)));
      for (let puff = 0; puff < puffs; puff += 1) {
        const side = ((puff + 0.5) / puffs - 0.5) * front;
        const at = beyond(beyond(from, facing, (8 + age * 26) / camera.scale), facing + 90, side);
        const [x, y] = see(at);
        context.beginPath();
        context.arc(x, y, 5 + age * 9 + (puff % 3), 0, 7);
        context.fill();
      }
      context.globalAlpha = 1;
    }
  }

  private width(text: string, size: number): number {
    const key = `${size}${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    this.context.font = `${size}px ${FONT}`;
    const { width } = this.context.measureText(text);
    this.widths.set(key, width);
    return width;
  }

  private names({ scene, see, camera }: Frame): void {
    const { context } = this;
    const size = 14;
    const wanted: Wanted[] = [];
    const pieces = new Map<string, Piece>();
    for (const piece of scene.pieces) {
      const dots = (piece.front * camera.scale < SYMBOL ? symbolOf(piece, SYMBOL / camera.scale) : piece.outline).map(see);
      const body = boxAround(dots);
      const text = `${piece.name} ${piece.strength}`;
      const chosen = scene.overlay.chosen.has(piece.id);
      pieces.set(piece.id, piece);
      const badge = piece.badge === '' ? 0 : this.width(piece.badge, 12) + 12;
      const marks = (piece.inCommand ? 0 : 14) + (piece.empty ? 14 : 0);
      wanted.push({ id: piece.id, body, width: this.width(text, size) + badge + marks, height: 17, weight: (chosen ? 4 : 0) + (piece.own ? 2 : 0) + (piece.badge ? 1 : 0), above: Math.cos((piece.facing * Math.PI) / 180) < -0.3 });
    }
    for (const rider of scene.riders.filter((each) => each.kind === 'leader')) {
      const [x, y] = see(rider.place);
      wanted.push({ id: rider.id, body: { left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 }, width: this.width(rider.name, size), height: 17, weight: 3, above: false });
    }
    for (const spot of placed(wanted)) {
      const piece = pieces.get(spot.id);
      if (!piece) {
        const rider = scene.riders.find((each) => each.id === spot.id);
        this.text(rider?.name ?? '', spot.x, spot.top + 8, { italic: true, size });
        continue;
      }
      this.name(piece, spot.x, spot.top + 8, size, context);
    }
  }

  private name(piece: Piece, x: number, y: number, size: number, context: CanvasRenderingContext2D): void {
    const name = this.width(`${piece.name} `, size);
    const strength = this.width(piece.strength, 12);
    const badge = piece.badge === '' ? 0 : this.width(piece.badge, 12) + 12;
    const marks = (piece.inCommand ? 0 : 14) + (piece.empty ? 14 : 0);
    let left = x - (name + strength + badge + marks) / 2;
    this.text(piece.name, left + name / 2, y, { size });
    left += name;
    if (piece.strength) this.text(piece.strength, left + strength / 2, y, { size: 12, colour: '#5b4c33' });
    left += strength;
    if (badge > 0) {
      context.fillStyle = PAPER;
      context.strokeStyle = RED;
      context.lineWidth = 1.4;
      context.beginPath();
      context.roundRect(left + 3, y - 8, badge - 4, 15, 3);
      context.fill();
      context.stroke();
      this.text(piece.badge, left + 1 + badge / 2, y, { size: 12, colour: RED });
      left += badge;
    }
    if (!piece.inCommand) {
      this.text('⌀', left + 7, y, { size: 14, colour: RED });
      left += 14;
    }
    if (piece.empty) this.text('∅', left + 7, y, { size: 14, colour: RED });
  }

  /** Handles to wheel the chosen unit by. */
  private handles({ scene, see }: Frame): void {
    const { context } = this;
    for (const handle of scene.overlay.handles) {
      const [x, y] = see(handle.at);
      context.beginPath();
      context.arc(x, y, 8, 0, 7);
      context.fillStyle = PAPER;
      context.strokeStyle = '#8a5f0a';
      context.lineWidth = 2;
      context.fill();
      context.stroke();
      context.fillStyle = '#8a5f0a';
      context.font = `15px ${FONT}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(handle.kind === 'left' ? '↶' : '↷', x, y + 1);
    }
  }

  private marks({ scene, see }: Frame): void {
    const { context } = this;
    for (const mark of scene.overlay.marks) {
      const [x, y] = see(mark.place);
      context.globalAlpha = 1 - mark.age;
      this.text(mark.text, x, y - 16 - mark.age * 18, { size: 15, colour: mark.colour });
      context.globalAlpha = 1;
    }
  }

  private ruler({ scene, see }: Frame): void {
    const { ruler } = scene.overlay;
    if (!ruler) return;
    const { context } = this;
    const [a, b] = [see(ruler.from), see(ruler.to)];
    context.beginPath();
    context.moveTo(...a);
    context.lineTo(...b);
    context.setLineDash([8, 5]);
    context.strokeStyle = '#8a5f0a';
    context.lineWidth = 2.6;
    context.stroke();
    context.setLineDash([]);
    ruler.text.forEach((line, number) => this.text(line, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 14 + number * 17, { size: 15 }));
  }

  private scales({ scene, camera, size }: Frame): void {
    const { context } = this;
    const bar = (bottom: number, length: number, dotsEach: number, label: string) => {
      const width = length * dotsEach;
      context.fillStyle = '#1f1a12';
      context.fillRect(14, bottom, width / 2, 5);
      context.fillStyle = PAPER;
      context.fillRect(14 + width / 2, bottom, width / 2, 5);
      context.strokeStyle = '#1f1a12';
      context.lineWidth = 1;
      context.strokeRect(14, bottom, width, 5);
      context.font = `13px ${FONT}`;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.lineWidth = 3;
      context.strokeStyle = 'rgb(244 238 221 / 0.9)';
      context.strokeText(label, 20 + width, bottom + 2);
      context.fillStyle = '#1f1a12';
      context.fillText(label, 20 + width, bottom + 2);
    };
    const metres = roundLength(camera.scale, 150);
    bar(size.height - 18, metres, camera.scale, `${metres} m`);
    const { metres: each } = scene.view.measure;
    if (each === 1) return;
    const length = roundLength(camera.scale * each, 150);
    bar(size.height - 36, length, camera.scale * each, scene.measured(length));
  }
}

interface Frame {
  scene: Scene;
  camera: Camera;
  size: Size;
  see: (place: At) => [number, number];
  sides: string[];
}

function sideOf(base: readonly At[]): number {
  const [a, b] = base;
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

/** A small block for a unit that is too far away to show its body. */
export function symbolOf(piece: Pick<Piece, 'outline' | 'facing'>, width: number): At[] {
  const middle = centre(piece.outline);
  const [half, deep] = [width / 2, width / 3.2];
  const right = (at: At, by: number) => beyond(at, piece.facing + 90, by);
  const front = beyond(middle, piece.facing, deep);
  const rear = beyond(middle, piece.facing, -deep);
  return [right(front, -half), right(front, half), right(rear, half), right(rear, -half)];
}

/** The box round a body, square to its front: its four corners from the front's left on, clockwise. */
export function boxOf(outline: readonly At[], facing: number): At[] {
  const angle = (facing * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of outline) {
    const [across, ahead] = [x * cos - y * sin, x * sin + y * cos];
    west = Math.min(west, across);
    east = Math.max(east, across);
    south = Math.min(south, ahead);
    north = Math.max(north, ahead);
  }
  const at = (across: number, ahead: number): At => [across * cos + ahead * sin, -across * sin + ahead * cos];
  return [at(west, north), at(east, north), at(east, south), at(west, south)];
}

function boxAround(dots: readonly (readonly [number, number])[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of dots) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
