import { describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import { useReview } from './testing/use-review.ts';

const t = useReview();

const found = [
  { severity: 'low', line: 9, file: 'src/b.js' },
  { severity: 'critical', line: 5, confidence: 0.7 },
  { severity: 'high', line: 7 },
  { severity: 'critical', line: 4, confidence: 0.95 },
] as const;

const script = {
  agents: {
    'security.injection': { findings: [...found] },
    'testing.test-quality': { findings: [{ severity: 'medium' as const, line: 2, file: 'src/c.test.js' }] },
  },
};

async function reviewed(body: object = { categories: 'all' }) {
  const application = await t.analyze(script);
  const review = await t.review(application.id, body);
  const path = `/reviews/${review.review_id}/results`;
  return { application, review, path, read: async (query = '') => (await t.call('GET', path + query)).body };
}

const linesOf = ({ findings }: { findings: { line: number }[] }) => findings.map(({ line }) => line);

describe('results', () => {
  test('are ranked, summed up, filtered and paged', async () => {
    const { read } = await reviewed();
    const all = await read();
    expect(linesOf(all)).toEqual([4, 5, 7, 2, 9]);
    expect(all).toMatchObject({
      complete: true,
      summary: { critical: 2, high: 1, medium: 1, low: 1, total: 5 },
      by_category: { security: { critical: 2, high: 1, medium: 0, low: 1 } },
      scores: { cloud_readiness: 69 },
      total: 5,
      has_more: false,
    });
    expect(linesOf(await read('?severity=critical'))).toEqual([4, 5]);
    expect(linesOf(await read('?category=testing'))).toEqual([2]);
    expect(linesOf(await read('?file=src/b.js'))).toEqual([9]);
    expect(await read('?limit=2&offset=2')).toMatchObject({ total: 5, limit: 2, offset: 2, has_more: true });
    expect((await read('?file=nowhere')).total).toBe(0);
  });

  test('of the same archive have the same bytes, whoever uploaded it', async () => {
    const one = await reviewed();
    const first = await one.read('?limit=100');
    t.org = await t.addOrganization();
    const other = await reviewed();
    const second = await other.read('?limit=100');
    expect(JSON.stringify(second.findings)).toBe(JSON.stringify(first.findings));
    expect(first.findings).toHaveLength(5);
  });

  test('can be downloaded completely, one per line, with the same content as the pages', async () => {
    const { path, read } = await reviewed();
    const { findings } = await read('?limit=100');
    const lines = path.replace(/results$/, 'findings');
    const linesOfAll = async (query = '') => {
      const answer = await t.call('GET', `${lines}${query}`);
      expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      return answer.text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    };
    expect(await linesOfAll()).toEqual(findings);
    expect(await linesOfAll('?most=2')).toEqual(findings.slice(0, 2));
    expect(linesOf({ findings: await linesOfAll('?severity=critical') })).toEqual([4, 5]);
    expect(await linesOfAll('?file=nowhere')).toEqual([]);
  });

  test('are SARIF 2.1.0 on request, and SARIF of other tools can be imported', async () => {
    const { application, path } = await reviewed();
    const answer = await t.call('GET', path, undefined, { accept: 'application/sarif+json' });
    expect(answer.headers['content-type']).toContain('application/sarif+json');
    const [run] = answer.body.runs;
    expect(answer.body.version).toBe('2.1.0');
    expect(run.results).toHaveLength(5);
    expect(run.results[0]).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 4 } } }],
      codeFlows: [{ threadFlows: [{ locations: [{}, {}] }] }],
    });
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'security.injection/sample',
      'testing.test-quality/sample',
    ]);
    const imported = await t.send('POST', `/applications/${application.id}/sarif`, answer.text, {
      'content-type': 'application/sarif+json',
    });
    expect(imported).toMatchObject({ status: 201, body: { origin: 'sarif', status: 'completed' } });
    const { body } = await t.call('GET', `/reviews/${imported.body.review_id}/results`);
    expect(body).toMatchObject({ complete: true, summary: { critical: 2, high: 1, medium: 1, low: 1 } });
    expect(body.findings[0]).toMatchObject({ agent: 'sarif.trivium', file: 'src/a.js' });
    for (const [text, code] of [
      ['nonsense', 'invalid_sarif'],
      ['{"version":"1.0"}', 'invalid_sarif'],
      ['{"version":"2.1.0","runs":[{}]}', 'invalid_sarif'],
      ['{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":5}]}', 'invalid_sarif'],
    ] as const) {
      const refused = await t.send('POST', `/applications/${application.id}/sarif`, text, {
        'content-type': 'application/sarif+json',
      });
      expect(refused).toMatchObject({ status: 400, body: { error: { code } } });
    }
    await t.call('POST', `/applications/${application.id}/archive`);
    const late = await t.send('POST', `/applications/${application.id}/sarif`, answer.text, {
      'content-type': 'application/sarif+json',
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
  });

  test('do not count findings of the baseline, or findings suppressed with a reason', async () => {
    const { application, review, read } = await reviewed();
    const again = await t.review(application.id, { baseline_review_id: review.review_id, categories: 'all' });
    const { body } = await t.call('GET', `/reviews/${again.review_id}/results`);
    expect(body).toMatchObject({ summary: { total: 0 }, total: 5, dropped: { baseline: 5 } });
    expect(new Set(body.findings.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['existing']),
    );

    const [worst] = (await read()).findings;
    const reason = 'Reached by operators alone.';
    const made = await t.call('POST', '/suppressions', { fingerprint: worst.fingerprint, reason });
    expect(made.status).toBe(201);
    for (const none of [undefined, '', ' \n']) {
      const refused = await t.call('POST', '/suppressions', { fingerprint: worst.fingerprint, reason: none });
      expect(refused).toMatchObject({ status: 400, body: { error: { field: 'reason' } } });
    }
    expect(await read()).toMatchObject({
      summary: { critical: 1, total: 4 },
      total: 5,
      dropped: { suppressed: 1 },
    });
    expect((await read('?status=suppressed')).findings).toEqual([{ ...worst, status: 'suppressed' }]);
    expect((await t.call('GET', '/suppressions')).body).toMatchObject({
      total: 1,
      suppressions: [{ reason }],
    });
    const sarif = await t.call('GET', `/reviews/${review.review_id}/results`, undefined, {
      accept: 'application/sarif+json',
    });
    const told = sarif.body.runs[0].results.flatMap(
      ({ suppressions }: { suppressions?: object[] }) => suppressions ?? [],
    );
    expect(told).toEqual([{ kind: 'external', status: 'accepted', justification: reason }]);
    t.org = await t.addOrganization();
    expect((await t.call('DELETE', `/suppressions/${made.body.id}`)).status).toBe(404);
  });

  test('contain findings of the requested severity, with verified patches', async () => {
    const { review, read } = await reviewed({
      categories: ['security'],
      min_severity: 'high',
      generate_patches: true,
    });
    const results = await read();
    expect(linesOf(results)).toEqual([4, 5, 7]);
    expect(results.dropped.below_min_severity).toBe(1);
    expect(results.findings[0]).toMatchObject({
      patch: expect.stringContaining('---'),
      patch_checks: { applies: true, parses: true, resolves: true, no_new: true },
    });
    expect(review.patches_generated).toBe(1);
    const [event] = await t.eventData('review.multi-agent.complete');
    expect(event).toMatchObject({
      findings: { critical: 2, high: 1, medium: 0, low: 0 },
      patches_generated: 1,
    });
  });
});

describe('an archive', () => {
  test('that is damaged, hostile or not an archive is refused at once, and leaves no file', async () => {
    const refused = await t.upload(Buffer.from('PK, but not really'));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_zip', field: 'file', details: { reason: 'not_a_zip' } } },
    });
    const { rows } = await t.node.pool.query('select from blobs where org_id = $1', [t.org]);
    expect(rows).toHaveLength(0);
    expect((await t.call('GET', '/applications')).body.total).toBe(0);
  });

  test('can also be sent as a form, and is named after its file by default', async () => {
    const form = new FormData();
    const { scriptZip } = await import('./testing/use-review.ts');
    form.set('file', new Blob([new Uint8Array(scriptZip({}))]), 'parcel-tracker.zip');
    const request = new Request('http://x', { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    const type = {
      'content-type': required(request.headers.get('content-type'), 'request.headers.get(content-type)'),
    };
    const answer = await t.send('POST', '/applications', body, type);
    expect(answer).toMatchObject({
      status: 202,
      body: { name: 'parcel-tracker', filename: 'parcel-tracker.zip', status: 'analyzing' },
    });
    const named = await t.upload(scriptZip({}), '?name=Tracker');
    expect(named.body.name).toBe('Tracker');
    const disposition = { 'content-disposition': 'attachment; filename="odd\u0001\t name.zip"' };
    expect((await t.upload(scriptZip({}), '', disposition)).status).toBe(202);
  });

  test('is listed by state, score and vulnerabilities', async () => {
    await t.analyze();
    await t.analyze({ analyze: { does: 'throw' } });
    const totalOf = async (query: string) => (await t.call('GET', `/applications?${query}`)).body.total;
    expect(await totalOf('')).toBe(2);
    expect(await totalOf('status=analysis_failed')).toBe(1);
    expect(await totalOf('min_score=80')).toBe(1);
    expect(await totalOf('min_score=81')).toBe(0);
    expect(await totalOf('has_vulnerabilities=true')).toBe(0);
    expect(await totalOf('has_vulnerabilities=false')).toBe(1);
  });
});

describe('decisions, components and bills of materials', () => {
  test('are each reported once', async () => {
    const { id } = await t.analyze();
    for (const verb of ['reject', 'reject', 'approve', 'archive', 'archive']) {
      expect((await t.call('POST', `/applications/${id}/${verb}`, { reason: 'Because.' })).status).toBe(200);
    }
    const types = (await t.eventTypes()).slice(4);
    expect(types).toEqual(['approval.rejected', 'application.approved', 'application.archived']);
  });

  test('a component rises level by level, through gates, with higher versions', async () => {
    const readme = { name: 'README.md', data: '# lib' };
    const { id } = await t.analyze({}, [
      readme,
      { name: 'package.json', data: '{"name":"lib","version":"1.0.0","license":"MIT"}' },
    ]);
    const { body } = await t.call('GET', `/applications/${id}/components`);
    const component = body.components.find(({ kind }: { kind: string }) => kind === 'module');
    expect(component).toMatchObject({ name: 'src', maturity: 'experimental', promotion_history: [] });
    const path = `/components/${component.id}`;
    const promote = (version: string, maturity_level: string) =>
      t.call('POST', `${path}/promote`, { version, maturity_level });
    expect(await promote('1.0.0', 'stable')).toMatchObject({
      status: 409,
      body: { error: { code: 'promotion_not_allowed', field: 'maturity_level' } },
    });
    const promoted = await promote('1.0.0', 'incubating');
    expect(promoted).toMatchObject({ status: 200, body: { version: '1.0.0', maturity: 'incubating' } });
    expect((await promote('1.0.0', 'incubating')).body).toEqual(promoted.body);
    for (const version of ['1.0', '01.0.0', '1.1.0-01', '1.1.0-', `${'9'.repeat(20)}.0.0`])
      expect((await promote(version, 'incubating')).body.error).toMatchObject({ field: 'version' });
    for (const version of ['1.1.0-1', '1.1.0-alpha.beta', '1.1.0-x.7.z.92', '1.1.0+build.5'])
      expect((await promote(version, 'incubating')).body).toMatchObject({ version });
    expect((await promote('1.1.0+build.6', 'incubating')).body.error.code).toBe('version_conflict');
    expect(await promote('0.9.0', 'incubating')).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict' } },
    });
    const refused = (await promote('1.2.0', 'stable')).body.error;
    expect(refused.code).toBe('promotion_not_allowed');
    const gates: { id: string; passed: boolean }[] = refused.details.gates;
    expect(gates.filter(({ passed }) => !passed).map((gate) => gate.id)).toContain('stable.tests');
    expect((await t.call('POST', `${path}/deprecate`)).body.maturity).toBe('deprecated');
    expect((await promote('2.0.0', 'stable')).body.error.code).toBe('invalid_state');
    const types = (await t.eventTypes()).slice(4);
    expect(types).toEqual([...Array(5).fill('component.promoted'), 'component.deprecated']);
  });

  test('a bill of materials is CycloneDX 1.6', async () => {
    const { id } = await t.analyze();
    const { body } = await t.call('GET', `/applications/${id}/sbom`);
    expect(body).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        {
          group: '@scope',
          name: 'thing',
          version: '1.2.3',
          purl: 'pkg:npm/%40scope/thing@1.2.3',
          scope: 'required',
        },
      ],
    });
  });

  test('readiness can be computed again from its checks', async () => {
    const { id } = await t.analyze();
    for (const kind of ['cloud', 'library', 'mesh']) {
      const { body } = await t.call('GET', `/applications/${id}/readiness/${kind}`);
      expect(body).toMatchObject({
        application_id: id,
        score: 80,
        grade: 'B',
        factors: [{ checks: [{ points: 80 }] }],
      });
    }
  });

  test('subscriptions are made for the platform of application review', async () => {
    const { status, body } = await t.call('POST', '/subscriptions', {
      url: 'https://example.com/hook',
      secret: 'shh',
      events: ['review.*'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ url: 'https://example.com/hook', events: ['review.*'], status: 'active' });
    expect(t.asked.at(-1)).toEqual({ orgId: t.org, platform: 'application_review', patterns: ['review.*'] });
  });
});
