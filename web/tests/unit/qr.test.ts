// The code is read back the way a telephone reads it: unmask, take the bits in their order, and check the correction words.
import { describe, expect, test } from 'vitest';
import { qrModules, qrPath, qrSize } from '../../src/lib/qr';

const ALIGNED: Record<number, number[]> = { 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38] };
const BLOCKS: Record<number, [data: number[], correction: number]> = { 1: [[16], 10], 2: [[28], 16], 3: [[44], 26], 4: [[32, 32], 18], 5: [[43, 43], 24], 6: [[27, 27, 27, 27], 16] };

function power(exponent: number): number {
  let value = 1;
  for (let step = 0; step < exponent; step += 1) value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
  return value & 255;
}

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    if ((other >> bit) & 1) {
      let shifted = one;
      for (let step = 0; step < bit; step += 1) shifted = shifted & 128 ? ((shifted << 1) ^ 0x11d) & 255 : shifted << 1;
      product ^= shifted;
    }
  }
  return product;
}

function read(modules: boolean[][]): { text: string; sound: boolean } {
  const size = modules.length;
  const version = (size - 17) / 4;
  const reserved = (x: number, y: number): boolean => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
    if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
    const at = ALIGNED[version] ?? [];
    return at.some((cy) => at.some((cx) => !(cx === 6 && cy === 6) && !(cx === 6 && cy === size - 7) && !(cx === size - 7 && cy === 6) && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2));
  };
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!reserved(x, y)) bits.push(Number((modules[y]?.[x] ?? false) !== ((x + y) % 2 === 0)));
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  const [lengths, degree] = BLOCKS[version] ?? [[], 0];
  const blocks = lengths.map(() => [] as number[]);
  let at = 0;
  for (let place = 0; place < Math.max(...lengths); place += 1) blocks.forEach((block, number) => place < (lengths[number] ?? 0) && block.push(words[at++] ?? 0));
  const data = blocks.flatMap((block) => [...block]);
  for (let place = 0; place < degree; place += 1) for (const block of blocks) block.push(words[at++] ?? 0);
  const sound = blocks.every((block) => Array.from({ length: degree }, (_, root) => block.reduce((sum, word) => times(sum, power(root)) ^ word, 0)).every((each) => each === 0));
  const stream = data.flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  const number = (from: number, length: number) => stream.slice(from, from + length).reduce((value, bit) => value * 2 + bit, 0);
  const length = number(4, 8);
  const bytes = Array.from({ length }, (_, place) => number(12 + place * 8, 8));
  return { text: new TextDecoder().decode(new Uint8Array(bytes)), sound };
}

describe('QR codes', () => {
  test('are read back as they were written', () => {
    for (const text of ['a', 'http://192.168.1.5:1815/#/borgerkrig/roster/abcdefghjkmn', 'https://spil.example.org/#/chakoten/roster/abcdefghjkmn?x=1234567890', 'x'.repeat(100)]) {
      expect(read(qrModules(text)), text).toEqual({ text, sound: true });
      expect(qrSize(text)).toBe(qrModules(text).length + 8);
      expect(qrPath(text)).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    }
  });
  test('say which mask and level they have', () => {
    // Level M with mask 0 is 101010000010010, beside the upper left corner.
    const modules = qrModules('a');
    const format = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => Number(modules[8]?.[x])).concat([7, 5, 4, 3, 2, 1, 0].map((y) => Number(modules[y]?.[8])));
    expect(format.join('')).toBe('101010000010010');
  });
  test('too long a text is refused', () => {
    expect(() => qrModules('x'.repeat(400))).toThrow('too long');
  });
});
