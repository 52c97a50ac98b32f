// A scenario's troops as a roster.
import type { ListedScenario, TextFile, Troops } from './api';
import { newId } from './ids';
import type { Deed, Joining } from './log/events';
import { RANKS, type Leader, type Rank, type Roster, type Side } from './roster';

/** The roster's colour for a scenario's side: its own if it is named after a colour; otherwise the first is blue and all others are red. */
export function colourOf(troops: Troops, side: string): Side {
  if (side === 'blue' || side === 'red') return side;
  return troops.sides[0]?.id === side ? 'blue' : 'red';
}

/** Minutes after midnight for `16:30`; nine o'clock if the text is not a time. */
function minutesOf(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined ? 9 * 60 : (Number(hours) % 24) * 60 + Number(minutes);
}

/** What makes a roster of a scenario's troops: of one side, or of all. */
export function deedsOfTroops(troops: Troops, rules: string, only: string | undefined): Deed[] {
  const wanted = (side: string) => only === undefined || only === side;
  const ids = new Map(troops.leaders.map((leader) => [leader.id, newId()]));
  const leaders = troops.leaders
    .filter((leader) => wanted(leader.side))
    .map((leader): Leader => {
      const superior = leader.superior ? ids.get(leader.superior) : undefined;
      return {
        id: ids.get(leader.id) ?? newId(),
        name: leader.name,
        side: colourOf(troops, leader.side),
        rank: RANKS.find((rank): rank is Rank => rank === leader.rank) ?? 'brigade',
        fallen: false,
        ...(superior ? { superior } : {}),
      };
    });
  const units = troops.units
    .filter((unit) => wanted(unit.side))
    .map((unit): Joining => {
      const leader = ids.get(unit.leader);
      return {
        id: newId(),
        name: unit.name,
        side: colourOf(troops, unit.side),
        figures: unit.figures,
        men: unit.men,
        properties: { ...unit.properties },
        ...(leader ? { leader } : {}),
        ...(unit.comes ? { comes: unit.comes } : {}),
      };
    });
  const sides: Roster['sideNames'] = {};
  for (const side of troops.sides.filter((each) => wanted(each.id))) {
    const colour = colourOf(troops, side.id);
    sides[colour] = sides[colour] ? `${sides[colour]}, ${side.name}` : side.name;
  }
  return [
    { kind: 'begin', rules, name: troops.name, start: minutesOf(troops.starts), sides },
    { kind: 'leaders', leaders },
    { kind: 'units', units },
  ];
}

/** From the files a player picked: the scenario, and the ground if it is among them. */
export function sorted(files: TextFile[]): { scenario: TextFile; ground?: TextFile } | undefined {
  const scenario = files.find((file) => file.name.toLowerCase().endsWith('.toml'));
  const ground = files.find((file) => /\.(geo)?json$/i.test(file.name));
  return scenario && { scenario, ...(ground ? { ground } : {}) };
}

/** Those made for these rules come first: only they bring all that the rules ask of a unit. */
export function forRules(listed: readonly ListedScenario[], rules: string): ListedScenario[] {
  return listed.toSorted((one, other) => Number(other.rules.includes(rules)) - Number(one.rules.includes(rules)));
}
