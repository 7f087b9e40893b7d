import { describe, expect, test } from 'vitest';
import { checkRules } from './check-rules.ts';

const head = 'rules:\n  - id: one\n    languages: [python]\n    message: Found.\n    severity: ERROR\n';

async function problemsOf(text: string) {
  const { problems } = await checkRules(text, 'config');
  return problems.map(({ line, field, message }) => `${line} ${field}: ${message}`);
}

describe('unsupported operators are refused by name, with line and field', () => {
  test.each([
    [
      '    pattern: f()\n    pattern-where-python: x\n',
      '7 rules[0].pattern-where-python: `pattern-where-python` is not supported.',
    ],
    [
      '    patterns:\n      - pattern: f($X)\n      - metavariable-type:\n          metavariable: $X\n          type: str\n',
      '8 rules[0].patterns[1].metavariable-type: `metavariable-type` is not supported.',
    ],
    [
      '    patterns:\n      - pattern: f($X)\n      - metavariable-analysis:\n          analyzer: entropy\n',
      '8 rules[0].patterns[1].metavariable-analysis: `metavariable-analysis` is not supported.',
    ],
    [
      '    mode: join\n    pattern: f()\n',
      '6 rules[0].mode: The mode `join` is not supported; there are search and taint.',
    ],
    [
      '    mode: taint\n    pattern-sources:\n      - pattern: a()\n        label: A\n    pattern-sinks:\n      - pattern: b()\n',
      '9 rules[0].pattern-sources[0].label: `label` is not supported.',
    ],
    [
      '    mode: taint\n    pattern-sources:\n      - pattern: a()\n    pattern-sinks:\n      - pattern: b()\n    pattern-propagators:\n      - pattern: c()\n',
      '11 rules[0].pattern-propagators: `pattern-propagators` is not supported.',
    ],
    [
      '    pattern-regex: (?=a)b\n',
      '6 rules[0].pattern-regex: Look-ahead and look-behind are not supported: expressions are read as RE2 reads them.',
    ],
    [
      '    pattern-regex: (a)\\1\n',
      '6 rules[0].pattern-regex: Back references are not supported: expressions are read as RE2 reads them.',
    ],
    ['    pattern: "def ("\n', '6 rules[0].pattern: The pattern cannot be parsed as Python.'],
    [
      '    pattern: f()\n    fix-regex:\n      regex: a\n',
      '7 rules[0].fix-regex.replacement: It must be a text.',
    ],
    ['    patterns:\n      - pattern-not: f()\n', '2 rules[0]: A rule needs a pattern that finds something.'],
    [
      '    patterns:\n      - pattern: f($X)\n      - metavariable-comparison:\n          comparison: re.match("a", $X)\n',
      '9 rules[0].patterns[1].metavariable-comparison.comparison: Only `$X < 10` is supported: a metavariable, a comparison, a number.',
    ],
  ])('%s', async (body, problem) => {
    expect(await problemsOf(head + body)).toContain(problem);
  });

  test('invalid languages, severities, ids and YAML', async () => {
    const rule = (part: string) => `rules:\n  - id: a\n    message: m\n    pattern: f()\n${part}`;
    expect((await problemsOf(rule('    severity: ERROR\n    languages: [cobol]\n')))[0]).toMatch(
      /^6 rules\[0\]\.languages: The language `cobol` is not supported; there are js, /,
    );
    expect(await problemsOf(rule('    severity: LOUD\n    languages: [go]\n'))).toEqual([
      '5 rules[0].severity: It must be ERROR, WARNING or INFO, or critical, high, medium or low.',
    ]);
    expect(await problemsOf('disabled: [injection/sqll]\nseverity:\n  injection/sql: worst\n')).toEqual([
      '1 disabled[0]: There is no rule `injection/sqll`.',
      '3 severity.injection/sql: It must be critical, high, medium, low.',
    ]);
    expect((await problemsOf('rules: [\n'))[0]).toMatch(/^\d+ : /);
    expect(await problemsOf('- a\n')).toEqual(['1 : It must be a mapping with `rules`.']);
  });

  test('nothing of an invalid rule is used, and the others are', async () => {
    const right =
      '  - id: two\n    languages: [python]\n    message: m\n    severity: INFO\n    pattern: g()\n';
    const { rules, problems } = await checkRules(`${head}    pattern-nonsense: f()\n${right}`, 'config');
    expect(rules.map(({ id }) => id)).toEqual(['two']);
    expect(problems.length).toBeGreaterThan(0);
  });
});

test('metadata, paths and settings are read', async () => {
  const text = `rules:
  - id: team.no-debug
    languages: [js]
    message: No debugging.
    severity: WARNING
    metadata:
      cwe: "CWE-489: Active Debug Code"
      owasp: [A05:2021]
      category: performance
      confidence: HIGH
      references: [https://example.com/rule]
    paths:
      include: [src/]
      exclude: ['*.test.js']
    fix: ''
    pattern: debugger
disabled: [injection/sql, team.no-debug]
severity:
  injection/xss: LOW
`;
  const { rules, disabled, severity, problems } = await checkRules(text, 'config');
  expect(problems).toEqual([]);
  expect(rules[0]).toMatchObject({
    severity: 'medium',
    confidence: 0.9,
    cwe: ['CWE-489'],
    category: 'performance',
    references: ['https://example.com/rule'],
    paths: { include: ['src/'], exclude: ['*.test.js'] },
  });
  expect(disabled).toEqual(['injection/sql', 'team.no-debug']);
  expect(severity).toEqual({ 'injection/xss': 'low' });
});
