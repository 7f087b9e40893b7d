import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { isEventPattern, isEventType, MAX_TYPE_LENGTH, matchesPattern } from './event-pattern.ts';
import { PatternTrie } from './pattern-trie.ts';
import { compileTypeFilter } from './type-filter.ts';

// Few names, so that patterns and types often match.
const name = fc.constantFrom('a', 'b', 'c');
const typeText = fc.array(name, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('.'));
const patternText = fc
  .array(fc.oneof(name, fc.constant('*')), { minLength: 1, maxLength: 5 })
  .filter((parts) => parts.length > 1 || parts[0] === '*')
  .map((parts) => parts.join('.'));

/** The rule of the interface, written literally: segment by segment, from the left. */
function naiveMatch(pattern: string[], type: string[]): boolean {
  if (pattern.length === 1 && pattern[0] === '*') return type.length >= 1;
  if (pattern.length === 0 || type.length === 0) return pattern.length === type.length;
  return (pattern[0] === '*' || pattern[0] === type[0]) && naiveMatch(pattern.slice(1), type.slice(1));
}
const oracle = (pattern: string, type: string) => naiveMatch(pattern.split('.'), type.split('.'));

describe('patterns', () => {
  test('one pattern matches like the simple rule', () => {
    fc.assert(
      fc.property(patternText, typeText, (pattern, type) => {
        expect(matchesPattern(pattern, type)).toBe(oracle(pattern, type));
      }),
      { numRuns: 5_000 },
    );
  });

  test('a trie of many patterns finds exactly the matching ones', () => {
    fc.assert(
      fc.property(fc.array(patternText, { maxLength: 30 }), typeText, (patterns, type) => {
        const trie = new PatternTrie<number>();
        for (const [i, pattern] of patterns.entries()) trie.add(pattern, i);
        const expected = [...patterns.keys()].filter((i) =>
          oracle(required(patterns[i], 'patterns[i]'), type),
        );
        expect(trie.match(type).sort((a, b) => a - b)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('restricted types only match patterns that start with their name, and no `*`', () => {
    const trie = new PatternTrie<string>();
    const patterns = [
      '*',
      '*.configuration.*',
      '*.*.changed',
      'access.*',
      'access.*.changed',
      'access.configuration.changed',
    ];
    for (const pattern of patterns) trie.add(pattern, pattern);
    expect(trie.match('access.configuration.changed').sort()).toEqual([
      'access.*',
      'access.*.changed',
      'access.configuration.changed',
    ]);
    expect(trie.match('access.key.created').sort()).toEqual(['*', 'access.*']);
  });

  test('the regular expression of a filter gives the same result', () => {
    fc.assert(
      fc.property(patternText, typeText, (pattern, type) => {
        const filter = compileTypeFilter(pattern);
        const found = filter === undefined || new RegExp(filter.regex).test(type);
        expect(found).toBe(oracle(pattern, type));
        expect(filter?.matches(type, null) ?? true).toBe(found);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(['a.b', 'a-b_c.0', `a.${'b'.repeat(MAX_TYPE_LENGTH - 2)}`])('%s is a type', (text) => {
    expect(isEventType(text)).toBe(true);
    expect(isEventPattern(text)).toBe(true);
  });

  test.each([
    'a',
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'A.b',
    'a.b ',
    'a.b\n',
    'ä.b',
    `a.${'b'.repeat(MAX_TYPE_LENGTH - 1)}`,
  ])('%j is neither type nor pattern', (text) => {
    expect(isEventType(text)).toBe(false);
    expect(isEventPattern(text)).toBe(false);
  });

  test.each(['*', 'a.*', '*.a', 'a.*.c', '*.*'])('%s is a pattern but not a type', (text) => {
    expect(isEventPattern(text)).toBe(true);
    expect(isEventType(text)).toBe(false);
  });

  test.each(['**', 'a*', 'a.b*', 'a.*b', '%', 'a.%', 'a.?'])('%s is not a pattern', (text) => {
    expect(isEventPattern(text)).toBe(false);
  });
});
