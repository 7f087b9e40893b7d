/** Languages whose code calls each other's. */
const worlds: Record<string, string> = {
  TypeScript: 'js',
  TSX: 'js',
  JavaScript: 'js',
  Java: 'jvm',
  Kotlin: 'jvm',
  C: 'c',
  'C++': 'c',
};

export function isSameWorld(a: string, b: string): boolean {
  return (worlds[a] ?? a) === (worlds[b] ?? b);
}
