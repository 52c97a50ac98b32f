// What a form needs to know of the table to let a player point at things.
import type { Value } from '../lib/api';
import type { FieldKind } from './declared';
import type { Story } from './story';
import type { TableWords } from './words';

export interface Named {
  id: string;
  name: string;
}

/** Something to be pointed at on the table. */
export interface Picking {
  kind: FieldKind;
  title: string;
  done: (value: Value) => void;
}

export interface FormContext {
  story: Story;
  words: TableWords;
  own: Named[];
  seen: Named[];
  leaders: Named[];
  couriers: Named[];
  landmarks: string[];
  picking: Picking | undefined;
  pick: (picking: Picking | undefined) => void;
}

/** Whom a field of this kind can name. */
export function namesFor(kind: FieldKind, context: FormContext): Named[] | undefined {
  switch (kind) {
    case 'own_unit':
      return context.own;
    case 'seen_unit':
      return context.seen;
    case 'leader':
      return context.leaders;
    case 'courier':
      return context.couriers;
    case 'landmark':
      return context.landmarks.map((name) => ({ id: name, name: context.story.said(name) }));
    default:
      return undefined;
  }
}

export function isPointed(kind: FieldKind): boolean {
  return kind === 'own_unit' || kind === 'seen_unit' || kind === 'place' || kind === 'bearing' || kind === 'leader' || kind === 'courier';
}
