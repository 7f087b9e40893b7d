import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatExportLine } from '../kit/merkle/index.ts';
import { checkpointOf, sampleLog, verifierKey } from '../kit/merkle/testing/sample-log.ts';
import { required } from '../kit/required.ts';
import { runVerifyLog, type VerifyLogOptions } from './verify-log.ts';

const log = sampleLog(20);
let folder: string;
const file = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-log-'));
  await writeFile(file('export.jsonl'), log.map(formatExportLine).join(''));
  await writeFile(file('kept.txt'), checkpointOf(log, 10));
  await writeFile(file('latest.json'), JSON.stringify({ tree_size: 15, checkpoint: checkpointOf(log, 15) }));
  const list = [{ checkpoint: checkpointOf(log, 12) }, { checkpoint: checkpointOf(log, 18) }];
  await writeFile(file('list.json'), JSON.stringify({ checkpoints: list, total: 2 }));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(options: Partial<VerifyLogOptions> = {}) {
  let text = '';
  const code = await runVerifyLog({
    exportPath: file('export.jsonl'),
    key: verifierKey,
    checkpoints: [file('kept.txt')],
    write: (part) => {
      text += part;
    },
    ...options,
  });
  return { code, text };
}

test('a valid export is confirmed with notes and with answers of the API', async () => {
  const { code, text } = await run({ checkpoints: ['kept.txt', 'latest.json', 'list.json'].map(file) });
  expect(text.split('\n')).toEqual([
    'Log          log.example/one',
    `Export       ${file('export.jsonl')}, 20 entries`,
    'Checkpoints  4 given, 4 signed by the key',
    ...[10, 12, 15, 18].map((size) => `             size ${size}: the export matches the signature`),
    'Proven       entries 0 to 17',
    'Not covered  2 entries newer than every checkpoint',
    'Result       SOUND: nothing that a checkpoint covers was edited, removed, added or moved.',
    '',
  ]);
  expect(code).toBe(0);
});

test('problems of an export are named entry by entry', async () => {
  const changed = log
    .with(5, { ...required(log[5], 'log[5]'), record: '{}' })
    .filter(({ index }) => index !== 8);
  await writeFile(file('export.jsonl'), changed.map(formatExportLine).join(''));
  const { code, text } = await run();
  expect(text).toMatch(/PROBLEM +edited: .*entry 5/);
  expect(text).toMatch(/PROBLEM +missing: entry 8/i);
  expect(text).toMatch(/Proven +nothing\n/);
  expect(text).toMatch(/Result +NOT SOUND: 2 problems found\.\n$/);
  expect(code).toBe(1);
});

test('a long list of problems is cut off, and its length stated', async () => {
  const changed = sampleLog(200).map((entry) => ({ ...entry, record: '{}' }));
  await writeFile(file('export.jsonl'), changed.map(formatExportLine).join(''));
  const { text } = await run();
  expect(text.match(/^PROBLEM/gm)).toHaveLength(20);
  expect(text).toMatch(/\n {13}and \d+ more\n/);
});

test.each([
  ['an export that is absent', () => ({ exportPath: file('absent') }), /^Not verified: ENOENT.*\n$/],
  ['a checkpoint that is absent', () => ({ checkpoints: [file('absent')] }), /^Not verified: ENOENT.*\n$/],
  ['a key that is none', () => ({ key: 'x' }), /^Not verified: A verifier key reads .*\n$/],
])('%s is reported in one line', async (_what, options, expected) => {
  expect(await run(options())).toEqual({ code: 2, text: expect.stringMatching(expected) });
});

test('a checkpoint file with broken JSON is reported in one line', async () => {
  await writeFile(file('broken.json'), '{"checkpoint": ');
  const { code, text } = await run({ checkpoints: [file('broken.json')] });
  expect(text).toMatch(/^Not verified: .*broken\.json is neither .*\n$/);
  expect(code).toBe(2);
});
