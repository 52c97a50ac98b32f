// Finds things by name: every word must occur somewhere, whatever the case, the accents or the hyphens.

export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'oe')
    .replaceAll('å', 'aa')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[_\-–·§]/g, ' ');
}

/** Everyday words for the same thing, in both languages; each begins a word that is looked for. */
const SAME: readonly (readonly string[])[] = [
  ['shoot', 'shot', 'fire', 'firing', 'volley', 'musketry', 'skyd', 'skud', 'ild'],
  ['cannon', 'gun', 'artillery', 'battery', 'bombard', 'kanon', 'artilleri', 'batteri'],
  ['fight', 'melee', 'hand to hand', 'close combat', 'naerkamp', 'kamp'],
  ['charge', 'attack', 'assault', 'shock', 'angreb', 'storm'],
  ['run away', 'rout', 'flee', 'flight', 'contagion', 'panic', 'flugt', 'panik', 'smitte'],
  ['rally', 'recover', 'reorgani', 'samle', 'genvind'],
  ['courage', 'morale', 'moral', 'valeur'],
  ['walk', 'march', 'move', 'bevaeg', 'flyt'],
  ['horse', 'cavalry', 'rytter', 'kavaleri'],
  ['dead', 'loss', 'losses', 'casualt', 'kill', 'tab', 'doede'],
  ['captive', 'prisoner', 'capture', 'surrender', 'fange', 'overgive'],
  ['ammunition', 'bullets', 'loads', 'supply', 'ammunition', 'forsyning'],
  ['see', 'sight', 'visib', 'observ', 'syn', 'sigt'],
  ['house', 'building', 'town', 'village', 'hus', 'bygning', 'by'],
  ['command', 'order', 'courier', 'message', 'ordre', 'kommando'],
  ['weather', 'rain', 'fog', 'vejr', 'regn'],
];
const LEAST = 3;

/** A word and the everyday words for the same thing. */
function synonyms(word: string): string[] {
  if (word.length < LEAST) return [word];
  const groups = SAME.filter((group) => group.some((each) => each.startsWith(word) || (each.length >= LEAST && word.startsWith(each))));
  return [word, ...groups.flat().map(plain)];
}

export function matches(query: string, ...texts: string[]): boolean {
  const within = plain(texts.join(' '));
  const begins = ` ${within}`;
  return plain(query)
    .split(/\s+/)
    .every((word) => within.includes(word) || synonyms(word).some((each) => begins.includes(` ${each}`)));
}
