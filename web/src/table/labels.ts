// The names of units: each near its unit, none over another, the important ones first. A name that finds no room is left out until one comes nearer.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Wanted {
  id: string;
  /** The body, in dots. */
  body: Box;
  width: number;
  height: number;
  /** Those of higher weight are placed first. */
  weight: number;
  /** Its front is below: then the name goes above first. */
  above: boolean;
}

export interface Placed {
  id: string;
  /** The middle of the name, and its top. */
  x: number;
  top: number;
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** A coarse net over the window, so that each box is compared only with those near it. */
class Net {
  private readonly cells = new Map<number, Box[]>();
  private static readonly CELL = 96;

  private each(box: Box, work: (key: number) => boolean | undefined): boolean {
    const { CELL } = Net;
    for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); x += 1) {
      for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); y += 1) {
        if (work((x + 512) * 4096 + y + 512)) return true;
      }
    }
    return false;
  }

  add(box: Box): void {
    this.each(box, (key) => {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
      return undefined;
    });
  }

  hit(box: Box, except?: Box): boolean {
    return this.each(box, (key) => this.cells.get(key)?.some((other) => other !== except && meets(other, box)));
  }
}

/** Where each name goes. `taken` is what no name may cover. */
export function placed(wanted: readonly Wanted[], taken: readonly Box[] = []): Placed[] {
  const bodies = new Net();
  const names = new Net();
  for (const each of wanted) bodies.add(each.body);
  for (const box of taken) names.add(box);
  const found: Placed[] = [];
  for (const each of [...wanted].sort((a, b) => b.weight - a.weight)) {
    const { body, width, height } = each;
    const x = (body.left + body.right) / 2;
    const below = body.bottom + 3;
    const above = body.top - height - 3;
    const tops = each.above ? [above, below, above - height, below + height] : [below, above, below + height, above - height];
    for (const top of tops) {
      const box = { left: x - width / 2, right: x + width / 2, top, bottom: top + height };
      if (names.hit(box) || bodies.hit(box, body)) continue;
      names.add(box);
      found.push({ id: each.id, x, top });
      break;
    }
  }
  return found;
}
