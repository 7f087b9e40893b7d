import { describe, expect, it } from 'vitest';
import { isExponential } from './exponential-pattern.ts';

const slow = [
  '^(a+)+$',
  '^([a-z]*)*$',
  '(a|aa?)*b',
  '(b|a?b)*c',
  '^(a?b?)*$',
  String.raw`((\d|[0-9])*)"`,
  String.raw`^\b_((?:__|[\s\S])+?)_\b`,
  '^([\\s[{(]|#.*)*$',
  String.raw`"((?:\\[\x00-\x7f]|[^\x00-\x08\x0a-\x1f\x7f"])*)"`,
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-z]{2,})+$',
];

const quick = [
  '^[a-z]+(?:-[a-z]+)*$',
  '(.*,)+.+',
  String.raw`"((?:\\[\x00-\x7f]|[^\x00-\x08\x0a-\x1f\x7f"\\])*)"`,
  String.raw`(\r\n|\r|\n)+`,
  String.raw`([\w.]+)*`,
  '((a|[^a])*)"',
  String.raw`^\d{3}(-\d{4}){2,5}$`,
  String.raw`^(?:\d{1,3}\.){3}\d{1,3}$`,
];

describe('patterns for which a backtracking engine may need exponential time', () => {
  it.each(slow)('%s may', (pattern) => expect(isExponential(pattern, '')).toBe(true));
  it.each(quick)('%s may not', (pattern) => expect(isExponential(pattern, '')).toBe(false));

  it('flags matter: what a dot matches, and whether case distinguishes branches', () => {
    expect(isExponential(String.raw`(.|\n)*!`, '')).toBe(false);
    expect(isExponential(String.raw`(.|\n)*!`, 's')).toBe(true);
    expect(isExponential('(a|A)*b', '')).toBe(false);
    expect(isExponential('(a|A)*b', 'i')).toBe(true);
  });

  it('the answer is unknown for a pattern that does not backtrack, is invalid, or is huge', () => {
    expect(isExponential('(?>a+)+$', '')).toBeNull();
    expect(isExponential('(a++)+$', '')).toBeNull();
    expect(isExponential('(a+', '')).toBeNull();
    expect(isExponential(`(${'(?:ab?|c)'.repeat(200)})*d`, '')).toBeNull();
  });
});
