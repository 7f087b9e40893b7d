/** Languages that are read with a parser; the rest by the lexer alone. */
export const deepLanguages: ReadonlySet<string> = new Set([
  'JavaScript',
  'TypeScript',
  'TSX',
  'Java',
  'Python',
  'Go',
  'C#',
  'PHP',
  'Ruby',
  'Rust',
  'Kotlin',
  'C',
  'C++',
  'Swift',
  'Dart',
  'Scala',
]);
