const bare: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  '’': "'",
  '´': "'",
  ' ': ' ',
};

/** The text without accents and typographic marks, which not everybody writes. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[łŁøØßæÆœ’´\u00a0]/g, (letter) => bare[letter] ?? ' ');
}

/** Combines patterns for several languages, one per line for readability. For folded text. */
export const anyOf = (...languages: readonly string[]) => new RegExp(foldLetters(languages.join('|')), 'iu');
