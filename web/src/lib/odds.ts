// Which odds to show first.
import type { FieldChances } from './api';
import { isWorking } from './sentence';

// What a player asks first: who wins, how many men it costs, what becomes of the unit, whether it succeeds.
const TELLING = [/(^|[._])(winner|attacker_wins)$/, /(^|[._])(\w*loss_men|men_lost|losses|loss_bases|hits|castings_killed|prisoners)$/, /(^|[._])(result|new_order|order_after|status_after|outcome)$/, /loss|casualt|hits?|killed|prisoner/, /pass|succe|fall|allowed/];

/** The field that interests a player first; the whole before its parts; otherwise the first that varies. */
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
