// Which odds to show first.
import type { FieldChances } from './api';
import { isWorking } from './sentence';

const TELLING = [/(^|[._])(result|new_order|order_after|outcome)$/, /loss|casualt|hits?|killed|prisoner/, /pass|succe|fall|allowed/];

/** The field that interests a player first: the result, otherwise the losses, otherwise success, otherwise the first that varies; the whole before its parts. */
export function usual(fields: FieldChances[]): FieldChances | undefined {
  const isPart = (each: FieldChances) => Number(each.field.includes('['));
  const results = fields
    .filter((each) => !isWorking(each.field.split('.').at(-1) ?? ''))
    .sort((one, other) => isPart(one) - isPart(other));
  for (const telling of TELLING) {
    const found = results.filter((each) => telling.test(each.field) && each.values.length > 1);
    // "How many" says more than "whether".
    const first = found.find((each) => typeof each.values[0]?.value !== 'boolean') ?? found[0];
    if (first) return first;
  }
  return results[0] ?? fields[0];
}
