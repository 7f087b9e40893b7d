import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobStore, createFileDriver } from '../../../../engine/blobs/index.ts';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { createSecretBox } from '../../../../kit/secrets/index.ts';
import { type Operations, startOperations } from '../../transactions/history/testing/operations-fixture.ts';
import { insertBackup, startJournal } from './backup.repository.ts';
import { backupRoutes } from './backup.routes.ts';
import type { BackupService } from './backup-service.ts';
import { insertRestore } from './restore.repository.ts';
import { backupJob } from './run-backup.ts';
import { restoreJob } from './run-restore.ts';
import type { HalfwayJob } from './testing/run-halfway.ts';

const masterKey = randomBytes(32);
let server: Operations;
let service: BackupService;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trivium-killed-'));
  server = await startOperations((parts) => {
    const { pool, clock } = parts.node;
    service = {
      ...parts,
      clock,
      blobs: createBlobStore({ driver: createFileDriver(directory), pool, clock, onError: () => {} }),
      secretBox: createSecretBox(masterKey),
      connect: async () => {
        const client = new pg.Client(server.fixture.database.connection);
        await client.connect();
        return client;
      },
      onError: () => {},
    };
    return { routes: backupRoutes(() => service), jobs: [restoreJob(service)] };
  });
  await server.runner.start();
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

/** Runs a job in a separate process, and kills it at the point that the job reports. */
async function runHalfway(job: Pick<HalfwayJob, 'job' | 'orgId' | 'environment' | 'id'>, where: string) {
  const told: HalfwayJob = {
    ...job,
    connection: server.fixture.database.connection,
    directory,
    masterKey: masterKey.toString('base64'),
  };
  const script = join(import.meta.dirname, 'testing/run-halfway.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  expect(String(line)).toBe(`${where}\n`);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a backup whose process is killed is not completed, and is complete after it runs again', async () => {
  const orgId = await server.addOrganization();
  const scope = await server.rows.addContract(orgId);
  await server.rows.addTransactions(
    scope,
    Array.from({ length: 500 }, () => ({})),
  );
  const owner = { orgId, environment: 'production' };
  const id = newUuid();
  const options = {
    encryption: true,
    compression: false,
    retentionDays: 1,
    estimatedSizeBytes: 0,
    baseId: null,
  };
  await service.unitOfWork(async (tx) => {
    await startJournal(tx, owner, new Date());
    return {
      value: await insertBackup(tx, { ...owner, ...options, id, backupType: 'full', createdAt: new Date() }),
    };
  });
  await runHalfway({ ...owner, job: 'backup', id }, 'half written');

  const read = async () => (await server.call(orgId, 'GET', `/backups/${formatId('bkp', id)}`)).body;
  expect(await read()).toMatchObject({
    status: 'in_progress',
    checksum: null,
    size_mb: null,
    expires_at: null,
  });
  const restore = () =>
    server.call(orgId, 'POST', `/backups/${formatId('bkp', id)}/restore`, { target_environment: 'staging' });
  expect((await restore()).status).toBe(409);
  expect(await server.events(orgId, 'backup.completed')).toEqual([]);
  const kept = async () =>
    (await server.pool.query('select count(*) as n from blobs where is_kept')).rows[0].n;
  expect(await kept()).toBe(0);

  const context = { attempt: 2, isLastAttempt: false, signal: new AbortController().signal };
  await backupJob(service).run({ ...owner, backupId: id }, context);
  expect(await read()).toMatchObject({ status: 'completed', records: 502 });
  expect(await kept()).toBe(1);
  const restored = (await restore()).body.restore_id;
  await eventually(async () => (await server.call(orgId, 'GET', `/restores/${restored}`)).body).toMatchObject(
    {
      status: 'completed',
      integrity: 'verified',
      restored: { transactions: 500 },
    },
  );
});

test('a backup that cannot be written fails with its reason after the last attempt, and publishes that', async () => {
  const orgId = await server.addOrganization();
  const owner = { orgId, environment: 'production' };
  const asked = await server.call(orgId, 'POST', '/backups');
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const blobs = { ...service.blobs, put: () => Promise.reject(full) };
  const { rows } = await server.pool.query('select id from backups where org_id = $1', [orgId]);
  const job = backupJob({ ...service, blobs });
  const payload = { ...owner, backupId: rows[0].id };
  const context = { attempt: 1, isLastAttempt: true, signal: new AbortController().signal };
  await expect(job.run(payload, context)).rejects.toThrow('no space left');
  const read = async () => (await server.call(orgId, 'GET', `/backups/${asked.body.backup_id}`)).body;
  expect((await read()).status).toBe('in_progress');
  for (let i = 0; i < 2; i++) await required(job.giveUp, 'job.giveUp')(payload, { error: full });
  expect(await read()).toMatchObject({ status: 'failed', checksum: null, error: { code: 'storage_full' } });
  expect(await server.events(orgId, 'backup.failed')).toMatchObject([
    { backup_id: asked.body.backup_id, status: 'failed', error: { code: 'storage_full' } },
  ]);
});

/** A restore into an environment that already has a record, killed when everything was written. */
async function killRestore() {
  const orgId = await server.addOrganization();
  const owner = { orgId, environment: 'production' };
  const scope = await server.rows.addContract(orgId);
  await server.rows.addTransactions(
    scope,
    Array.from({ length: 300 }, () => ({})),
  );
  const old = await server.rows.addContract(orgId, 'staging');
  const backup = newUuid();
  const options = {
    encryption: true,
    compression: false,
    retentionDays: 1,
    estimatedSizeBytes: 0,
    baseId: null,
  };
  const createdAt = new Date();
  const id = newUuid();
  await service.unitOfWork(async (tx) => {
    await startJournal(tx, owner, createdAt);
    await insertBackup(tx, { ...owner, ...options, id: backup, backupType: 'full', createdAt });
    return { value: undefined };
  });
  const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  await backupJob(service).run({ ...owner, backupId: backup }, context);
  await service.unitOfWork(async (tx) => {
    const asked = {
      backupId: backup,
      targetEnvironment: 'staging',
      pointInTime: null,
      verifyIntegrity: true,
    };
    await insertRestore(tx, { ...owner, ...asked, id, estimatedDurationMinutes: 1, createdAt });
    return { value: undefined };
  });
  await runHalfway({ ...owner, job: 'restore', id }, 'all but committed');
  const held = async () => {
    const { rows } = await server.pool.query(
      `select (select count(*)::int from transactions where org_id = $1 and environment = 'staging') as transactions,
         (select array_agg(id) from contracts where org_id = $1 and environment = 'staging') as contracts`,
      [orgId],
    );
    return rows[0];
  };
  const read = async () => (await server.call(orgId, 'GET', `/restores/${formatId('rst', id)}`)).body;
  return {
    payload: { ...owner, restoreId: id },
    before: { transactions: 0, contracts: [old.contractId] },
    scope,
    held,
    read,
  };
}

test('a restore whose process is killed before its commit changes nothing, and is complete after it runs again', async () => {
  const { payload, before, scope, held, read } = await killRestore();
  expect(await held()).toEqual(before);
  expect(await read()).toMatchObject({ status: 'in_progress', restored: null, integrity: null });
  const context = { attempt: 2, isLastAttempt: false, signal: new AbortController().signal };
  await restoreJob(service).run(payload, context);
  expect(await held()).toEqual({ transactions: 300, contracts: [scope.contractId] });
  const done = { status: 'completed', integrity: 'verified', restored: { transactions: 300 } };
  expect(await read()).toMatchObject(done);
});

test('a restore whose last attempt is killed fails with its reason, and does not change its target', async () => {
  const { payload, before, held, read } = await killRestore();
  await restoreJob(service).giveUp?.(payload, { error: new Error('the process ended') });
  expect(await read()).toMatchObject({ status: 'failed', restored: null, error: { code: 'restore_failed' } });
  expect(await held()).toEqual(before);
});
