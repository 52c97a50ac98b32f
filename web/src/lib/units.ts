// A unit's joining and changing, as events.
import type { Values } from './api';
import type { Deed, Fields, Joining } from './log/events';
import type { Unit } from './roster';

/** A unit as it joins. */
export function joiningOf({ lostMen: _, removedFigures: __, place: ___, notes, ...unit }: Unit): Joining {
  return { ...unit, ...(notes ? { notes } : {}) };
}

/** What was changed by hand, and only that: what somebody else changes at the same time stays. */
export function changeOf(before: Unit, after: Unit): Deed | undefined {
  const fields: Fields = {};
  const differs = <K extends keyof Fields & keyof Unit>(key: K) => before[key] !== after[key];
  if (differs('name')) fields.name = after.name;
  if (differs('side')) fields.side = after.side;
  if (differs('figures')) fields.figures = after.figures;
  if (differs('men')) fields.men = after.men ?? null;
  if (differs('leader')) fields.leader = after.leader ?? null;
  if (differs('comes')) fields.comes = after.comes ?? null;
  if (differs('notes')) fields.notes = after.notes;
  const set: Values = {};
  for (const key of new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])) {
    if (before.properties[key] !== after.properties[key]) set[key] = after.properties[key] ?? null;
  }
  const changed = { ...(Object.keys(fields).length > 0 ? { fields } : {}), ...(Object.keys(set).length > 0 ? { set } : {}) };
  return Object.keys(changed).length === 0 ? undefined : { kind: 'change', unit: before.id, ...changed };
}
