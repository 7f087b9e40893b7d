import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobStore, createFileDriver } from '../../../../engine/blobs/index.ts';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import { formatId, parseId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import { type Operations, startOperations } from '../../transactions/history/testing/operations-fixture.ts';
import { transactionHistoryRoutes } from '../../transactions/history/transaction-history.routes.ts';
import { backupRoutes } from './backup.routes.ts';
import type { BackupService } from './backup-service.ts';
import { backupTables } from './backup-tables.ts';
import { expireBackups } from './expire-backups.ts';
import { backupJob } from './run-backup.ts';
import { restoreJob } from './run-restore.ts';

let server: Operations;
let service: BackupService;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trivium-backups-'));
  server = await startOperations(({ node, db, unitOfWork, jobs }) => {
    const blobs = createBlobStore({
      driver: createFileDriver(directory),
      pool: node.pool,
      clock: node.clock,
      onError: () => {},
    });
    service = {
      db,
      unitOfWork,
      jobs,
      blobs,
      secretBox: node.secretBox,
      clock: node.clock,
      connect: async () => {
        const client = new pg.Client(server.fixture.database.connection);
        await client.connect();
        return client;
      },
      onError: () => {},
    };
    return {
      routes: [...backupRoutes(() => service), ...transactionHistoryRoutes(() => ({ db }))],
      jobs: [backupJob(service), restoreJob(service)],
    };
  });
  await server.runner.start();
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

async function backUp(orgId: string, body: object = {}) {
  const asked = await server.call(orgId, 'POST', '/backups', body);
  expect([asked.status, asked.body.status]).toEqual([202, 'in_progress']);
  const read = async () => (await server.call(orgId, 'GET', `/backups/${asked.body.backup_id}`)).body;
  await eventually(async () => (await read()).status).toBe('completed');
  return read();
}

async function restore(orgId: string, backupId: string, body: object = {}) {
  const asked = await server.call(orgId, 'POST', `/backups/${backupId}/restore`, {
    target_environment: 'staging',
    ...body,
  });
  expect([asked.status, asked.body]).toEqual([202, expect.objectContaining({ status: 'in_progress' })]);
  const read = async () => (await server.call(orgId, 'GET', `/restores/${asked.body.restore_id}`)).body;
  await eventually(async () => (await read()).status).not.toBe('in_progress');
  return read();
}

/** Every record of an environment, without the fields that differ in a copy. */
async function state(orgId: string, environment = 'production') {
  const tables: Record<string, unknown[]> = {};
  for (const { name } of backupTables) {
    const { rows } = await server.pool.query(
      `select replace(replace(row_to_json(t)::text, '"live":true', '"live":false'), '"environment":"' || environment, '"environment":"') as row
       from ${name} t where org_id = $1 and environment = $2 order by 1`,
      [orgId, environment],
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

async function fill(orgId: string, transactions = 40): Promise<ContractScope> {
  const scope = await server.rows.addContract(orgId);
  await server.rows.addTransactions(
    scope,
    Array.from({ length: transactions }, (_, i) => ({
      status: required(['confirmed', 'failed', 'pending'][i % 3], 'a status'),
    })),
  );
  // Values that a backup must restore exactly: quotes, newlines, other scripts, JSON as it was written, binary data.
  await server.pool.query(
    `update contracts set description = E'tab\\t back\\\\slash "quote" \\n line \\u00e9 \\U0001F600' where id = $1`,
    [scope.contractId],
  );
  await server.pool.query(
    `update transactions set raw = '\\x00ff0a5c', args = '[ "1.10",  1.10, "\\u0000\\u0000 \\\\u0000 \\n" ]', error = '{"type": "revert"}' where contract_id = $1`,
    [scope.contractId],
  );
  await server.pool.query(
    `insert into ingestion_rules (org_id, environment, id, name, expression, created_at)
     values ($1, 'production', $2::uuid, 'rule-' || $2::uuid, '$.a', now())`,
    [orgId, scope.contractId],
  );
  return scope;
}

/** The path of the only stored file of a backup. */
async function storedPath(backupId: string): Promise<string> {
  const { rows } = await server.pool.query('select blob_key from backups where id = $1', [
    parseId('bkp', backupId),
  ]);
  const key: string = rows[0].blob_key;
  return join(directory, key.slice(0, 2), key.slice(2, 4), key);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The database's own clock, which times of restores refer to. */
const databaseNow = async () =>
  (await server.pool.query('select clock_timestamp() as now')).rows[0].now as Date;

test('does not wait for transactions of another database on the same server', async () => {
  const other = new pg.Client({ ...server.fixture.database.connection, database: 'postgres' });
  await other.connect();
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  const orgId = await server.addOrganization();
  await fill(orgId, 1);
  expect(await backUp(orgId, { backup_type: 'full' })).toMatchObject({ status: 'completed' });
  await other.end();
});

test.each([
  { encryption: true, compression: true },
  { encryption: false, compression: true },
  { encryption: true, compression: false },
  { encryption: false, compression: false },
])('a full backup with %j is restored row by row, and any changed byte is detected', async (options) => {
  const orgId = await server.addOrganization();
  const scope = await fill(orgId);
  const before = await state(orgId);
  const backup = await backUp(orgId, { ...options, retention_days: 7 });
  expect(backup).toMatchObject({
    backup_type: 'full',
    ...options,
    checksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  expect(Date.parse(backup.expires_at) - Date.parse(backup.completed_at)).toBe(7 * 86_400_000);
  const path = await storedPath(backup.backup_id);
  const stored = await readFile(path);
  expect(backup.size_mb).toBeCloseTo(stored.length / 1_048_576, 5);
  expect(stored.includes('set(uint256)')).toBe(!options.encryption && !options.compression);
  await fill(orgId, 5);
  const running = await state(orgId);
  const done = await restore(orgId, backup.backup_id, { verify_integrity: true });
  expect(done).toMatchObject({
    status: 'completed',
    integrity: 'verified',
    restored: { contracts: 1, transactions: 40 },
  });
  expect(await state(orgId, 'staging')).toEqual(before);
  expect(await state(orgId)).toEqual(running);
  const path_ = `/contracts/${formatId('ctr', scope.contractId)}/transactions`;
  expect((await server.call(`${orgId}/staging`, 'GET', path_)).body.total).toBe(40);
  const { rows } = await server.pool.query(
    "select bool_or(live) as live from transactions where org_id = $1 and environment = 'staging'",
    [orgId],
  );
  expect(rows[0].live).toBe(false);
  // Bytes of the header, the body and the end.
  for (const at of [2, 20, Math.floor(stored.length / 2), stored.length - 1]) {
    const damaged = Buffer.from(stored);
    damaged[at] = (damaged[at] ?? 0) ^ 0x01;
    await writeFile(path, damaged);
    const refused = await restore(orgId, backup.backup_id, { target_environment: 'sandbox' });
    expect(refused).toMatchObject({
      status: 'failed',
      integrity: 'failed',
      error: { code: 'integrity_check_failed' },
    });
  }
  if (options.encryption) {
    // Without verification, the key still detects it.
    const refused = await restore(orgId, backup.backup_id, {
      target_environment: 'sandbox',
      verify_integrity: false,
    });
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'integrity_check_failed' } });
  }
  expect(await state(orgId, 'sandbox')).toEqual(
    Object.fromEntries(backupTables.map(({ name }) => [name, []])),
  );
  expect(await server.events(orgId, 'backup.completed')).toMatchObject([
    { backup_id: backup.backup_id, checksum: backup.checksum },
  ]);
});

test('any moment since the full backup can be restored exactly, with whole transactions', async () => {
  const orgId = await server.addOrganization();
  const scope = await fill(orgId);
  const full = await backUp(orgId);
  const moments: { at: Date; state: unknown }[] = [];
  const note = async () => {
    await wait(3);
    moments.push({ at: await databaseNow(), state: await state(orgId) });
    await wait(3);
  };
  await note();
  const pending = await server.rows.addTransactions(
    scope,
    Array.from({ length: 6 }, () => ({ status: 'pending' })),
  );
  await note();
  await server.rows.settle(scope, pending.slice(0, 3), 'confirmed');
  await note();
  // A transaction that starts before a moment and commits after it is not part of that moment, although it had already
  // written.
  const slow = new pg.Client(server.fixture.database.connection);
  await slow.connect();
  await slow.query('begin');
  await slow.query("update contracts set name = 'Slow' where id = $1", [scope.contractId]);
  await note();
  await slow.query("update contract_versions set changes = 'Slow' where contract_id = $1", [
    scope.contractId,
  ]);
  await slow.query('commit');
  await slow.end();
  await note();
  await server.pool.query('delete from transactions where id = any($1::uuid[])', [pending.slice(3)]);
  const second = await fill(orgId, 3);
  await note();
  await server.pool.query('delete from contracts where id = $1', [second.contractId]);
  await note();
  for (const { at, state: then } of moments.toReversed()) {
    const done = await restore(orgId, full.backup_id, { point_in_time: at.toISOString() });
    expect(done).toMatchObject({ status: 'completed', point_in_time: at.toISOString() });
    expect(await state(orgId, 'staging')).toEqual(then);
  }
  for (const at of ['2020-01-01T00:00:00Z', new Date(Date.now() + 60_000).toISOString()]) {
    const refused = await server.call(orgId, 'POST', `/backups/${full.backup_id}/restore`, {
      target_environment: 'staging',
      point_in_time: at,
    });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'point_in_time']);
    const { covered_from, covered_to } = refused.body.error.details;
    expect(Date.parse(covered_from)).toBeLessThanOrEqual(
      required(moments[0], 'the first moment').at.getTime(),
    );
    expect(Date.parse(covered_to)).toBeGreaterThan(required(moments.at(-1), 'the last moment').at.getTime());
    expect((await restore(orgId, full.backup_id, { point_in_time: covered_from })).status).toBe('completed');
  }
});

test('the times in the record of a full backup restore the state that it holds', async () => {
  const orgId = await server.addOrganization();
  const scope = await fill(orgId, 3);
  const full = await backUp(orgId);
  const held = await state(orgId);
  await server.rows.addTransactions(scope, [{}]);
  for (const point_in_time of [full.created_at, full.started_at, full.covers_until]) {
    expect(await restore(orgId, full.backup_id, { point_in_time })).toMatchObject({
      status: 'completed',
      point_in_time,
    });
    expect(await state(orgId, 'staging')).toEqual(held);
  }
});

test('incremental and differential backups only contain changes, and restore the state of their time', async () => {
  const orgId = await server.addOrganization();
  const early = await server.call(orgId, 'POST', '/backups', { backup_type: 'incremental' });
  expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state']);
  const scope = await fill(orgId, 200);
  const full = await backUp(orgId, { retention_days: 1 });
  const states = new Map<string, unknown>();
  const step = async (type: string) => {
    await server.rows.addTransactions(scope, [{}, { status: 'pending' }]);
    const backup = await backUp(orgId, { backup_type: type, retention_days: 5 });
    states.set(backup.backup_id, await state(orgId));
    return backup;
  };
  const one = await step('incremental');
  const two = await step('incremental');
  const differential = await step('differential');
  const three = await step('incremental');
  expect([one, two, differential, three].map((backup) => [backup.base_backup_id, backup.records])).toEqual([
    [full.backup_id, 2],
    [one.backup_id, 2],
    [full.backup_id, 6],
    [differential.backup_id, 2],
  ]);
  await fill(orgId, 4);
  for (const [id, then] of states) {
    expect((await restore(orgId, id)).status).toBe('completed');
    expect(await state(orgId, 'staging')).toEqual(then);
  }
  // Backups that others depend on are kept as long as these.
  const kept = (await server.call(orgId, 'GET', `/backups/${full.backup_id}`)).body;
  expect(Date.parse(kept.expires_at)).toBeGreaterThanOrEqual(Date.parse(three.expires_at) - 60_000);
});

test('a restore does not affect running work in its target, even with a key that the backup also contains', async () => {
  const orgId = await server.addOrganization();
  const scope = await fill(orgId, 4);
  await server.pool.query(
    `update transactions set idempotency_key = 'one' where id = (select id from transactions where contract_id = $1 limit 1)`,
    [scope.contractId],
  );
  const backup = await backUp(orgId);
  const target = await server.rows.addContract(orgId, 'staging');
  const [live] = await server.rows.addTransactions(target, [{ status: 'pending' }, { status: 'confirmed' }]);
  await server.pool.query(`update transactions set live = true, idempotency_key = 'one' where id = $1`, [
    live,
  ]);
  const done = await restore(orgId, backup.backup_id);
  expect(done).toMatchObject({ status: 'completed', restored: { contracts: 1, transactions: 3 } });
  const { rows } = await server.pool.query(
    `select id, live, idempotency_key from transactions where org_id = $1 and environment = 'staging' and live`,
    [orgId],
  );
  expect(rows).toEqual([{ id: live, live: true, idempotency_key: 'one' }]);
  const path = `/contracts/${formatId('ctr', scope.contractId)}/transactions`;
  expect((await server.call(`${orgId}/staging`, 'GET', path)).body.total).toBe(3);
});

test('a backup is consistent while transactions continue', async () => {
  const orgId = await server.addOrganization();
  const scope = await server.rows.addContract(orgId);
  let isRunning = true;
  // Each transaction writes two rows together, so an inconsistent copy would have an odd number.
  const writing = (async () => {
    while (isRunning) await server.rows.addTransactions(scope, [{}, {}]);
  })();
  const backups = [];
  for (let i = 0; i < 3; i++)
    backups.push(await backUp(orgId, { backup_type: i === 0 ? 'full' : 'incremental' }));
  isRunning = false;
  await writing;
  for (const { backup_id } of backups) {
    const { restored } = await restore(orgId, backup_id);
    expect(restored.transactions % 2).toBe(0);
  }
  const all = required((await state(orgId)).transactions, 'the transactions').length;
  const now = await restore(orgId, backups[0].backup_id, {
    point_in_time: (await databaseNow()).toISOString(),
  });
  expect(now.restored.transactions).toBe(all);
});

test('an expired backup is removed with its bytes, and so are changes that no backup needs', async () => {
  const orgId = await server.addOrganization();
  await fill(orgId);
  const backup = await backUp(orgId, { retention_days: 1 });
  const path = await storedPath(backup.backup_id);
  await fill(orgId, 2);
  const later = { ...service, clock: { now: () => Date.now() + 86_400_000 - 60_000 } };
  await expireBackups(later);
  expect((await server.call(orgId, 'GET', `/backups/${backup.backup_id}`)).body.status).toBe('completed');
  await server.pool.query(
    `update backup_journals set started_at = now() - interval '1 day' where org_id = $1`,
    [orgId],
  );
  await expireBackups({ ...later, clock: { now: () => Date.now() + 86_400_000 + 1_000 } });
  expect((await server.call(orgId, 'GET', `/backups/${backup.backup_id}`)).body.status).toBe('expired');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  const refused = await server.call(orgId, 'POST', `/backups/${backup.backup_id}/restore`, {
    target_environment: 'staging',
  });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state']);
  const { rows } = await server.pool.query(
    'select (select count(*) from backup_changes where org_id = $1) as changes, (select count(*) from backup_journals where org_id = $1) as journals',
    [orgId],
  );
  expect(rows[0]).toEqual({ changes: 0, journals: 0 });
});

test('a restore into the running environment, from elsewhere into production, or of another organization’s backup is refused', async () => {
  const orgId = await server.addOrganization();
  await fill(orgId, 1);
  const backup = await backUp(orgId);
  const ask = async (token: string, target_environment: string) => {
    const { status, body } = await server.call(token, 'POST', `/backups/${backup.backup_id}/restore`, {
      target_environment,
    });
    return [status, body.error.code, body.error.field];
  };
  expect(await ask(orgId, 'production')).toEqual([400, 'invalid_request', 'target_environment']);
  expect(await ask(orgId, 'mars')).toEqual([400, 'invalid_request', 'target_environment']);
  expect(await ask(await server.addOrganization(), 'staging')).toEqual([404, 'not_found', undefined]);
  expect(await ask(`${orgId}/staging`, 'sandbox')).toEqual([404, 'not_found', undefined]);
  const staged = await server.call(`${orgId}/staging`, 'POST', '/backups');
  await eventually(
    async () =>
      (await server.call(`${orgId}/staging`, 'GET', `/backups/${staged.body.backup_id}`)).body.status,
  ).toBe('completed');
  const up = await server.call(`${orgId}/staging`, 'POST', `/backups/${staged.body.backup_id}/restore`, {
    target_environment: 'production',
  });
  expect([up.status, up.body.error.field]).toEqual([403, 'target_environment']);
  expect((await readdir(directory)).length).toBeGreaterThan(0);
});

test('restores are listed in both environments, newest first', async () => {
  const orgId = await server.addOrganization();
  await fill(orgId, 1);
  const { backup_id: id } = await backUp(orgId);
  const first = await restore(orgId, id);
  const second = await restore(orgId, id, { target_environment: 'sandbox' });
  const list = async (caller: string, query = '') =>
    (await server.call(caller, 'GET', `/restores${query}`)).body;
  expect(await list(orgId)).toMatchObject({ restores: [second, first], total: 2 });
  expect(await list(`${orgId}/staging`)).toMatchObject({ restores: [first], total: 1 });
  expect(await list(orgId, '?status=failed')).toMatchObject({ restores: [], total: 0 });
  expect((await list(await server.addOrganization())).total).toBe(0);
});
