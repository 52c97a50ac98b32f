// Brings what has just come into a panel into sight, where a small screen would hide it.

/** Dots of it that must be seen at least. */
const ENOUGH = 60;

/** Scrolls its panel to where something begins; nothing moves when its beginning is in sight already. */
export function bringIntoSight(node: HTMLElement): void {
  const [it, pane] = [node.getBoundingClientRect(), node.closest('.pane')?.getBoundingClientRect()];
  const begins = pane !== undefined && it.top >= pane.top && it.top < pane.bottom - ENOUGH;
  if (!begins) node.scrollIntoView({ block: 'start' });
}
