// Puts together what the table shows: the view, or a moment of the turn played back, with what the player has in hand over it.
import type { At, Board, Preview, View } from '../games/types';
import type { Desk } from './desk.svelte';
import type { Handle, Overlay, Scene } from './frame';
import { piecesOf, ridersOf, type Piece } from './pieces';
import { stillAt } from './playback';
import type { Player } from './player.svelte';
import { beyond } from './shape';
import type { TableWords } from './words';

export interface Hand {
  hovered: string | undefined;
  flash: string | undefined;
  drag: { from: At; to: At } | undefined;
  /** The player may give orders now. */
  may: boolean;
}

/** The corners of the front by which a unit is wheeled, and the bearing on which each handle stands off: outside the body, so that it does not cover the unit. */
export function handlesOf(piece: Piece): Handle[] {
  const half = piece.front / 2;
  return [
    { at: beyond(piece.place, piece.facing - 90, half), kind: 'left', away: piece.facing - 90 },
    { at: beyond(piece.place, piece.facing + 90, half), kind: 'right', away: piece.facing + 90 },
  ];
}

/** Dots from the corner of a front to the middle of its handle. */
const GRIP = 13;

/** Where the middle of a handle is, when a dot is so many metres. */
export function gripOf(handle: Handle, metresADot: number): At {
  return beyond(handle.at, handle.away, GRIP * metresADot);
}

/** Where a front faces when one of its corners is pulled to a place and the other stays. */
export function wheeledTo(piece: Piece, kind: 'left' | 'right', place: At): number {
  const other = beyond(piece.place, piece.facing + (kind === 'left' ? 90 : -90), piece.front / 2);
  const along = (Math.atan2(place[0] - other[0], place[1] - other[1]) * 180) / Math.PI;
  return (along + (kind === 'left' ? 90 : -90) + 720) % 360;
}

function arcsOf(desk: Desk, piece: Piece | undefined, words: TableWords): Overlay['arcs'] {
  const { reach } = desk;
  // Where nothing may be measured beforehand, a range on the table would be a tape.
  if (!reach || !piece || desk.tool !== 'arcs' || desk.session.board?.no_measuring) return [];
  const arcs: { metres: number | null; bears: number; label: string }[] = [
    { metres: reach.longest, bears: reach.bears, label: words.longest },
    { metres: reach.effective, bears: reach.bears, label: words.effective },
    { metres: reach.charge, bears: 12, label: words.charge },
    { metres: reach.march, bears: 20, label: words.march },
  ];
  return arcs.flatMap(({ metres, bears, label }) => (metres === null ? [] : [{ piece, metres, bears, label }]));
}

function commandOf(desk: Desk, view: View): Pick<Overlay, 'command' | 'commandRings'> {
  if (desk.tool !== 'command') return { command: [], commandRings: [] };
  const here = view.generals.filter((leader) => leader.life === 'here');
  const mine = desk.one === undefined ? undefined : (view.units.find((unit) => unit.id === desk.one)?.general ?? desk.one);
  const shown = here.filter((leader) => mine === undefined || leader.id === mine);
  const command = shown.flatMap((leader) =>
    view.units.filter((unit) => unit.general === leader.id && (unit.presence ?? 'here') === 'here').map((unit) => ({ leader: leader.place, unit: unit.place, inCommand: unit.in_command !== false })),
  );
  const commandRings = desk.reach ? shown.map((leader) => ({ at: leader.place, metres: desk.reach?.command ?? 0 })) : [];
  return { command, commandRings };
}

function previewsOf(desk: Desk, playing: boolean): Overlay['previews'] {
  const previews = new Map<string, { preview: Preview; draft: boolean }>();
  if (playing) return previews;
  for (const [id, preview] of desk.given) previews.set(id, { preview, draft: false });
  for (const draft of desk.drafts) if (draft.preview) previews.set(draft.id, { preview: draft.preview, draft: true });
  return previews;
}

export function sceneOf(board: Board, view: View, desk: Desk, player: Player, hand: Hand, words: TableWords, measured: Scene['measured']): Scene {
  const still = player.shown && player.film ? stillAt(player.film, player.time) : undefined;
  const called = desk.session.story;
  const here = still?.pieces ?? piecesOf(view);
  const pieces = called?.called(here) ?? here;
  const riders = called?.called(ridersOf(view)) ?? ridersOf(view);
  const piece = pieces.find((each) => each.id === desk.one);
  // By mail there is no engine that could turn a drag into an order.
  const wheels = hand.may && !desk.session.mail && !still && piece?.own && (desk.asked(piece.id)?.may.length ?? 0) > 1 && desk.picking === undefined && desk.tool !== 'ruler';
  return {
    board,
    view,
    pieces,
    riders,
    measured,
    overlay: {
      chosen: new Set(desk.chosen),
      hovered: hand.hovered,
      drag: hand.drag,
      previews: previewsOf(desk, still !== undefined),
      sight: desk.seen,
      ruler: desk.ruler,
      arcs: arcsOf(desk, piece, words),
      ...commandOf(desk, view),
      smoke: still?.smoke ?? [],
      marks: called?.marked(still?.marks ?? []) ?? [],
      handles: wheels && piece ? handlesOf(piece) : [],
      pick: desk.picking !== undefined,
      flash: hand.flash,
      names: desk.names,
    },
  };
}
