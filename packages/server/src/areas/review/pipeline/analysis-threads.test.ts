import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildZip } from '@trivium/scanner/fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ThreadPool } from '../../../kit/threads/index.ts';
import { ANALYSIS_THREADS, MAX_SHORT_BYTES } from './analysis-threads.ts';
import type { WorkerTasks } from './worker-protocol.ts';

let folder: string;
let workers: ThreadPool<WorkerTasks>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-stack-'));
  workers = new ThreadPool({
    entry: new URL('./worker.ts', import.meta.url),
    size: 1,
    memoryMb: 512,
    stackMb: ANALYSIS_THREADS.stackMb,
  });
});
afterAll(async () => {
  await workers.stop();
  rmSync(folder, { recursive: true, force: true });
});

const route = "require('express')().get('/', (req) => require('child_process').exec(req.query.a));\n";

test('endless nesting or chains crash nothing: brackets are reported as partial, chains are read', async () => {
  const archivePath = join(folder, 'app.zip');
  const texts = {
    'brackets.js': `${route}${'[\n'.repeat(20_000)}`,
    'callbacks.js': `${route}${"app.get('/a', function (req, res) {\n".repeat(2_000)}`,
    'arrows.js': `${route}const f = ${'x=>\n'.repeat(20_000)}1;\n`,
    'sum.js': `${route}const text = ${"'a' +\n".repeat(60_000)}'a';\n`,
    'choice.js': `${route}${'if (a) {} else\n'.repeat(60_000)};\n`,
    'README.md': `\`\`\`js\n${'(\n'.repeat(9_000)}\`\`\`\n`,
  };
  const entries = Object.entries(texts).map(([name, data]) => ({ name, data }));
  writeFileSync(archivePath, buildZip({ entries }));
  const { gaps } = await workers.run('analyze', {
    archivePath,
    largestBytes: MAX_SHORT_BYTES,
    agents: { advisoryDbPath: undefined, osv: undefined },
  });
  expect(gaps.map(({ status, json }) => `${JSON.parse(json).path} ${status}`).sort()).toEqual([
    'arrows.js partial',
    'brackets.js partial',
    'callbacks.js partial',
  ]);
});
