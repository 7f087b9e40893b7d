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

/** The text without accents and typographic marks, which some people write and others do not. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[łŁøØßæÆœ’´\u00a0]/g, (letter) => bare[letter] ?? ' ');
}

/** A pattern of several languages, written one below the other so that each can be read. For folded text. */
export const anyOf = (...languages: readonly string[]) => new RegExp(foldLetters(languages.join('|')), 'iu');
