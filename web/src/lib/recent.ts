// The procedures a player used last, so that the next turn begins where the last one ended.
import { recall, remember } from './memory';

const MOST = 6;

export function recent(rules: string): string[] {
  const kept = recall<unknown>(`recent/${rules}`);
  return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string').slice(0, MOST) : [];
}

export function used(rules: string, procedure: string): void {
  const others = recent(rules).filter((name) => name !== procedure);
  remember(`recent/${rules}`, [procedure, ...others].slice(0, MOST));
}
