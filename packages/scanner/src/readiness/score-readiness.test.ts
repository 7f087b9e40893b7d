import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import type { Finding } from '../types/finding.ts';
import { gradeOf } from '../types/readiness.ts';
import { measureCodeRead } from './code-read.ts';
import { scoreReadiness } from './score-readiness.ts';

const service = {
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.2.0',
    license: 'MIT',
    dependencies: { express: '4.21.0' },
  }),
  Dockerfile:
    'FROM node:24.1-alpine AS build\nCOPY package.json .\nRUN npm ci\nFROM node:24.1-alpine\nCOPY --from=build /app /app\nUSER node\nHEALTHCHECK CMD true\nCMD ["node", "src/server.js"]\n',
  '.dockerignore': 'node_modules\n.git\n',
  'README.md': '# Shop\n\nInstall with `npm i`.\n\n```js\nstart();\n```\n',
  'src/server.js':
    "const app = require('express')();\napp.get('/healthz', (req, res) => res.end());\nconst server = app.listen(process.env.PORT);\nprocess.on('SIGTERM', () => server.close());\n",
};

async function scoreOf(texts: Record<string, string>, findings: readonly Finding[] = []) {
  const { index, entries, dependencies } = await reviewInput(texts);
  return scoreReadiness(index, findings, entries, dependencies);
}

describe('readiness', () => {
  it('can be recomputed exactly from the result', async () => {
    const { index, entries, dependencies } = await reviewInput({
      ...service,
      'src/key.js': "exports.dbPassword = 'Xk29fkaPz!21';\n",
    });
    const { findings } = await runAgent('security.secrets', index, entries, { dependencies });
    for (const list of Object.values(await scoreReadiness(index, findings, entries, dependencies))) {
      for (const factor of list.factors) {
        const applicable = factor.checks.filter((check) => check.status !== 'not_applicable');
        const weight = applicable.reduce((sum, check) => sum + check.weight, 0);
        const points = applicable.reduce((sum, check) => sum + check.points, 0);
        expect(factor.score).toBe(weight === 0 ? null : Math.round((100 * points) / weight));
      }
      const factors = list.factors.filter((factor) => factor.score !== null);
      const weight = factors.reduce((sum, factor) => sum + factor.weight, 0);
      const mean = factors.reduce((sum, factor) => sum + factor.weight * (factor.score ?? 0), 0) / weight;
      expect(list.score).toBe(Math.min(Math.round(mean), ...list.caps.map((cap) => cap.maxScore)));
      expect(list.grade).toBe(gradeOf(list.score));
      expect(list.caps.map((cap) => cap.id)).toEqual(['committed_secret']);
      for (const one of list.recommendations) expect(one.gain).toBeGreaterThan(0);
    }
  });

  it('rises when a recommendation is followed', async () => {
    const before = (await scoreOf(service)).cloud;
    const after = (
      await scoreOf({
        ...service,
        'src/server.js': `${service['src/server.js']}const log = require('pino')();\nconst metrics = require('prom-client');\n`,
      })
    ).cloud;
    expect(before.recommendations.map((one) => one.id)).toEqual(
      expect.arrayContaining(['structured_logs', 'metrics']),
    );
    expect(after.score).toBeGreaterThan(before.score);
  });

  it('of an archive without code is 0, F, and says why', async () => {
    for (const list of Object.values(await scoreOf({ 'README.md': '# Nothing\n', 'logo.xyz': 'data' }))) {
      expect([list.score, list.grade, list.caps[0]?.id]).toEqual([0, 'F', 'no_code']);
    }
  });

  it('of code that cannot be read completely is no higher than its share, and says so', async () => {
    const broken = { 'src/server.js': 'function ( { ] if' };
    const list = (await scoreOf({ ...service, ...broken })).cloud;
    expect([list.caps, list.confidence]).toEqual([
      [
        {
          id: 'unread_code',
          maxScore: 50,
          reason: '50 % of the code was read: 1 of 1 file only in part, or not at all.',
        },
      ],
      'partial',
    ]);
    expect(list.score).toBeLessThanOrEqual(50);
    // A file of 3,000 bytes beside one of 200 kB that is too large for the analysis counts 3,000 of 68,536.
    const files = ['a.js', 'b.js'].map((path, i) => ({
      path,
      kind: 'code' as const,
      sizeBytes: i === 0 ? 3_000 : 200_000,
      status: i === 0 ? ('full' as const) : ('skipped' as const),
      isVendored: false,
      isGenerated: false,
    }));
    expect(measureCodeRead({ files: files as never })).toEqual({ percent: 4, files: 2, unreadFiles: 1 });
  });

  it('is partial while only well-known advisories are available', async () => {
    expect((await scoreOf(service)).library.confidence).toBe('partial');
  });
});
