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

export function matches(query: string, ...texts: string[]): boolean {
  const within = plain(texts.join(' '));
  return plain(query)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
