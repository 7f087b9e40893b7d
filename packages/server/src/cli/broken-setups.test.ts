import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestService } from '../app/testing/test-service.ts';
import { runDoctor } from './doctor.ts';
import { openKeyStore } from './open-key-store.ts';
import { rotateKey } from './rotate-checkpoint-key.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-setup-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** The result of `doctor` for each part: `ok`, or what is wrong with it. */
async function examine(env: Record<string, string>): Promise<Record<string, string>> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  await runDoctor({ DATA_DIR: join(folder, 'data'), PORT: '0', ...env }, { json: true });
  vi.restoreAllMocks();
  const { findings } = JSON.parse(text) as { findings: { name: string; ok: boolean; detail: string }[] };
  return Object.fromEntries(findings.map(({ name, ok, detail }) => [name, ok ? 'ok' : detail]));
}

test('doctor finds nothing wrong before a first start, and creates nothing', async () => {
  expect(new Set(Object.values(await examine({})))).toEqual(new Set(['ok']));
  expect(await readdir(folder)).toEqual([]);
});

test('doctor names problems and what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect((await examine({ DATA_DIR: file })).data).toBe(
    `${file} is not a directory. Set DATA_DIR to one that this user may write to.`,
  );
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'encryption.key'), 'half', { mode: 0o600 });
  expect((await examine({})).encryption).toMatch('encryption.key must hold 32 bytes in base64; it holds 3.');
  expect((await examine({ ENCRYPTION_KEY: 'c2hvcnQ=' })).encryption).toMatch(
    'ENCRYPTION_KEY must hold 32 bytes',
  );
  expect((await examine({ HOST: '203.0.113.9' })).address).toMatch('Set HOST to an address of this machine');
  const { database } = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(database).toMatch(/^No connection: .*ECONNREFUSED.*correct DATABASE_URL\.$/);
});

test('doctor reports a mistyped setting, and the likely name', async () => {
  expect((await examine({ WEBHOOK_RETRY_DELAY: '1' })).settings).toBe(
    'WEBHOOK_RETRY_DELAY is not a setting, and changes nothing. Did you mean WEBHOOK_RETRY_DELAYS?',
  );
  expect((await examine({ NETWORK_DEVNET_RPC: 'x' })).settings).toMatch(
    'Did you mean NETWORK_DEVNET_RPC_URL?',
  );
});

test('doctor reports a service at the address that belongs to another data directory', async () => {
  const service = await startTestService();
  try {
    const PORT = new URL(service.address).port;
    expect((await examine({ PORT, DATA_DIR: service.dataDir })).address).toBe('ok');
    const other = join(folder, 'other');
    expect((await examine({ PORT, DATA_DIR: other })).address).toMatch(
      `Another service answers at http://127.0.0.1:${PORT} (pid ${process.pid}), not one of ${other}, which no service uses.`,
    );
  } finally {
    await service.stop();
  }
});

test('commands that only read a database create none if DATA_DIR is mistyped', async () => {
  const env = { DATA_DIR: join(folder, 'mistyped') };
  await expect(openKeyStore(env, { organization: 'default' })).rejects.toThrow('There is no database in');
  await expect(rotateKey(env, {})).rejects.toThrow('There is no database in');
  expect(await readdir(folder)).toEqual([]);
});
