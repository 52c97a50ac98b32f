// Mouse, touch and pen on the table, as what a player means: a tap, a drag of something, a pan, a pinch.

export interface Gestures {
  /** Something begins at this dot: is it to be dragged (then moves are drags), or is it the ground (then they are pans)? */
  grab(x: number, y: number): boolean;
  drag(x: number, y: number): void;
  drop(x: number, y: number): void;
  cancel(): void;
  tap(x: number, y: number, several: boolean): void;
  hover(x: number, y: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
}

/** A finger may slip so many dots and it is still a tap. */
const SLIP = 7;

interface Point {
  x: number;
  y: number;
}

/** Listens to an element; gives back how to stop. */
export function listen(element: HTMLElement, to: Gestures): () => void {
  const points = new Map<number, Point>();
  let start: Point | undefined;
  let mode: 'none' | 'waiting' | 'drag' | 'pan' | 'pinch' = 'none';
  let grabbed = false;

  const at = (event: PointerEvent | WheelEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pair = (): [Point, Point] | undefined => {
    const [a, b] = [...points.values()];
    return a && b ? [a, b] : undefined;
  };
  const down = (event: PointerEvent) => {
    if (event.button > 1) return;
    const point = at(event);
    element.setPointerCapture(event.pointerId);
    points.set(event.pointerId, point);
    if (points.size === 2) {
      if (mode === 'drag') to.cancel();
      mode = 'pinch';
      return;
    }
    start = point;
    grabbed = event.button === 0 && to.grab(point.x, point.y);
    mode = 'waiting';
  };
  const pinch = (event: PointerEvent, point: Point) => {
    const before = pair();
    points.set(event.pointerId, point);
    const after = pair();
    if (!before || !after) return;
    const apart = ([a, b]: [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y);
    const middle = ([a, b]: [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const [was, is] = [middle(before), middle(after)];
    to.pan(is.x - was.x, is.y - was.y);
    to.zoom(apart(after) / Math.max(1, apart(before)), is.x, is.y);
  };
  const move = (event: PointerEvent) => {
    const point = at(event);
    const before = points.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') to.hover(point.x, point.y);
      return;
    }
    if (mode === 'pinch') {
      pinch(event, point);
      return;
    }
    if (mode === 'waiting' && start && Math.hypot(point.x - start.x, point.y - start.y) > SLIP) mode = grabbed ? 'drag' : 'pan';
    if (mode === 'drag') to.drag(point.x, point.y);
    if (mode === 'pan') to.pan(point.x - before.x, point.y - before.y);
    points.set(event.pointerId, point);
  };
  const up = (event: PointerEvent) => {
    const point = at(event);
    if (!points.delete(event.pointerId)) return;
    if (mode === 'waiting') to.tap(point.x, point.y, event.shiftKey || event.ctrlKey || event.metaKey);
    else if (mode === 'drag') to.drop(point.x, point.y);
    if (points.size === 0) mode = 'none';
  };
  const cancelled = (event: PointerEvent) => {
    points.delete(event.pointerId);
    if (mode === 'drag') to.cancel();
    if (points.size === 0) mode = 'none';
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const point = at(event);
    const step = event.deltaMode === 1 ? 18 : 1;
    to.zoom(Math.exp((-event.deltaY * step) / 500), point.x, point.y);
  };
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancelled);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancelled);
    element.removeEventListener('wheel', wheel);
  };
}
