/** A type: two or more dot-separated segments of `[a-z0-9_-]+`, at most 255 characters. */
const typeForm = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;
const patternSegment = /^(?:[a-z0-9_-]+|\*)$/;

export const MAX_TYPE_LENGTH = 255;

export function isEventType(text: string): boolean {
  return text.length <= MAX_TYPE_LENGTH && typeForm.test(text);
}

/**
 * A pattern: a type in which segments may be `*`. At the end it stands for one or more segments, elsewhere
 * for exactly one; alone, for every type.
 */
export function isEventPattern(text: string): boolean {
  if (text.length === 0 || text.length > MAX_TYPE_LENGTH) return false;
  if (text === '*') return true;
  const segments = text.split('.');
  return segments.length > 1 && segments.every((segment) => patternSegment.test(segment));
}

export function isExactPattern(pattern: string): boolean {
  return !pattern.includes('*');
}

/** Whether a pattern matches a type. For many patterns at once, use `PatternTrie`. */
export function matchesPattern(pattern: string, type: string): boolean {
  const wanted = pattern.split('.');
  const given = type.split('.');
  const open = wanted.at(-1) === '*';
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, i) => segment === '*' || segment === given[i]);
}
