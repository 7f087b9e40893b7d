import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describedRoutes } from '../../src/app/describe-api.ts';
import { loadSettings } from '../../src/app/settings.ts';
import { NOBODYS_ID } from '../../src/app/testing/api-walker.ts';
import { sampleBody, sampleQuery } from '../../src/app/testing/sample-request.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { examineReplicas } from '../../src/cli/examine-replicas.ts';
import { examineReplica } from '../../src/engine/replicas/index.ts';
import { createPool } from '../../src/kit/db/index.ts';
import type { AnyRoute } from '../../src/kit/http/index.ts';
import { type Answer, callerOf } from '../../src/kit/http/testing/call-api.ts';
import { required } from '../../src/kit/required.ts';
import { newEncryptionKey } from './harness/data-directory.ts';
import { ReplicaServer } from './harness/replica-server.ts';

const described = describedRoutes();
const OWN_KEY = 'the-first-key-of-these-tests';

let replica: ReplicaServer;
/** Its answers may be a minute old. */
let patient: TestService;
/** Its answers may be a second old. */
let strict: TestService;

beforeAll(async () => {
  replica = await ReplicaServer.start();
  const shared = {
    DATABASE_URL: replica.primary.url,
    DATABASE_READ_URL: replica.url,
    ENCRYPTION_KEY: newEncryptionKey(),
    BOOTSTRAP_API_KEY: OWN_KEY,
    SIMULATE_NETWORKS: 'off',
  };
  patient = await startTestService({ ...shared, DATABASE_READ_MAX_AGE: '60' });
  strict = await startTestService({ ...shared, DATABASE_READ_MAX_AGE: '1' });
  await isRead(patient);
});
afterAll(async () => {
  await replica?.thaw().catch(() => {});
  await Promise.all([patient?.stop(), strict?.stop()]);
  await replica?.remove();
});

/** A node's figures about the replica and its reads from it. */
async function figuresOf(service: TestService): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const found = text.matchAll(
    /^trivium_replica_(?:reads_total\{outcome="(\w+)"\}|(serving)\{[^}]+\}) (\d+)$/gm,
  );
  return Object.fromEntries(
    [...found].map(([, outcome, serving, value]) => [outcome ?? serving, Number(value)]),
  );
}

/** Usable in hooks, unlike `expect.poll`. */
const become = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 20_000, interval: 50 });
const isRead = (service: TestService) =>
  become(async () => expect((await figuresOf(service)).serving).toBe(1));
const isNotRead = (service: TestService) =>
  become(async () => expect((await figuresOf(service)).serving).toBe(0));

/** A new key that has not written anything. */
async function newKey(): Promise<string> {
  const { status, body } = await callerOf(patient.address, OWN_KEY)('POST', '/v1/keys', {
    name: 'a reader',
    scopes: ['admin'],
  });
  expect(status).toBe(201);
  return body.key;
}

/** Events published by these tests, as the key sees them through the node: the log also has events about new keys. */
function readLog(service: TestService, key: string, headers = {}): Promise<Answer> {
  return callerOf(service.address, key)('GET', '/v1/events?type=sample.made', undefined, headers);
}

const idOf = (one: { subscription_id: string }) => one.subscription_id;

async function publish(service: TestService, key: string): Promise<void> {
  const event = { type: 'sample.made', source: 'tests', data: {} };
  expect((await callerOf(service.address, key)('POST', '/v1/events', event)).status).toBe(201);
}

describe('of the route table', () => {
  const reads = described.filter(({ method, access }) => method === 'GET' && access !== 'public');
  const isAtReplica = (row: AnyRoute) => row.reads === 'replica';

  test('routes for a replica are read there, and say how old the answer may be', async () => {
    const call = callerOf(patient.address, await newKey());
    const isRead = async (row: AnyRoute) => {
      const ask = () => call('GET', row.path + sampleQuery(row));
      await expect.poll(async () => (await ask()).headers.get('age'), { message: row.path }).toMatch(/^\d+$/);
    };
    await Promise.all(reads.filter((row) => isAtReplica(row) && row.params === undefined).map(isRead));
  });

  test('no other route is', async () => {
    const before = await figuresOf(patient);
    const call = callerOf(patient.address, await newKey());
    const isNotRead = async (row: AnyRoute) => {
      const path = row.path.replaceAll(/:\w+/g, NOBODYS_ID);
      expect((await call('GET', path + sampleQuery(row))).headers.get('age'), row.path).toBeNull();
    };
    await Promise.all(reads.filter((row) => !isAtReplica(row) && !row.produces).map(isNotRead));
    expect(await figuresOf(patient)).toEqual(before);
  });
});

describe('while the replica is paused', () => {
  let writer: string;
  let total: number;
  beforeAll(async () => {
    writer = await newKey();
    await publish(strict, writer);
    // Waits until the replica has everything written so far.
    const reader = await newKey();
    total = (await readLog(patient, reader, { 'cache-control': 'no-cache' })).body.total;
    const other = await newKey();
    await become(async () => expect((await readLog(patient, other)).body.total).toBe(total));
    await isRead(strict);
    await replica.ask('select pg_wal_replay_pause()');
    await publish(strict, writer);
    total++;
  });
  afterAll(async () => {
    await replica.ask('select pg_wal_replay_resume()');
    await Promise.all([isRead(patient), isRead(strict)]);
  });

  test('a writer reads its own write, through the same node and through another', async () => {
    for (const service of [strict, patient]) {
      const { body, headers } = await readLog(service, writer);
      expect(body.total).toBe(total);
      expect(headers.get('age')).toBeNull();
    }
  });

  test('others may read older data, and are told so', async () => {
    const { body, headers } = await readLog(patient, await newKey());
    expect(body.total).toBe(total - 1);
    expect(Number(headers.get('age'))).toBeGreaterThan(0);
    expect(Number(headers.get('age'))).toBeLessThanOrEqual(60);
  });

  test.each(['no-cache', 'max-age=0'])(
    '`Cache-Control: %s` reads the newest, and no older data follows',
    async (control) => {
      const [one, two] = [await newKey(), await newKey()];
      expect((await readLog(patient, one)).body.total).toBe(total - 1);
      expect((await readLog(patient, one, { 'cache-control': control })).body.total).toBe(total);
      expect((await readLog(patient, one)).body.total).toBe(total);
      // Through another node too.
      expect((await readLog(strict, two, { 'cache-control': control })).body.total).toBe(total);
      expect((await readLog(patient, two)).body.total).toBe(total);
    },
  );

  test('data that the replica does not have yet is not refused', async () => {
    const call = callerOf(patient.address, await newKey());
    const row = required(
      described.find(({ operationId }) => operationId === 'createWebhookSubscription'),
      'the row',
    );
    const made = await callerOf(strict.address, writer)('POST', row.path, sampleBody(row));
    expect(made.status).toBe(201);
    const path = `${row.path}/${made.body.subscription_id}`;
    expect((await call('GET', `${path}/deliveries`)).status).toBe(200);
    const { as_of } = (await readLog(strict, writer)).body;
    expect((await call('GET', `/v1/events?as_of=${as_of}`)).body.as_of).toBe(as_of);
    // A client that has read it by its id through another node must find it in the list.
    const key = await newKey();
    expect((await callerOf(strict.address, key)('GET', path)).status).toBe(200);
    const { subscriptions } = (await callerOf(patient.address, key)('GET', row.path)).body;
    expect(subscriptions.map(idOf)).toContain(made.body.subscription_id);
    // The list for another client is older, so the replica did not have it yet.
    const others = (await callerOf(patient.address, await newKey())('GET', row.path)).body;
    expect(others.subscriptions.map(idOf)).not.toContain(made.body.subscription_id);
  });

  test('an export ends where the replica does', async () => {
    const key = await newKey();
    const { as_of } = (await readLog(patient, key)).body;
    const { status, text, headers } = await callerOf(patient.address, key)('GET', '/v1/events/export');
    expect([status, headers.get('age')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(text.trim().split('\n')).toHaveLength(as_of);
  });

  test('beyond the maximum age the primary answers, and metrics and doctor say so', async () => {
    await isNotRead(strict);
    const { body, headers } = await readLog(strict, await newKey());
    expect(body.total).toBe(total);
    expect(headers.get('age')).toBeNull();
    expect((await figuresOf(strict)).none_serves).toBeGreaterThan(0);
    await expect(examineReplica(replica.url, replica.primary.url, 100)).rejects.toThrow('behind');
  });
});

test('doctor reports a working replica', async () => {
  const settings = loadSettings({ DATABASE_URL: replica.primary.url, DATABASE_READ_URL: replica.url });
  expect(await examineReplicas(settings)).toEqual([
    { name: 'replica', ok: true, detail: expect.stringMatching(/follows, \d+ ms behind/) },
  ]);
});

test('a database that is not a copy is not read', async () => {
  await expect(examineReplica(patient.database.connectionString, replica.primary.url, 1_000)).rejects.toThrow(
    'is not a copy of the database',
  );
});

test('reads that are cancelled or cut off on the replica are answered by the primary', async () => {
  const reader = await newKey();
  let isOver = false;
  const locker = createPool(replica.primary.connection, {
    max: 1,
    applicationName: 'test',
    onError: () => {},
  });
  const cutting = (async () => {
    while (!isOver) {
      await replica.ask(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trivium reads'`,
      );
      // When this is replayed, it cancels reads of the table on the replica: SQLSTATE 40001, a conflict with recovery.
      await locker.query('begin; lock table events in access exclusive mode; commit');
      await sleep(5);
    }
  })();
  try {
    for (let i = 0; i < 100; i++) expect((await readLog(patient, reader)).status).toBe(200);
  } finally {
    isOver = true;
    await cutting;
    await locker.end();
  }
  await isRead(patient);
});

test('a hanging replica is left at once, and read again when it answers', async () => {
  const readers = [await newKey(), await newKey()];
  await isRead(patient);
  await replica.freeze();
  try {
    for (const reader of readers) expect((await readLog(patient, reader)).status).toBe(200);
    await isNotRead(patient);
    const { status, headers } = await readLog(patient, await newKey());
    expect([status, headers.get('age')]).toEqual([200, null]);
  } finally {
    await replica.thaw();
  }
  await isRead(patient);
});

test('a killed replica is left, and a promoted one is not read any more', async () => {
  await replica.kill();
  expect((await readLog(patient, await newKey())).status).toBe(200);
  await isNotRead(patient);
  await expect(examineReplica(replica.url, replica.primary.url, 1_000)).rejects.toThrow('cannot be reached');
  await replica.serve();
  await isRead(patient);
  const reader = await newKey();
  await replica.ask('select pg_promote()');
  const writer = await newKey();
  await publish(patient, writer);
  const { total } = (await readLog(patient, writer)).body;
  await isNotRead(patient);
  expect((await readLog(patient, reader)).body.total).toBe(total);
  await expect(examineReplica(replica.url, replica.primary.url, 1_000)).rejects.toThrow('follows no primary');
});
