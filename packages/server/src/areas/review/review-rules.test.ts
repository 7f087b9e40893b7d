import { buildZip } from '@trivium/scanner/fixtures';
import { describe, expect, test } from 'vitest';
import { useReview } from './testing/use-review.ts';

const t = useReview({ workerEntry: undefined, agentTimeoutMs: 60_000, analysisTimeoutMs: 60_000 });

const rules = `rules:
  - id: no-legacy
    languages: [js]
    message: The old way.
    severity: ERROR
    pattern: legacy.$F(...)
`;
const files = [
  { name: 'a.js', data: 'legacy.open(1);\nexports.h = (req) => eval(req.query.a);\n' },
  { name: 'package.json', data: '{"name":"shop"}' },
];

async function found(name = 'shop') {
  const uploaded = await t.upload(buildZip({ entries: files }), `?name=${name}`);
  const application = await t.until(`/applications/${uploaded.body.id}`, ['analyzed']);
  const review = await t.review(application.id, { categories: ['security'] });
  const { body } = await t.call('GET', `/reviews/${review.review_id}/results?limit=100`);
  const ids: string[] = body.findings.map(({ rule_id }: { rule_id: string }) => rule_id);
  return { ids, review: (await t.call('GET', `/reviews/${review.review_id}`)).body, results: body };
}

describe('rules of an organization', () => {
  test('are set, read, and make findings; other organizations do not have them', async () => {
    expect((await t.call('GET', '/rules')).body).toEqual({
      rules: '',
      rule_count: 0,
      sha256: null,
      updated_at: null,
    });
    const set = await t.call('PUT', '/rules', { rules });
    expect(set).toMatchObject({ status: 200, body: { rules, rule_count: 1 } });
    const { ids, review } = await found();
    expect(ids).toContain('organization/no-legacy');
    expect(ids).toContain('injection/code');
    expect(review.rules_sha256).toBe(set.body.sha256);
    t.org = await t.addOrganization();
    expect((await t.call('GET', '/rules')).body.rules).toBe('');
    const other = await found();
    expect(other.ids).not.toContain('organization/no-legacy');
    expect(other.review.rules_sha256).toBeNull();
  });

  test('turn rules off, for all applications and for one by name', async () => {
    await t.call('PUT', '/rules', { rules: `${rules}disabled: [injection/code]\n` });
    const { ids, results } = await found();
    expect(ids).not.toContain('injection/code');
    expect(results.dropped.disabled).toBe(1);
    await t.call('PUT', '/rules', { rules: 'repositories:\n  shop: { disabled: [injection/code] }\n' });
    expect((await found()).ids).not.toContain('injection/code');
    expect((await found('other')).ids).toContain('injection/code');
  });

  test('that are invalid are refused with line and field, and change nothing', async () => {
    await t.call('PUT', '/rules', { rules });
    const { status, body } = await t.call('PUT', '/rules', {
      rules: `${rules}    pattern-where-python: x\n`,
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_rules',
      field: 'rules',
      details: {
        problems: [
          {
            line: 7,
            field: 'rules[0].pattern-where-python',
            message: '`pattern-where-python` is not supported.',
          },
        ],
      },
    });
    expect((await t.call('GET', '/rules')).body.rules).toBe(rules);
    const hostile = await t.call('PUT', '/rules', { rules: '['.repeat(100_000) });
    expect(hostile).toMatchObject({ status: 400, body: { error: { code: 'invalid_rules' } } });
  });

  test('are checked without being set: their findings, and errors by line', async () => {
    await t.call('PUT', '/rules', { rules: '' });
    const text = `${rules}disabled: [injection/code]\nseverity: { access/cookie-flags: ERROR }\nrepositories:\n  shop: { disabled: [no-legacy] }\n`;
    expect((await t.call('POST', '/rules/preview', { rules: text })).body).toEqual({
      valid: true,
      problems: [],
      rules: [
        {
          rule_id: 'organization/no-legacy',
          severity: 'high',
          category: 'security',
          mode: 'search',
          languages: ['JavaScript', 'TypeScript', 'TSX'],
          message: 'The old way.',
        },
      ],
      disabled: ['injection/code'],
      severities: [{ rule_id: 'access/cookie-flags', severity: 'high' }],
      repositories: [{ name: 'shop', disabled: ['no-legacy'], severities: [] }],
    });
    const wrong = await t.call('POST', '/rules/preview', { rules: `${rules}disabled: [injection/cod]\n` });
    expect(wrong.body).toMatchObject({
      valid: false,
      problems: [{ line: 7, field: 'disabled[0]', message: 'There is no rule `injection/cod`.' }],
    });
    expect((await t.call('GET', '/rules')).body.rules).toBe('');
  });

  test('do not overwrite a faster change by somebody else', async () => {
    const { body: mine } = await t.call('PUT', '/rules', { rules });
    const stale = await t.call('PUT', '/rules', { rules: '', replaces: null });
    expect([stale.status, stale.body.error.code, stale.body.error.field]).toEqual([
      409,
      'conflict',
      'replaces',
    ]);
    const next = await t.call('PUT', '/rules', { rules: `${rules}# more\n`, replaces: mine.sha256 });
    expect(next.status).toBe(200);
    expect((await t.call('PUT', '/rules', { rules, replaces: mine.sha256 })).status).toBe(409);
    expect((await t.call('GET', '/rules')).body.rules).toBe(`${rules}# more\n`);
  });

  test('the built-in ones are listed by id, found by words and severity, each with an example', async () => {
    const all = await t.call('GET', '/rules/catalog?limit=1');
    expect(all.body.total).toBeGreaterThan(300);
    const { body } = await t.call('GET', '/rules/catalog?rule_id=injection/code');
    expect(body).toMatchObject({
      total: 1,
      rules: [{ rule_id: 'injection/code', severity: 'critical', cwe: 'CWE-94' }],
    });
    expect(body.rules[0].example.weak).not.toBe(body.rules[0].example.safe);
    const found = (await t.call('GET', '/rules/catalog?q=cookie&severity=medium&limit=100')).body.rules;
    expect(found.length).toBeGreaterThan(0);
    for (const { rule_id: id, name, severity } of found)
      expect([`${id} ${name}`.toLowerCase(), severity]).toEqual([
        expect.stringContaining('cookie'),
        'medium',
      ]);
    expect((await t.call('GET', '/rules/catalog?severity=worst')).status).toBe(400);
  });

  test('of a review stay the same until its end', async () => {
    const first = await t.call('PUT', '/rules', { rules });
    const { review } = await found();
    await t.call('PUT', '/rules', { rules: '' });
    const again = await t.call('GET', `/reviews/${review.review_id}`);
    expect(again.body.rules_sha256).toBe(first.body.sha256);
    const { ids } = await found();
    expect(ids).not.toContain('organization/no-legacy');
  });
});
