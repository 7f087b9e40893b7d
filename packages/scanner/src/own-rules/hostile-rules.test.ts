import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Parser } from 'web-tree-sitter';
import { entriesOf } from '../fixtures/expect-flows.ts';
import { parserRuntime } from '../languages/frontend/syntax-tree.ts';
import { indexFile } from '../read/files/index-file.ts';
import { applyRules } from './apply-rules.ts';
import { BoundedRegex } from './bounded-regex.ts';
import { checkRules } from './check-rules.ts';
import { ruleLimits } from './limits.ts';

const ruleOf = (pattern: string) =>
  `rules:\n  - id: one\n    languages: [js]\n    message: m\n    severity: ERROR\n    ${pattern}\n`;

async function apply(text: string, code: string) {
  const { rules, problems } = await checkRules(text, 'config');
  expect(problems).toEqual([]);
  const entries = entriesOf({ 'a.js': code });
  const files = entries.map((entry) => indexFile(entry, { maxFileBytes: 2e6, fileBudgetMs: 10_000 }).file);
  return applyRules({ rules, files, textOf: () => code });
}

describe('hostile rules are limited', () => {
  test('a file above its limits is refused before it is read', async () => {
    const { problems } = await checkRules('#'.repeat(ruleLimits.mostBytes + 1), 'config');
    expect(problems[0]?.message).toContain('bytes');
    const many = Array.from({ length: ruleLimits.mostRules + 1 }, (_, at) => `  - id: r${at}`).join('\n');
    expect((await checkRules(`rules:\n${many}\n`, 'config')).problems[0]?.message).toContain('rules');
  });

  test('YAML that is deeply nested, refers to itself or expands', async () => {
    for (const text of [
      '['.repeat(200_000),
      'rules: &a\n  - *a\n',
      'a: &a [x]\nb: &b [*a, *a]\nrules: [*b, *b]\n',
      '{'.repeat(50_000),
    ]) {
      const { rules, problems } = await checkRules(text, 'config');
      expect(rules).toEqual([]);
      expect(problems.length).toBeGreaterThan(0);
    }
  });

  test('a file full of the longest patterns is read within its time', async () => {
    const patterns = Array.from(
      { length: 200 },
      (_, at) => `      - pattern: "f${at}(${'a(b, '.repeat(650)}${')'.repeat(650)})"`,
    ).join('\n');
    const text = `rules:\n  - id: one\n    languages: [js, python, java, go]\n    message: m\n    severity: ERROR\n    pattern-either:\n${patterns}\n`;
    const { rules, problems } = await checkRules(text, 'config');
    expect(rules.length + problems.length).toBe(1);
  });

  test('a pattern that crashes the parser is refused, and those after it are read', async () => {
    // That of this thread: each crash leads to another module.
    const { prototype } = (await parserRuntime()).Parser;
    const parse = prototype.parse;
    const crashing = vi.spyOn(prototype, 'parse').mockImplementation(function (this: Parser, ...given) {
      const [input] = given;
      const text = typeof input === 'string' ? input : input(0, { row: 0, column: 0 });
      if (text?.includes('unlucky')) throw new Error('Aborted()');
      return parse.apply(this, given);
    });
    onTestFinished(() => crashing.mockRestore());
    const rule = (id: string) =>
      `  - id: ${id}\n    languages: [python]\n    message: m\n    severity: ERROR\n    pattern: ${id}()\n`;
    const { rules, problems } = await checkRules(`rules:\n${rule('unlucky')}${rule('sound')}`, 'config');
    expect(problems.map(({ message }) => message)).toEqual(['The pattern cannot be parsed as Python.']);
    expect(rules.map(({ id }) => id)).toEqual(['sound']);
  });

  test('endlessly nested operators', async () => {
    let body = '{pattern: f()}';
    for (let at = 0; at < 40; at++) body = `{patterns: [${body}]}`;
    const { problems } = await checkRules(ruleOf(`patterns: [${body}]`), 'config');
    expect(problems[0]?.message).toContain('deep');
  });

  test('deeply nested or long patterns', async () => {
    const deep = `pattern: "${'('.repeat(4_000)}${')'.repeat(4_000)}"`;
    expect((await checkRules(ruleOf(deep), 'config')).problems).toHaveLength(1);
    const long = `pattern: "f(${'a,'.repeat(5_000)}b)"`;
    expect((await checkRules(ruleOf(long), 'config')).problems[0]?.message).toContain('characters');
  });

  test('regular expressions that other engines never finish', async () => {
    const { drafts } = await apply(ruleOf("pattern-regex: '(a+)+$'"), `"${'a'.repeat(100_000)}!"`);
    expect(drafts).toEqual([]);
    expect(() => new BoundedRegex('(((a{1,100}){1,100}){1,100})')).toThrow();
    expect(() => new BoundedRegex('a{1000}b{1000}c{1000}d{1000}e{1000}')).toThrow('too large');
    expect(new BoundedRegex('[a-z]{1,900}x').findAll('a'.repeat(1_000_000), 10)).toBeNull();
  });

  test('a pattern that matches everywhere gives a limited number of findings, and says that it was cut', async () => {
    const code = 'f(a, b, c);\n'.repeat(20_000);
    const { drafts, isCut } = await apply(ruleOf('pattern: $X'), code);
    expect(drafts.length).toBeLessThanOrEqual(ruleLimits.findingsPerFile);
    expect(isCut).toBe(true);
  });

  test('ellipses and metavariables with endless combinations', async () => {
    const pattern = `f(${Array.from({ length: 12 }, (_, at) => `..., $A${at}`).join(', ')}, ..., last)`;
    const call = `f(${Array.from({ length: 60 }, (_, at) => `a${at}`).join(', ')});\n`;
    const code = `${call.repeat(50)}f(last);\n`;
    const { drafts, isCut } = await apply(ruleOf(`pattern: ${pattern}`), code);
    expect(drafts).toEqual([]);
    expect(isCut).toBe(true);
  });

  test('matches of two patterns with endless pairs', async () => {
    const rule = 'patterns: [{pattern: $A}, {pattern: $B}, {pattern-inside: $C}]';
    const { isCut } = await apply(ruleOf(rule), 'f(a, b, c);\n'.repeat(5_000));
    expect(isCut).toBe(true);
  });

  test('deep code under a deep pattern', async () => {
    const code = `${'f('.repeat(900)}x${')'.repeat(900)};\n`;
    const { drafts } = await apply(ruleOf('pattern: f(<... x ...>)'), code);
    expect(drafts.length).toBeLessThanOrEqual(ruleLimits.findingsPerFile);
  });
});
