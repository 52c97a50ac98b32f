// QR codes for links: byte mode, error correction M, versions 1 to 10 (up to 213 bytes). Written out here because it is small and the page
// has no other use for a library.

/** Data codewords, error correction codewords a block, and blocks, for level M by version. */
const VERSIONS: readonly (readonly [data: number, correction: number, blocks: number])[] = [
  [16, 10, 1], [28, 16, 1], [44, 26, 1], [64, 18, 2], [86, 24, 2], [108, 16, 4], [124, 18, 4], [154, 22, 4], [182, 22, 5], [216, 26, 5],
];
const ALIGNMENT: readonly (readonly number[])[] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** Light modules around the code. */
const QUIET = 4;

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Reed and Solomon's correction words for a block. */
function correction(data: readonly number[], degree: number): number[] {
  const divisor: number[] = Array.from({ length: degree }, (_, place) => (place === degree - 1 ? 1 : 0));
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let place = 0; place < degree; place += 1) {
      divisor[place] = multiply(divisor[place] ?? 0, root) ^ (divisor[place + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  const rest = Array.from({ length: degree }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((each, place) => (rest[place] = (rest[place] ?? 0) ^ multiply(each, factor)));
  }
  return rest;
}

function codewords(text: string): { version: number; words: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([data], place) => bytes.length + (place < 9 ? 2 : 3) <= data) + 1;
  const [capacity, degree, blocks] = VERSIONS[version - 1] ?? [0, 0, 0];
  if (version === 0) throw new Error(`too long for a QR code: ${text.length}`);
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(bits.slice(at, at + 8).reduce((byte, bit) => (byte << 1) | bit, 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  // The longer blocks come last; words are laid one from each block in turn.
  const short = Math.floor(capacity / blocks);
  const longer = capacity % blocks;
  const parts: number[][] = [];
  for (let block = 0, at = 0; block < blocks; block += 1) {
    const length = short + (block >= blocks - longer ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => correction(part, degree));
  const words: number[] = [];
  for (let place = 0; place <= short; place += 1) for (const part of parts) if (place < part.length) words.push(part[place] ?? 0);
  for (let place = 0; place < degree; place += 1) for (const check of checks) words.push(check[place] ?? 0);
  return { version, words };
}

class Grid {
  readonly size: number;
  private readonly dark: boolean[][];
  private readonly fixed: boolean[][];

  constructor(private readonly version: number) {
    this.size = version * 4 + 17;
    const empty = () => Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false));
    this.dark = empty();
    this.fixed = empty();
  }

  at(x: number, y: number): boolean {
    return this.dark[y]?.[x] ?? false;
  }

  private set(x: number, y: number, dark: boolean): void {
    const [row, held] = [this.dark[y], this.fixed[y]];
    if (!row || !held || x < 0 || x >= this.size) return;
    row[x] = dark;
    held[x] = true;
  }

  frame(): void {
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]] as const) {
      for (let dy = -4; dy <= 4; dy += 1) {
        for (let dx = -4; dx <= 4; dx += 1) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(x + dx, y + dy, ring !== 2 && ring !== 4);
        }
      }
    }
    const places = ALIGNMENT[this.version - 1] ?? [];
    const last = places.length - 1;
    places.forEach((y, row) =>
      places.forEach((x, column) => {
        if ((row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0)) return;
        for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }),
    );
    this.format(0);
    if (this.version >= 7) this.versionBits();
  }

  /** Which mask was laid over it, at level M. */
  format(mask: number): void {
    const data = mask;
    let rest = data;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (place: number) => ((bits >>> place) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.set(8, at, bit(at));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let at = 9; at < 15; at += 1) this.set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at += 1) this.set(this.size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at += 1) this.set(8, this.size - 15 + at, bit(at));
    this.set(8, this.size - 8, true);
  }

  private versionBits(): void {
    let rest = this.version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const dark = ((bits >>> at) & 1) === 1;
      const [a, b] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  fill(words: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
          const row = this.dark[y];
          if (!row || this.fixed[y]?.[x]) continue;
          row[x] = (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** Mask 0: a chessboard. Any mask can be read; the choice among eight only spares a bad camera. */
  mask(): void {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) {
        const row = this.dark[y];
        if (row && !this.fixed[y]?.[x] && (x + y) % 2 === 0) row[x] = !row[x];
      }
    }
  }
}

/** The modules of a text's code: dark or light, row by row. */
export function qrModules(text: string): boolean[][] {
  const { version, words } = codewords(text);
  const grid = new Grid(version);
  grid.frame();
  grid.fill(words);
  grid.mask();
  grid.format(0);
  return Array.from({ length: grid.size }, (_, y) => Array.from({ length: grid.size }, (_, x) => grid.at(x, y)));
}

/** The width of a text's code with its light border, in modules. */
export function qrSize(text: string): number {
  return codewords(text).version * 4 + 17 + 2 * QUIET;
}

/** The dark modules as the path of an SVG. */
export function qrPath(text: string): string {
  return qrModules(text)
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
}
