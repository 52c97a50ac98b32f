// What stands on the table, ready to be drawn: units, leaders, couriers.
import { allUnits, isHere, type Arm, type At, type Condition, type UnitShown, type View } from '../games/types';
import { distance } from './shape';

export interface Piece {
  id: string;
  side: string;
  own: boolean;
  arm: Arm;
  name: string;
  strength: string;
  place: At;
  facing: number;
  front: number;
  outline: readonly At[];
  bases: readonly (readonly At[])[];
  condition: Condition | null;
  /** A few letters for its condition, where it is not steady. */
  badge: string;
  inCommand: boolean;
  empty: boolean;
  ordered: boolean;
  fighting: boolean;
}

export interface Rider {
  id: string;
  kind: 'leader' | 'courier';
  name: string;
  place: At;
  side: string;
  bound: At | undefined;
}

const MARKS: Record<Condition, string> = { steady: '', shaken: '~', broken: '×', gone: '×' };

/** Out of ammunition: what rule sets show under these names. Horse that has no loads carries nothing to shoot with. */
function isEmpty(unit: UnitShown): boolean {
  return (unit['ammunition'] === false && (unit.arm === 'infantry' || unit.arm === 'cavalry')) || (unit['loads'] === 0 && unit.arm !== 'cavalry');
}

export function pieceOf(unit: UnitShown, own: boolean): Piece {
  const shaken = unit.condition !== null && unit.condition !== 'steady';
  return {
    id: unit.id,
    side: unit.side,
    own,
    arm: unit.arm,
    name: unit.name ?? '',
    strength: unit.strength.now > 0 ? String(unit.strength.now) : '',
    place: unit.place,
    facing: unit.facing,
    front: unit.front,
    outline: unit.outline,
    bases: unit.bases ?? [],
    condition: unit.condition,
    badge: shaken ? (unit.order ?? MARKS[unit.condition ?? 'steady']) : '',
    inCommand: unit.in_command !== false,
    empty: isEmpty(unit),
    ordered: unit.written !== undefined && unit.written !== null,
    fighting: (unit.melee?.length ?? 0) > 0,
  };
}

/** Everything that stands on the table, as a view shows it. */
export function piecesOf(view: View): Piece[] {
  const own = new Set(view.units.map((unit) => unit.id));
  return allUnits(view)
    .filter((unit) => isHere(unit) && unit.outline.length > 2)
    .map((unit) => pieceOf(unit, own.has(unit.id)));
}

/**
 * The side of a leader. A player is shown his own; whoever is shown both sides tells it by whom he commands, over his subordinates as well, else by the unit he
 * is with, else by the unit he stands nearest to.
 */
function leaderSide(view: View, id: string, asked: readonly string[] = []): string {
  if (view.side) return view.side;
  const units = allUnits(view);
  const own = units.find((unit) => unit.general === id);
  if (own) return own.side;
  const under = view.generals.find((leader) => leader['superior'] === id && !asked.includes(leader.id));
  if (under) return leaderSide(view, under.id, [...asked, id]);
  const leader = view.generals.find((each) => each.id === id);
  const beside = units.find((unit) => unit.id === leader?.with);
  if (beside || !leader) return (beside ?? units[0])?.side ?? '';
  const nearest = units.filter(isHere).sort((a, b) => distance(a.place, leader.place) - distance(b.place, leader.place))[0];
  return (nearest ?? units[0])?.side ?? '';
}

/** Leaders and couriers who are on the table. One who rides with a unit stands behind it. */
export function ridersOf(view: View): Rider[] {
  const places = new Map(allUnits(view).map((unit) => [unit.id, unit.place]));
  const leaders = new Map(view.generals.map((leader) => [leader.id, leader.place]));
  const sideOf = (id: string): string => leaderSide(view, id);
  const target = (bound: { place?: At; unit?: string; leader?: string } | undefined): At | undefined =>
    bound?.place ?? places.get(bound?.unit ?? '') ?? leaders.get(bound?.leader ?? '');
  const here = view.generals
    .filter((leader) => leader.life === 'here')
    .map((leader): Rider => ({ id: leader.id, kind: 'leader', name: leader.name, place: leader.place, side: sideOf(leader.id), bound: target(leader.bound_for) }));
  const riding = view.couriers
    .filter((courier) => courier.life === 'here')
    .map((courier): Rider => ({ id: courier.id, kind: 'courier', name: '', place: courier.place, side: sideOf(courier.id.split('/')[0] ?? ''), bound: target(courier.bound_for) }));
  return [...here, ...riding];
}
