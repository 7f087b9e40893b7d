import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnalysisHelper,
  type ApplicationIndex,
  type Archive,
  loadAgents,
  loadAnalysis,
  openArchive,
} from '@trivium/scanner';
import { buildZip } from '@trivium/scanner/fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { openSecondThread } from './second-thread.ts';

const { readDependencies, runAgents } = await loadAgents();
const { analyzeFiles } = await loadAnalysis();

const handler = (n: number) => `import { pool } from './db.js';
import { name${n + 1} } from './handler-${n + 1}.js';
export const name${n} = 'orders_${n}';
export async function handle${n}(req, res) {
  res.json(await pool.query('select * from ' + name${n + 1} + ' where id = ' + req.query.id));
}
`;
const files = {
  'src/db.js': "import pg from 'pg';\nexport const pool = new pg.Pool();\n",
  '.env': `AWS_KEY=${'AKIA'}QYLPMN5HHHFPZAM2\n`,
  ...Object.fromEntries(Array.from({ length: 640 }, (_, n) => [`src/handler-${n}.js`, handler(n)])),
};

let folder: string;
let archivePath: string;
let archive: Archive;
let alone: ApplicationIndex;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-second-'));
  archivePath = join(folder, 'app.zip');
  const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
  writeFileSync(archivePath, buildZip({ entries }));
  archive = openArchive(archivePath);
  alone = await analyzeFiles(archive.files);
});
afterAll(() => {
  archive.close();
  rmSync(folder, { recursive: true, force: true });
});

const withoutTiming = ({ timing, ...index }: ApplicationIndex) => index;
const LARGE_FILE_BYTES = 16 * 1_048_576;

test('two threads have the same findings as one, and share the files that agents inspect', async () => {
  const helper = required(
    openSecondThread({ archivePath, workBytes: LARGE_FILE_BYTES }, archive.files),
    'the second thread',
  );
  const together = await analyzeFiles(archive.files, { helper });
  expect(withoutTiming(together)).toEqual(withoutTiming(alone));
  expect(together.taint.filter(({ kind }) => kind === 'sql')).toHaveLength(640);
  const inspections = await helper.inspections(together.files);
  await helper.close();
  expect([...inspections.keys()].sort()).toEqual(archive.files.map(({ path }) => path).sort());
  const agentIds = [
    'security.injection',
    'security.secrets',
    'security.access-control',
    'security.crypto-transport',
  ];
  const dependencies = await readDependencies(alone, archive.files);
  const application = { index: alone, files: archive.files, dependencies };
  const judgedAlone = await runAgents(agentIds, application);
  expect(await runAgents(agentIds, application, { inspections })).toEqual(judgedAlone);
  expect(judgedAlone.results['security.secrets']?.findings.map(({ file }) => file)).toEqual(['.env']);
});

test('a second thread is reused for the next archive', async () => {
  for (let round = 0; round < 2; round++) {
    const helper = required(
      openSecondThread({ archivePath, workBytes: LARGE_FILE_BYTES }, archive.files),
      'the second thread',
    );
    const { files } = await analyzeFiles(archive.files, { helper });
    expect((await helper.inspections(files)).size).toBe(archive.files.length);
    await helper.close();
  }
});

const fail = () => Promise.reject(new Error('the thread died'));

test('if the second thread fails, the first one does all the work', async () => {
  const helper: AnalysisHelper = { scan: fail, takeScanned: () => undefined, follow: fail };
  expect(withoutTiming(await analyzeFiles(archive.files, { helper }))).toEqual(withoutTiming(alone));
});

test('a second thread that has not started when everything is scanned is not waited for', async () => {
  const scan = () => new Promise<never>(() => undefined);
  const helper: AnalysisHelper = { scan, takeScanned: () => undefined, follow: fail };
  expect(withoutTiming(await analyzeFiles(archive.files, { helper }))).toEqual(withoutTiming(alone));
});
