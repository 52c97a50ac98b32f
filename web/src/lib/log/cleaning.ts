// A file may state what these rules do not have: a weapon of an older edition, a number out of bounds. Only that is left out, and it is told.
import type { Value, Values } from '../api';
import { propertyField } from '../facts';
import type { Field } from '../form';
import type { RosterForm } from '../roster';
import type { Deed } from './events';

/** What was left out: whose, which property, and what it was. */
export interface LeftOut {
  unit: string;
  property: string;
  value: string;
}

/** Can a property be this? */
function canBe(field: Field | undefined, value: Value | undefined): boolean {
  if (!field) return false;
  if (value === null || value === undefined) return true;
  switch (field.kind) {
    case 'choice':
      return field.choices.some((choice) => choice.value === value);
    case 'yesNo':
      return typeof value === 'boolean';
    case 'whole':
    case 'number':
      return typeof value === 'number' && (field.kind !== 'whole' || Number.isInteger(value)) && value >= (field.least ?? value) && value <= (field.most ?? value);
    default:
      return true;
  }
}

/** Cleans the events of a file, one after the other. */
export class Cleaning {
  readonly left: LeftOut[] = [];
  private readonly names = new Map<string, string>();

  constructor(
    private readonly form: RosterForm,
    private readonly procedures: ReadonlySet<string>,
  ) {}

  private sound(unit: string, values: Values): Values {
    const kept = Object.entries(values).filter(([key, value]) => {
      const field = propertyField(this.form, key);
      const fits = canBe(field, value);
      if (!fits) this.left.push({ unit: this.names.get(unit) ?? unit, property: field?.title ?? key, value: String(value) });
      return fits;
    });
    return Object.fromEntries(kept);
  }

  /** The same without what these rules do not have. */
  take<D extends Deed>(deed: D): D {
    switch (deed.kind) {
      case 'units':
        for (const unit of deed.units) this.names.set(unit.id, unit.name);
        return { ...deed, units: deed.units.map((unit) => ({ ...unit, properties: this.sound(unit.id, unit.properties) })) };
      case 'change':
        return deed.set ? { ...deed, set: this.sound(deed.unit, deed.set) } : deed;
      case 'book': {
        const units = deed.units.map((booked) => (booked.set ? { ...booked, set: this.sound(booked.unit, booked.set) } : booked));
        const { procedure, outcome, ...rest } = deed;
        // What a sum of another edition was called says nothing here; what it did to the units counts.
        if (procedure === undefined || this.procedures.has(procedure)) return { ...deed, units };
        return { ...rest, units } as unknown as D;
      }
      default:
        return deed;
    }
  }
}
