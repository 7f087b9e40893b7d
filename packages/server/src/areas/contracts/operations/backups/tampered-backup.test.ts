import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobStore, createFileDriver } from '../../../../engine/blobs/index.ts';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import { newUuid, parseId } from '../../../../kit/ids.ts';
import { type Operations, startOperations } from '../../transactions/history/testing/operations-fixture.ts';
import { backupRoutes } from './backup.routes.ts';
import type { BackupService } from './backup-service.ts';
import { backupJob } from './run-backup.ts';
import { restoreJob } from './run-restore.ts';

let server: Operations;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trivium-tampered-'));
  server = await startOperations((parts) => {
    const { pool, clock, secretBox } = parts.node;
    const service: BackupService = {
      ...parts,
      clock,
      secretBox,
      blobs: createBlobStore({ driver: createFileDriver(directory), pool, clock, onError: () => {} }),
      connect: async () => {
        const client = new pg.Client(server.fixture.database.connection);
        await client.connect();
        return client;
      },
      onError: () => {},
    };
    return { routes: backupRoutes(() => service), jobs: [backupJob(service), restoreJob(service)] };
  });
  await server.runner.start();
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

/** A completed unencrypted backup of a contract with ten transactions, and the path of its file. */
async function backUp(orgId: string, compression: boolean) {
  const scope = await server.rows.addContract(orgId);
  await server.rows.addTransactions(
    scope,
    Array.from({ length: 10 }, () => ({ status: 'confirmed' })),
  );
  const { body: asked } = await server.call(orgId, 'POST', '/backups', { encryption: false, compression });
  const id: string = asked.backup_id;
  await eventually(async () => (await server.call(orgId, 'GET', `/backups/${id}`)).body.status).toBe(
    'completed',
  );
  const { rows } = await server.pool.query('select blob_key from backups where id = $1', [
    parseId('bkp', id),
  ]);
  const key: string = rows[0].blob_key;
  return { id, path: join(directory, key.slice(0, 2), key.slice(2, 4), key) };
}

/** Without the check of the hash, which would detect all of them. */
async function restoreUnverified(orgId: string, backupId: string) {
  const { body: asked } = await server.call(orgId, 'POST', `/backups/${backupId}/restore`, {
    target_environment: 'sandbox',
    verify_integrity: false,
  });
  const read = async () => (await server.call(orgId, 'GET', `/restores/${asked.restore_id}`)).body;
  await eventually(async () => (await read()).status, 30_000).not.toBe('in_progress');
  return read();
}

async function contractsIn(orgId: string, environment: string): Promise<number> {
  const { rows } = await server.pool.query(
    'select count(*)::int as n from contracts where org_id = $1 and environment = $2',
    [orgId, environment],
  );
  return rows[0].n;
}

const headOf = (stored: Buffer) => stored.subarray(0, 12 + stored.readUInt32BE(8));
const other = newUuid();
const MEGABYTES = 300;

const tamperings: Record<string, { compression: boolean; change(stored: Buffer, orgId: string): Buffer }> = {
  'is cut in the middle': {
    compression: true,
    change: (stored) => stored.subarray(0, Math.floor(stored.length / 2)),
  },
  'is cut behind a record': {
    compression: false,
    change: (stored) => stored.subarray(0, stored.indexOf('\n', headOf(stored).length) + 1),
  },
  'holds records of another organization': {
    compression: false,
    change: (stored, orgId) => Buffer.from(stored.toString('latin1').replaceAll(orgId, other), 'latin1'),
  },
  'holds records of another environment': {
    compression: false,
    change: (stored) =>
      Buffer.from(
        stored.toString('latin1').replaceAll('"environment":"production"', '"environment":"productioN"'),
        'latin1',
      ),
  },
  'holds records of a kind that nobody knows': {
    compression: false,
    change: (stored) =>
      Buffer.from(stored.toString('latin1').replaceAll('\ttransactions\t', '\ttransactionz\t'), 'latin1'),
  },
  'unpacks to records without end': {
    compression: true,
    change: (stored) =>
      Buffer.concat([
        headOf(stored),
        zstdCompressSync(Buffer.alloc(MEGABYTES * 1_048_576, '0\tcontracts\tf\t{}\n')),
      ]),
  },
  'unpacks to one record without end': {
    compression: true,
    change: (stored) =>
      Buffer.concat([headOf(stored), zstdCompressSync(Buffer.alloc(MEGABYTES * 1_048_576, 'x'))]),
  },
};

test.each(Object.entries(tamperings))(
  'a restore of a backup whose file %s fails because of it, and does not change its target',
  async (_name, { compression, change }) => {
    const orgId = await server.addOrganization();
    const { id, path } = await backUp(orgId, compression);
    await server.rows.addContract(orgId, 'sandbox');
    await writeFile(path, change(await readFile(path), orgId));
    expect(await restoreUnverified(orgId, id)).toMatchObject({
      status: 'failed',
      integrity: 'failed',
      error: { code: 'integrity_check_failed' },
    });
    expect(await contractsIn(orgId, 'sandbox')).toBe(1);
    expect(await contractsIn(other, 'sandbox')).toBe(0);
  },
  60_000,
);
