import { describe, expect, test } from 'vitest';
import { entriesOf } from '../fixtures/expect-flows.ts';
import { analyze } from '../scan/analyze.ts';
import { InvalidRules, REPOSITORY_RULES } from './rule-source.ts';

const own = `rules:
  - id: no-legacy
    languages: [js]
    message: $F is the old way. Use the new one.
    severity: WARNING
    metadata: { cwe: CWE-477, references: ['https://example.com/legacy'] }
    pattern: legacy.$F(...)
    fix: modern.$F()
`;
const code = "const q = require('./q');\nlegacy.open(q);\nexports.h = (req) => eval(req.query.a);\n";

async function scan(
  files: Record<string, string>,
  rules: { owner: string; text: string; repository?: string }[] = [],
) {
  const analysis = await analyze({ files: entriesOf({ 'a.js': code, ...files }) }, { rules });
  analysis.close();
  return analysis;
}

const idsIn = ({ findings }: Awaited<ReturnType<typeof scan>>) => findings.map(({ ruleId }) => ruleId);

describe('users’ own rules', () => {
  test('report their id, owner and message', async () => {
    const analysis = await scan({}, [{ owner: 'organization', text: own }]);
    const finding = analysis.findings.find(({ ruleId }) => ruleId === 'organization/no-legacy');
    expect(finding).toMatchObject({
      agent: 'security.injection',
      title: 'open is the old way',
      severity: 'medium',
      cwe: ['CWE-477'],
      file: 'a.js',
      line: 2,
      snippet: 'legacy.open(q);',
      description: 'open is the old way. Use the new one.',
      recommendation: 'Write this instead: modern.open()',
      references: ['https://example.com/legacy'],
      source: 'code',
    });
    expect(idsIn(analysis)).toContain('injection/code');
  });

  test('suggest replacements by regular expression too', async () => {
    const text = own.replace(
      'fix: modern.$F()',
      String.raw`fix-regex: { regex: 'legacy\.(\w+)', replacement: 'modern.\1Now' }`,
    );
    const { findings } = await scan({}, [{ owner: 'organization', text }]);
    const finding = findings.find(({ ruleId }) => ruleId === 'organization/no-legacy');
    expect(finding?.recommendation).toBe('Write this instead: modern.openNow(q)');
  });

  test('of a repository come from its file, and invalid parts of it are a finding', async () => {
    const text = `${own}  - id: two\n    languages: [js]\n    message: m\n    severity: INFO\n    pattern-magic: x\n`;
    const analysis = await scan({ [REPOSITORY_RULES]: text });
    expect(idsIn(analysis)).toContain('repository/no-legacy');
    expect(analysis.findings.find(({ ruleId }) => ruleId === 'own-rules/not-supported')).toMatchObject({
      file: REPOSITORY_RULES,
      line: 13,
      description: '`rules[1].pattern-magic`: `pattern-magic` is not supported here.',
    });
  });

  test('that are invalid are refused by the caller', async () => {
    await expect(scan({}, [{ owner: 'config', text: 'rules: 1\n' }])).rejects.toThrow(InvalidRules);
  });

  test('disable rules and set severities, and nothing is dropped silently', async () => {
    const settings = 'disabled: [injection/code, no-legacy]\nseverity: { project-docs/no-readme: high }\n';
    const analysis = await scan({}, [{ owner: 'organization', text: own + settings }]);
    expect(idsIn(analysis)).not.toContain('injection/code');
    expect(idsIn(analysis)).not.toContain('organization/no-legacy');
    const readme = analysis.findings.find(({ ruleId }) => ruleId === 'project-docs/no-readme');
    expect(readme?.severity).toBe('high');
    const dropped = analysis.results['security.injection']?.dropped.map(
      ({ ruleId, reason }) => `${reason} ${ruleId}`,
    );
    expect(dropped).toContain('disabled injection/code');
    expect(dropped).toContain('disabled organization/no-legacy');
  });

  test('of a repository do not change those of its organization', async () => {
    const analysis = await scan(
      { [REPOSITORY_RULES]: 'disabled: [injection/code]\nseverity: { injection/xss: low }\n' },
      [{ owner: 'organization', text: `${own}severity: { injection/code: low }\n` }],
    );
    expect(idsIn(analysis)).toContain('organization/no-legacy');
    expect(idsIn(analysis)).not.toContain('injection/code');
  });

  test('of an uploaded archive add rules, and disable none', async () => {
    const text = `${own}disabled: [injection/code]\nseverity: { injection/xss: low }\n`;
    const analysis = await analyze(
      { files: entriesOf({ 'a.js': code, [REPOSITORY_RULES]: text }) },
      { ignoresRepositorySettings: true },
    );
    analysis.close();
    expect(idsIn(analysis)).toEqual(expect.arrayContaining(['injection/code', 'repository/no-legacy']));
    const told = analysis.findings.filter(({ ruleId }) => ruleId === 'own-rules/not-supported');
    expect(told.map(({ line }) => line).sort()).toEqual([10, 9]);
  });

  test('apply to a repository only by its name', async () => {
    const text = `${own}repositories:\n  shop: { disabled: [no-legacy] }\n`;
    const of = (repository: string) => scan({}, [{ owner: 'organization', text, repository }]);
    expect(idsIn(await of('shop'))).not.toContain('organization/no-legacy');
    expect(idsIn(await of('other'))).toContain('organization/no-legacy');
  });

  test('give equal findings for equal files', async () => {
    const rules = [{ owner: 'organization', text: own }];
    const [one, two] = [await scan({}, rules), await scan({}, rules)];
    expect(two.findings).toEqual(one.findings);
  });
});
