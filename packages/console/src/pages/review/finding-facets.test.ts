import { expect, test } from 'vitest';
import { facetsOf } from './finding-facets.ts';
import type { Finding } from './use-findings.ts';

const finding = (rule: string, category: string) =>
  ({ rule_id: rule, category, severity: 'high', status: 'new', file: 'a.js', acknowledged: null }) as Finding;

const findings = [
  finding('sql', 'security'),
  finding('sql', 'security'),
  finding('eval', 'security'),
  finding('long', 'quality'),
];

test('each filter counts what the others leave', () => {
  const { category, rule, severity } = facetsOf(findings, { rule: 'sql' });
  expect(category.map(({ label }) => label)).toEqual(['Any', 'Security (2)']);
  expect(rule.map(({ label }) => label)).toEqual(['Any', 'sql (2)', 'eval (1)', 'long (1)']);
  expect(severity.high).toBe(2);
});

test('options that did not change stay the same array, and others are new', () => {
  const before = facetsOf(findings, {});
  const after = facetsOf(findings, { rule: 'sql' }, before);
  expect(after.rule).toBe(before.rule);
  expect(after.category).not.toBe(before.category);
});
