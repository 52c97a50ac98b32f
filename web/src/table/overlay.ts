// What is drawn over the table: ways of orders, the tools, smoke, handles, the scales.
import type { Preview } from '../games/types';
import { roundLength, type Camera } from './camera';
import { FONT, type Brush, type Frame, type Overlay } from './frame';
import { GOLD, INK, lookOf, PAPER, RED } from './look';
import { freeOf, scaleSpots, type Box } from './labels';
import { gripOf } from './scene';
import { bearing, beyond } from './shape';

/** The way of an order, with a tick at each quarter of the turn, and the body at its end. */
export function drawPreview(brush: Brush, { scene, see, sides }: Frame, id: string, preview: Preview, draft: boolean): void {
  const { context } = brush;
  const piece = scene.pieces.find((each) => each.id === id);
  const look = lookOf(piece?.side ?? scene.view.side ?? '', sides);
  const colour = draft ? '#8a5f0a' : look.edge;
  if (preview.ends && preview.path.length > 1) {
    context.beginPath();
    brush.ring(see, preview.ends.outline);
    context.fillStyle = 'rgb(244 238 221 / 0.55)';
    context.fill();
    context.setLineDash([5, 4]);
    context.strokeStyle = colour;
    context.lineWidth = 1.8;
    context.stroke();
    context.setLineDash([]);
  }
  if (preview.path.length > 1) drawWay(brush, see, preview.path, colour);
  for (const meeting of preview.meets) {
    const other = scene.pieces.find((each) => each.id === meeting.unit);
    if (!other) continue;
    context.beginPath();
    brush.ring(see, other.outline);
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

function drawWay(brush: Brush, see: Frame['see'], path: Preview['path'], colour: string): void {
  const { context } = brush;
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
export function drawTools(brush: Brush, { scene, camera, see, size }: Frame): void {
  const { context } = brush;
  const { sight, arcs, command, commandRings, drag } = scene.overlay;
  if (sight) {
    // What cannot be seen is shaded.
    context.save();
    context.beginPath();
    context.rect(0, 0, size.width, size.height);
    for (const ring of sight.rings) brush.ring(see, ring);
    context.fillStyle = 'rgb(34 28 18 / 0.38)';
    context.fill('evenodd');
    context.restore();
    const [x, y] = see(sight.from);
    context.beginPath();
    context.arc(x, y, 4, 0, 7);
    context.fillStyle = INK;
    context.fill();
  }
  for (const arc of arcs) drawArc(brush, see, camera, arc);
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

function drawArc(brush: Brush, see: Frame['see'], camera: Camera, { piece, metres, bears, label }: Overlay['arcs'][number]): void {
  const { context } = brush;
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
  brush.text(label, tx, ty, { italic: true, size: 13 });
}

export function drawSmoke(brush: Brush, { scene, see, camera }: Frame): void {
  const { context } = brush;
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

/** Handles to wheel the chosen unit by. */
export function drawHandles(brush: Brush, { scene, see, camera }: Frame): void {
  const { context } = brush;
  for (const handle of scene.overlay.handles) {
    const [x, y] = see(gripOf(handle, 1 / camera.scale));
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

export function drawMarks(brush: Brush, { scene, see }: Frame): void {
  const { context } = brush;
  for (const mark of scene.overlay.marks) {
    const [x, y] = see(mark.place);
    context.globalAlpha = 1 - mark.age;
    brush.text(mark.text, x, y - 16 - mark.age * 18, { size: 15, colour: mark.colour });
    context.globalAlpha = 1;
  }
}

export function drawRuler(brush: Brush, { scene, see }: Frame): void {
  const { ruler } = scene.overlay;
  if (!ruler) return;
  const { context } = brush;
  const [a, b] = [see(ruler.from), see(ruler.to)];
  context.beginPath();
  context.moveTo(...a);
  context.lineTo(...b);
  context.setLineDash([8, 5]);
  context.strokeStyle = '#8a5f0a';
  context.lineWidth = 2.6;
  context.stroke();
  context.setLineDash([]);
  ruler.text.forEach((line, number) => brush.text(line, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 14 + number * 17, { size: 15 }));
}

/** The most dots that a scale is long. On a telephone the map is small: so are its scales. */
const longestScale = (size: Frame['size']) => Math.min(150, size.width / 4);
/** Dots round the scales, between two of them, and from a scale to its figure. */
const [EDGE, ROW, FIGURE] = [8, 18, 6];

/** A scale: a round length, as many dots long as it is on the table. */
interface Bar {
  dots: number;
  label: string;
  /** With its figure. */
  width: number;
}

/** The scales of the ground and of the rule set's own measure, and where they stand; nothing where bodies stand everywhere. */
export interface Scales {
  bars: Bar[];
  box: Box | undefined;
}

export function layScales({ context, large }: Brush, { scene, camera, size }: Frame, bodies: readonly Box[]): Scales {
  const most = longestScale(size);
  context.font = `${13 * large}px ${FONT}`;
  const bar = (length: number, dotsEach: number, label: string): Bar => ({ dots: length * dotsEach, label, width: length * dotsEach + FIGURE + context.measureText(label).width });
  const metres = roundLength(camera.scale, most);
  const bars = [bar(metres, camera.scale, `${metres} m`)];
  const { metres: each } = scene.view.measure;
  const length = roundLength(camera.scale * each, most);
  if (each !== 1) bars.push(bar(length, camera.scale * each, scene.measured(length)));
  const wide = Math.max(...bars.map((each) => each.width)) + 2 * EDGE;
  return { bars, box: freeOf(scaleSpots(size, wide, ROW * large * bars.length + EDGE), bodies) };
}

export function drawScales({ context, large }: Brush, { size }: Frame, { bars, box }: Scales): void {
  const { left, right, bottom } = box ?? { left: 0, right: Math.max(...bars.map((each) => each.width)) + 2 * EDGE, bottom: size.height };
  // On a plate of paper: the edge of the table does not strike through the figures.
  context.fillStyle = 'rgb(244 238 221 / 0.82)';
  context.fillRect(left + EDGE / 2, bottom - EDGE / 2 - ROW * large * bars.length, right - left - EDGE, ROW * large * bars.length);
  context.font = `${13 * large}px ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const [row, { dots, label }] of bars.entries()) {
    const middle = bottom - EDGE / 2 - ROW * large * (row + 0.5);
    context.fillStyle = INK;
    context.fillRect(left + EDGE, middle - 2.5, dots / 2, 5);
    context.fillStyle = PAPER;
    context.fillRect(left + EDGE + dots / 2, middle - 2.5, dots / 2, 5);
    context.strokeStyle = INK;
    context.lineWidth = 1;
    context.strokeRect(left + EDGE, middle - 2.5, dots, 5);
    context.fillStyle = INK;
    context.fillText(label, left + EDGE + dots + FIGURE, middle);
  }
}
