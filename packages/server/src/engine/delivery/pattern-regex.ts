/**
 * A PostgreSQL regular expression that matches the same names as a pattern. The pattern must be validated:
 * its characters are then safe in a regular expression.
 */
export function patternRegex(pattern: string): string {
  if (pattern === '*') return '^';
  const segments = pattern.split('.');
  const last = segments.length - 1;
  const parts = segments.map((segment, i) => (segment !== '*' ? segment : i === last ? '.+' : '[^.]+'));
  return `^${parts.join('\\.')}$`;
}
