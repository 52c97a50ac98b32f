// The result in a sentence.
import type { Field } from './form';
import { at, readable } from './form';
import type { Value, Values } from './api';

interface YesNoWords {
  yes: string;
  no: string;
  none: string;
}

/** Fields that only repeat how the result came about. */
const WORKINGS = /(^|_)(dice|sum|modifier|total|column|raw|divisor|zone|points?|per_unit|table)(_|$)/;

const MOST_PARTS = 6;

/**
 * The rule set's own sentence with its blanks filled in; where it has none, the telling fields in a row: what is true, what is
 * not 0, what was chosen.
 */
export function sentence(template: string, fields: Field[], outcome: Values, words: YesNoWords): string {
  if (template) {
    return template.replace(/\{([\w.]+)\}/g, (_, path: string) => {
      const field = path.split('.').reduce<{ fields: Field[] } | undefined>(
        (within, name) => within?.fields.find((each) => each.name === name),
        { fields },
      ) as Field | undefined;
      return readable(field, at(outcome, path), words);
    });
  }
  const parts = telling(fields, outcome, words);
  return parts.slice(0, MOST_PARTS).join(' · ');
}

function telling(fields: Field[], outcome: Values, words: YesNoWords): string[] {
  const parts: string[] = [];
  for (const field of fields) {
    const value: Value | undefined = outcome[field.name];
    if (WORKINGS.test(field.name) || value === undefined || value === null) continue;
    if (field.kind === 'group') {
      const within = telling(field.fields, value as Values, words);
      if (within.length > 0) parts.push(`${field.title}: ${within.join(', ')}`);
    } else if (value === true) {
      parts.push(field.title);
    } else if (value !== false && value !== 0 && value !== 'none' && !(Array.isArray(value) && value.length === 0)) {
      parts.push(`${field.title}: ${readable(field, value, words)}`);
    }
  }
  return parts;
}
