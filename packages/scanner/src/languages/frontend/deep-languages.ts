/** Languages with a parser. Others only have a tokenizer. */
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
