// Colours and patterns of the staff map: the same as `krigsspil draw` has. Sides differ in lightness and in pattern as well as in colour.

export const INK = '#3a3226';
export const PAPER = '#f4eedd';
export const GOLD = '#c9952b';
export const RED = '#a8322a';

export interface SideLook {
  fill: string;
  edge: string;
  pattern: 'plain' | 'diagonal' | 'lines' | 'dots';
}

const LOOKS: readonly SideLook[] = [
  { fill: '#2d4f8b', edge: '#14294f', pattern: 'plain' },
  { fill: '#b8463a', edge: '#5e1610', pattern: 'diagonal' },
  { fill: '#5d8a57', edge: '#22401f', pattern: 'lines' },
  { fill: '#dcae4c', edge: '#6b4a0e', pattern: 'dots' },
];

/** Sides that are called by a colour have it; the others take what is left, in their order. */
export function lookOf(side: string, sides: readonly string[]): SideLook {
  const named = ['blue', 'red', 'green', 'gold'];
  const own = named.indexOf(side);
  const free = LOOKS.filter((_, place) => !sides.includes(named[place] ?? ''));
  const place = sides.filter((each) => !named.includes(each)).indexOf(side);
  return LOOKS[own] ?? free[Math.max(0, place) % Math.max(1, free.length)] ?? (LOOKS[0] as SideLook);
}

/** The pattern over a side's colour, to fill bodies with. */
export function patternOf(look: SideLook, context: CanvasRenderingContext2D, dots: number): CanvasPattern | string {
  if (look.pattern === 'plain') return look.fill;
  const size = Math.round(6 * dots);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const draw = tile.getContext('2d');
  if (!draw) return look.fill;
  draw.fillStyle = look.fill;
  draw.fillRect(0, 0, size, size);
  draw.strokeStyle = look.edge;
  draw.fillStyle = look.edge;
  draw.globalAlpha = 0.75;
  draw.lineWidth = 1.5 * dots;
  draw.beginPath();
  if (look.pattern === 'diagonal') {
    for (const shift of [-size, 0, size]) {
      draw.moveTo(shift, size);
      draw.lineTo(shift + size, 0);
    }
    draw.stroke();
  } else if (look.pattern === 'lines') {
    draw.moveTo(0, size / 2);
    draw.lineTo(size, size / 2);
    draw.stroke();
  } else {
    draw.arc(size / 2, size / 2, 1.3 * dots, 0, 7);
    draw.fill();
  }
  return context.createPattern(tile, 'repeat') ?? look.fill;
}
