// What is at a place of the table.
import type { At } from '../games/types';
import type { Piece, Rider } from './pieces';
import { distance, fromBody } from './shape';

export type Hit = { kind: 'piece'; piece: Piece } | { kind: 'rider'; rider: Rider };

/** A finger is this many dots wide. */
const FINGER = 14;

/** The nearest thing at a place; riders before units, since they stand on top of them. */
export function hitAt(place: At, scale: number, pieces: readonly Piece[], riders: readonly Rider[]): Hit | undefined {
  const reach = FINGER / scale;
  let rider: Rider | undefined;
  let near = reach;
  for (const each of riders) {
    const far = distance(place, each.place);
    if (far < near) [rider, near] = [each, far];
  }
  if (rider && near < reach * 0.75) return { kind: 'rider', rider };
  let piece: Piece | undefined;
  let least = reach;
  for (const each of pieces) {
    if (distance(place, each.place) > each.front * 2 + reach + 200) continue;
    const far = fromBody(place, each.outline);
    if (far < least || (far === 0 && each.own && !piece?.own)) [piece, least] = [each, far];
  }
  if (piece) return { kind: 'piece', piece };
  return rider && { kind: 'rider', rider };
}
