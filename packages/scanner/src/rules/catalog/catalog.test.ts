import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { required } from '../../fixtures/required.ts';
import { taintKinds } from '../../flow/kinds.ts';
import { accessRules, cryptoRules, injectionRules } from '../../languages/text-rules.ts';
import { providerFormats } from '../../secrets/provider-formats.ts';
import { severities } from '../../types/finding.ts';
import { severityTable } from '../severity.ts';
import { catalog } from './catalog.ts';
import practices from './practices.json' with { type: 'json' };
import weaknesses from './weaknesses.json' with { type: 'json' };

const src = join(import.meta.dirname, '../..');
const families = new Set([...catalog.keys()].map((id) => id.split('/')[0]));

/** Ids that are literals in the code. The others are built from tables. */
const written = new Set(
  globSync('**/*.ts', {
    cwd: src,
    exclude: ['rules/catalog/**', 'patches/**', 'fixtures/**', '**/*.test.ts'],
  })
    .flatMap((path) => [...readFileSync(join(src, path), 'utf8').matchAll(/'([a-z-]+)\/([a-z0-9-]+)'/g)])
    .flatMap(([, family = '', rule]) => (families.has(family) ? `${family}/${rule}` : [])),
);
const computed = [
  ...taintKinds.map((kind) => `injection/${kind.replaceAll('_', '-')}`),
  ...providerFormats.map(({ id }) => `secrets/${id}`),
  ...['private-key', 'password', 'weak-password', 'generic-token'].map((rule) => `secrets/${rule}`),
  ...['url-credentials', 'authorization-header', 'aws-secret-key'].map((rule) => `secrets/${rule}`),
  ...['no-readme', 'no-license', 'short-readme', 'no-setup', 'dead-link'].map(
    (rule) => `project-docs/${rule}`,
  ),
];
const byModel = [...catalog.keys()].filter((id) => id.endsWith('/model'));

test('every rule in the code has one row, and every row a rule', () => {
  const known = [...new Set([...written, ...computed, ...byModel])].sort();
  expect([...catalog.keys()]).toEqual(known);
  expect(byModel).toHaveLength(9);
});

test('a row has a weakness that its rules have, and the highest severity of them', () => {
  for (const rule of [...accessRules, ...cryptoRules, ...injectionRules]) {
    const { cwe, severity } = required(catalog.get(rule.id), rule.id);
    const told = [...accessRules, ...cryptoRules, ...injectionRules].filter(({ id }) => id === rule.id);
    const named = told.flatMap((one) => one.cwe);
    if (named.length > 0) expect(named, rule.id).toContain(cwe);
    const gravest = severityTable[rule.impact].external;
    expect(severities.indexOf(severity), rule.id).toBeLessThanOrEqual(severities.indexOf(gravest));
  }
});

test('a row says what the rule is about, why it matters, how to fix it and where to read more', () => {
  for (const rule of catalog.values()) {
    for (const text of [rule.description, rule.why, rule.cure]) expect(text, rule.id).toMatch(/^[A-Z].+\.$/);
    for (const url of rule.references) expect(url, rule.id).toMatch(/^https:\/\//);
    if (rule.owasp !== null) expect(rule.owasp, rule.id).toMatch(/^A(?:0\d|10):2021 [A-Z]/);
    for (const cwe of rule.related) expect(cwe, rule.id).toMatch(/^CWE-\d+$/);
    expect(rule.related, rule.id).not.toContain(rule.cwe);
  }
});

test('every meaning belongs to a rule', () => {
  const weaknessesOfRules = new Set([...catalog.values()].map(({ cwe }) => cwe));
  expect(Object.keys(weaknesses).filter((cwe) => !weaknessesOfRules.has(cwe))).toEqual([]);
  expect(Object.keys(practices).filter((id) => !catalog.has(id))).toEqual([]);
});
