/**
 * A regular expression for PostgreSQL that matches the names a pattern matches. The pattern must
 * have been checked: its characters are then safe in one.
 */
export function patternRegex(pattern: string): string {
  if (pattern === '*') return '^';
  const segments = pattern.split('.');
  const last = segments.length - 1;
  const parts = segments.map((segment, i) => (segment !== '*' ? segment : i === last ? '.+' : '[^.]+'));
  return `^${parts.join('\\.')}$`;
}
