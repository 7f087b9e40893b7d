import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';

/** How each language writes a pattern, with a placeholder for it. */
const forms: [path: string, text: (pattern: string) => string][] = [
  ['src/A.java', (pattern) => `class A {\n  boolean f(String s) { return s.matches("${pattern}"); }\n}\n`],
  ['src/A.java', (pattern) => `class A {\n  @Pattern(regexp = "${pattern}") String s;\n}\n`],
  ['src/a.kt', (pattern) => `object A {\n  val p = Regex("${pattern}")\n}\n`],
  ['src/a.kt', (pattern) => `object A {\n  val p = "${pattern}".toRegex()\n}\n`],
  [
    'src/A.cs',
    (pattern) => `class A {\n  static readonly Regex P = new(""), Q = new Regex(@"${pattern}");\n}\n`,
  ],
  ['src/A.cs', (pattern) => `class A {\n  bool F(string s) => Regex.IsMatch(s, @"${pattern}");\n}\n`],
];

describe('patterns that may never end', () => {
  it.each(forms)('%s: reported for a repetition in a repetition, and only there (%#)', async (path, text) => {
    const linesOf = async (pattern: string) => {
      const { index, entries, dependencies } = await reviewInput({ [path]: text(pattern) });
      const { findings } = await runAgent('performance.runtime', index, entries, { dependencies });
      return findings.filter((one) => one.ruleId === 'runtime/slow-pattern').map((one) => one.line);
    };
    expect(await linesOf('^(([a-z])+.)+[A-Z]$')).toEqual([2]);
    expect(await linesOf('^([a-z]+ ?)+$')).toEqual([2]);
    expect(await linesOf('^([a-z0-9]+(-[a-z0-9]+)*)+$')).toEqual([2]);
    expect(await linesOf('^[a-z]+(?:-[a-z]+)*$')).toEqual([]);
  });
});
