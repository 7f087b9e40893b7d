import { describe, expect, it } from 'vitest';
import { type Extent, isPolynomial } from './polynomial-pattern.ts';

const slow: [string, Extent][] = [
  [String.raw`\s+$`, 'search'],
  [String.raw`^\s+|\s+$`, 'search'],
  ['<!--.*-->', 'search'],
  [String.raw`\[.*\]\(.*\)`, 'search'],
  [String.raw`\d*px`, 'search'],
  [String.raw`^\s*\w*\s*\s*;$`, 'start'],
  ['^(.*),(.*)!', 'search'],
  ['^a*b?a*$', 'whole'],
  ['.*=.*=x', 'start'],
  [String.raw`\d{2,},`, 'search'],
  [String.raw`(?:^|;)\s*\w+\s+\w*\s*=`, 'search'],
];

const quick: [string, Extent][] = [
  [String.raw`^\s+$`, 'search'],
  [String.raw`\s+$`, 'start'],
  [String.raw`^\s+`, 'search'],
  [String.raw`\s+`, 'search'],
  [String.raw`\s*`, 'search'],
  [String.raw`\s{1,9}$`, 'search'],
  [String.raw`(?<=,)\s+$`, 'search'],
  [String.raw`\b\w+!`, 'search'],
  ['^[^,]*,[^,]*,[^,]*!', 'search'],
  [String.raw`^\d+\.\d+$`, 'whole'],
  ['^[a-z]+(?:-[a-z]+)*$', 'start'],
  ['.*', 'search'],
  ['.*=.*=', 'start'],
  [String.raw`,\s`, 'search'],
];

describe('patterns for which a backtracking engine needs quadratic time', () => {
  it.each(slow)('%s, matched as %s, may', (pattern, extent) => {
    expect(isPolynomial(pattern, '', extent)).toBe(true);
  });

  it.each(quick)('%s, matched as %s, may not', (pattern, extent) => {
    expect(isPolynomial(pattern, '', extent)).toBe(false);
  });

  it('what a dot matches decides whether the rest can fail', () => {
    expect(isPolynomial('^(.*),(.*)$', '', 'start')).toBe(true);
    expect(isPolynomial('^(.*),(.*)$', 's', 'start')).toBe(false);
  });

  it('the answer is unknown for a pattern that does not backtrack, has a negative lookahead, or is invalid', () => {
    expect(isPolynomial(String.raw`\s++$`, '', 'search')).toBeNull();
    expect(isPolynomial(String.raw`(?!x)\s+$`, '', 'search')).toBeNull();
    expect(isPolynomial('(a+', '', 'search')).toBeNull();
  });

  it('the cost of a hostile pattern is limited by its steps, however often its parts are repeated', () => {
    const cost = (times: number): number => {
      const before = process.cpuUsage();
      isPolynomial(`${'[^a]*[^b]*'.repeat(times)}$`, '', 'search');
      return process.cpuUsage(before).user / 1_000;
    };
    cost(20);
    expect(cost(90)).toBeLessThan(10 * cost(20) + 50);
  });

  // Twice the text takes about four times as long.
  it('a pattern that is reported takes quadratic time in a real engine', () => {
    const pattern = /\s+$/;
    const time = (length: number): number => {
      const text = `${' '.repeat(length)}x`;
      const before = process.cpuUsage();
      pattern.test(text);
      return process.cpuUsage(before).user;
    };
    time(2_000);
    expect(time(12_000)).toBeGreaterThan(2.5 * time(6_000));
  });
});
