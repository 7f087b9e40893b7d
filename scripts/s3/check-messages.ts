import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../packages/server/test/reliability/harness/run-command.ts';
import { newPrefix, type TestStore } from './test-store.ts';

/** Checks the messages for wrong settings: one line that says what to change. */
export function messageChecks(store: TestStore): [string, () => Promise<void>][] {
  const { settings, bucket, checksKeys } = store;
  const place = `s3://${bucket}/${newPrefix()}`;
  const wrong: [string, Record<string, string>, string, RegExp][] = [
    ['no such bucket', {}, `s3://no-${newPrefix()}`, /There is no bucket no-trivium/],
    [
      'an address without a server',
      { S3_ENDPOINT: 'http://127.0.0.1:9' },
      place,
      /127\.0\.0\.1:9 does not answer.*S3_ENDPOINT/,
    ],
  ];
  if (checksKeys) {
    const secret = { S3_SECRET_ACCESS_KEY: 'x'.repeat(40) };
    wrong.push(['a wrong secret', secret, place, /S3_SECRET_ACCESS_KEY is not the secret/]);
    // Some stores give the same answer for a wrong secret.
    wrong.push(['an unknown key', { S3_ACCESS_KEY_ID: 'nobody' }, place, /S3_ACCESS_KEY_ID/]);
  }
  return wrong.map(([what, changed, at, words]) => [
    `${what} is told with its cure`,
    () =>
      withFolder(async (dataDir) => {
        for (const args of [
          ['backup', 'list', '--from', at],
          ['restore', '--from', at],
        ]) {
          const { code, output } = await runCommand(args, { ...settings, ...changed, DATA_DIR: dataDir });
          assert.match(output, words);
          assert.match(output, /^s3:\/\/\S+ cannot be used\. [^\n]+\n$/);
          assert.equal(code, 1);
        }
        assert.deepEqual(await readdir(dataDir), []);
      }),
  ]);
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-s3-'));
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
