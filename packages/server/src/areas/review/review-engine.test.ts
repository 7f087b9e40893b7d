import { buildZip, type TestEntry } from '@trivium/scanner/fixtures';
import { describe, expect, test } from 'vitest';
import { useReview } from './testing/use-review.ts';

// Tests the platform with the real analysis and the real agents.
const t = useReview({ workerEntry: undefined, agentTimeoutMs: 60_000, analysisTimeoutMs: 60_000 });

const application: TestEntry[] = [
  {
    name: 'package.json',
    data: JSON.stringify({
      name: 'shop',
      version: '1.2.0',
      license: 'MIT',
      dependencies: { express: '4.16.0', lodash: '4.17.4' },
    }),
  },
  {
    name: 'src/server.js',
    data: `const express = require('express');
const { findUser } = require('./store');
const app = express();
app.get('/users', async (request, response) => {
  response.send(await findUser(request.query.name));
});
app.get('/list', (request, response) => {
  require('child_process').exec('ls ' + request.query.folder, (error, output) => response.send(output));
});
app.listen(3000);
`,
  },
  {
    name: 'src/store.js',
    data: `const db = require('mysql').createPool({ host: process.env.DB_HOST });
exports.findUser = (name) => db.query("SELECT * FROM users WHERE name = '" + name + "'");
`,
  },
  { name: 'Dockerfile', data: 'FROM node:latest\nCOPY . .\nCMD ["node", "src/server.js"]\n' },
  { name: 'logo.png', data: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xfe]) },
  { name: 'link', data: '/etc/passwd', mode: 0o120777 },
];

async function reviewed(entries: TestEntry[], body: object = { categories: 'all', generate_patches: true }) {
  const { status, body: made } = await t.upload(buildZip({ entries }));
  expect(status).toBe(202);
  const analyzed = await t.until(`/applications/${made.id}`, ['analyzed', 'analysis_failed']);
  expect(analyzed).toMatchObject({ status: 'analyzed', error: null });
  const review = await t.review(made.id, body);
  const { body: results } = await t.call('GET', `/reviews/${review.review_id}/results?limit=100`);
  return { application: analyzed, review, results };
}

describe('a complete review', () => {
  test('finds the problems, says what it did not see, and gives the same bytes again', async () => {
    const first = await reviewed(application);
    expect(first.review).toMatchObject({ status: 'completed', progress: { completed: 23, failed: 0 } });
    const places = first.results.findings.map(
      ({ cwe, file }: { cwe: string[]; file: string }) => `${cwe[0]} ${file}`,
    );
    expect(places).toEqual(expect.arrayContaining(['CWE-78 src/server.js', 'CWE-89 src/store.js']));
    expect(first.application).toMatchObject({ primary_language: 'JavaScript', dependencies: { direct: 2 } });
    expect(first.application.vulnerabilities.total).toBeGreaterThan(2);
    // Open critical findings in code keep the scores low and the gate closed.
    expect((await t.call('GET', `/applications/${first.application.id}`)).body.status).toBe('rejected');
    const { body: gaps } = await t.call('GET', `/applications/${first.application.id}/gaps`);
    expect(gaps.gaps.map(({ path, reason }: { path: string; reason: string }) => [path, reason])).toEqual([
      ['link', 'symlink'],
      ['logo.png', 'binary'],
    ]);
    // Entries that are not files count as skipped in every count.
    expect(first.application.metrics).toMatchObject({
      files_analyzed: 4,
      files_partial: 0,
      files_skipped: 2,
    });
    expect(first.review.coverage).toEqual({
      files_full: 4,
      files_partial: 0,
      files_skipped: 2,
      reasons: { symlink: 1, binary: 1 },
      code_read_percent: 100,
      is_untested: true,
      is_undocumented: true,
    });
    t.org = await t.addOrganization();
    const second = await reviewed(application);
    expect(JSON.stringify(second.results.findings)).toBe(JSON.stringify(first.results.findings));
    const { body: sbom } = await t.call('GET', `/applications/${second.application.id}/sbom`);
    expect(sbom.components.map(({ purl }: { purl: string }) => purl)).toEqual(
      expect.arrayContaining(['pkg:npm/lodash@4.17.4']),
    );
  });

  test('of a changed version reuses what did not change, and shows the effect of the change', async () => {
    const all = { categories: 'all' };
    const before = await reviewed(application, all);
    const change = application.map(({ name, ...entry }) => ({
      ...entry,
      name: name === 'src/store.js' ? 'src/users/store.js' : name,
      ...(name === 'src/server.js' && {
        data: `// Moved down.\n\n${entry.data}`
          .replace('./store', './users/store')
          .replace('app.listen', "app.get('/eval', (request) => eval(request.query.code));\napp.listen"),
      }),
    }));
    const gate = { max_new: { high: 0 } };
    const after = await reviewed(change, { ...all, gate, baseline_review_id: before.review.review_id });
    const fresh = after.results.findings.filter(({ status }: { status: string }) => status === 'new');
    const told = fresh.map(
      ({ severity, title, file }: Record<string, string>) => `${severity} ${file} ${title}`,
    );
    expect(told.filter((one: string) => one.startsWith('critical'))).toEqual([
      expect.stringMatching(/^critical src\/server\.js .*(?:code|eval)/i),
    ]);
    expect(after.review).toMatchObject({ gate: { status: 'failed' } });
    expect(after.application.metrics.files_reused).toBe(3);
    t.org = await t.addOrganization();
    const alone = await reviewed(change, all);
    expect(alone.application.metrics.files_reused).toBe(0);
    const without = (findings: { status: string }[]) => findings.map(({ status: _, ...rest }) => rest);
    expect(without(after.results.findings)).toEqual(without(alone.results.findings));
  });

  test('has a score that can be recomputed from its checks', async () => {
    const { application: record } = await reviewed(application, { categories: ['documentation'] });
    for (const kind of ['cloud', 'library', 'mesh']) {
      const { body } = await t.call('GET', `/applications/${record.id}/readiness/${kind}`);
      const factors: { weight: number; checks: { status: string; weight: number; points: number }[] }[] =
        body.factors;
      let points = 0;
      let weights = 0;
      for (const { weight, checks } of factors) {
        const counted = checks.filter(({ status }) => status !== 'not_applicable');
        if (counted.length === 0) continue;
        const sum = (pick: 'weight' | 'points') => counted.reduce((total, check) => total + check[pick], 0);
        points += weight * Math.round((100 * sum('points')) / sum('weight'));
        weights += weight;
      }
      const caps = body.caps.map(({ max_score: most }: { max_score: number }) => most);
      const score = Math.min(weights === 0 ? 0 : Math.round(points / weights), ...caps);
      expect(Math.abs(body.score - score)).toBeLessThanOrEqual(1);
    }
  });

  test.each<[string, TestEntry[], string?]>([
    ['binaries alone', [{ name: 'a.bin', data: Buffer.from([0, 1, 2, 255, 254, 0]) }]],
    [
      'unknown languages',
      [
        { name: 'a.xyz', data: 'what is this\n' },
        { name: 'b', data: '???' },
      ],
    ],
    [
      'invalid UTF-8',
      [{ name: 'a.js', data: Buffer.from('export const a = "\xff\xc3\x28";\n', 'latin1') }],
      'invalid_utf8',
    ],
    ['an empty file', [{ name: 'index.js', data: '' }]],
    ['one endless line', [{ name: 'a.js', data: `x=${'[1,'.repeat(50_000)}` }], 'too_deep'],
    [
      'errors of syntax',
      [
        { name: 'a.js', data: 'function ( { ] if' },
        { name: 'b.py', data: 'def (:\n  ))' },
      ],
      'syntax_errors',
    ],
  ])('never gives an A for %s', async (_name, entries, reason) => {
    const { application: record, review } = await reviewed(entries);
    expect(['completed', 'completed_with_errors']).toContain(review.status);
    for (const kind of ['cloud', 'library', 'mesh']) expect(record.readiness[kind].grade).not.toBe('A');
    if (record.metrics.files_partial === 0) return;
    expect(Object.keys(review.coverage.reasons)).toEqual([reason]);
    const unread = [{ id: 'unread_code', max_score: 50, reason: expect.stringContaining('50 %') }];
    for (const category of Object.values(review.categories)) {
      expect(category).toMatchObject({ caps: expect.arrayContaining(unread) });
      expect(['F', null]).toContain((category as { grade: string | null }).grade);
    }
  });

  test('recognizes a test framework from the manifest if no test imports it', async () => {
    const { application: record } = await reviewed(
      [
        { name: 'package.json', data: '{"devDependencies":{"jest":"29.7.0","left-pad":"1.0.0"}}' },
        { name: 'a.test.js', data: "test('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n" },
      ],
      { categories: ['testing'] },
    );
    expect(record.tests).toMatchObject({ frameworks: ['jest'], files: 1, cases: 1 });
  });

  test('never gives an A for tests and documentation to code without them', async () => {
    const pick = 'export function pick(n) {\n  return n % 2;\n}\n';
    const categories = ['testing', 'documentation'];
    const { review } = await reviewed([{ name: 'src/pick.js', data: pick }], { categories });
    expect(review.coverage).toMatchObject({ is_untested: true, is_undocumented: true });
    const low = (id: string) => ({ score: 59, grade: 'F', caps: [{ id, max_score: 59 }] });
    expect(review.categories.testing).toMatchObject(low('no_tests'));
    expect(review.categories.documentation).toMatchObject(low('no_readme'));
  });
});
