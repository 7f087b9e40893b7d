import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock, systemClock } from '../../kit/clock.ts';
import { createPool } from '../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import type { AnswerName, IdempotencyClaim, KeptAnswer } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { createSecretBox } from '../../kit/secrets/index.ts';
import { SharedClock } from '../cluster/index.ts';
import { createIdempotencyStore, type PostgresIdempotencyStore } from './idempotency-store.ts';

const secretBox = createSecretBox(randomBytes(32));
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const hashesOf = (text: string, meaning = text) => ({ bytes: hashOf(text), meaning: hashOf(meaning) });
const body = hashesOf('body');
const otherBody = hashesOf('other');
const answer: KeptAnswer = { status: 201, contentType: undefined, body: '{"key":"trv_plaintext"}' };

let database: TestDatabase;
let pool: pg.Pool;
let clock: ManualClock;
const made: PostgresIdempotencyStore[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connection, { max: 8, applicationName: 'idempotency test', onError: () => {} });
});

afterEach(async () => {
  for (const store of made.splice(0)) await store.stop();
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Node {
  nodeId?: string;
  isNodeDead?(nodeId: string): boolean;
  remoteWaitMs?: number;
}

function newStore(node: Node = {}): PostgresIdempotencyStore {
  clock ??= new ManualClock();
  const store = createIdempotencyStore({
    pool,
    secretBox,
    clock,
    nodeId: node.nodeId ?? randomUUID(),
    isNodeDead: node.isNodeDead ?? (() => false),
    onError: (error) => {
      throw error;
    },
    remoteWaitMs: node.remoteWaitMs ?? 100,
    waitMs: 5_000,
  });
  made.push(store);
  return store;
}

const claimant = randomUUID();

function named(orgId: string, key: string, route = 'r'): AnswerName {
  return { orgId, claimant, route, key };
}

function tokenOf(claim: IdempotencyClaim): unknown {
  expect(claim.kind).toBe('fresh');
  return (claim as { token: unknown }).token;
}

/** Like the server: runs at most once, stores the answer, and repeats it. */
async function request(
  store: PostgresIdempotencyStore,
  orgId: string,
  key: string,
  run: () => Promise<KeptAnswer>,
) {
  const claim = await store.claim(named(orgId, key, 'createThing'), body);
  if (claim.kind !== 'fresh') return claim;
  const result = await run();
  await store.complete(claim.token, result);
  return { kind: 'ran', answer: result };
}

test('the first answer is repeated, on this node and on others', async () => {
  const [one, two] = [newStore(), newStore()];
  const orgId = randomUUID();
  await one.complete(tokenOf(await one.claim(named(orgId, 'k'), body)), answer);
  expect(await one.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('an answer without a body, or of any media type, is repeated unchanged', async () => {
  const store = newStore();
  const orgId = randomUUID();
  const kept = { status: 204, contentType: 'text/csv', body: '' };
  await store.complete(tokenOf(await store.claim(named(orgId, 'k'), body)), kept);
  expect(await store.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer: kept });
});

test('fifty concurrent requests with one key run once and get the same answer', async () => {
  const store = newStore();
  const orgId = randomUUID();
  let runs = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      request(store, orgId, 'k', async () => {
        runs++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return answer;
      }),
    ),
  );
  expect(runs).toBe(1);
  expect(results.filter(({ kind }) => kind === 'replay')).toHaveLength(49);
  expect(results.every((result) => 'answer' in result && result.answer === answer)).toBe(true);
});

test('concurrent requests with one key over two nodes run once', async () => {
  const nodes = [newStore({ remoteWaitMs: 10_000 }), newStore({ remoteWaitMs: 10_000 })];
  for (let round = 0; round < 20; round++) {
    const orgId = randomUUID();
    let runs = 0;
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        request(required(nodes[i % 2], 'nodes[i % 2]'), orgId, 'k', async () => {
          runs++;
          return answer;
        }),
      ),
    );
    expect(runs).toBe(1);
    expect(results.every(({ kind }) => kind === 'ran' || kind === 'replay')).toBe(true);
  }
});

test('one key with another body is a conflict, during the first request and afterwards', async () => {
  const [one, two] = [newStore(), newStore()];
  const orgId = randomUUID();
  const token = tokenOf(await one.claim(named(orgId, 'k'), body));
  expect(await one.claim(named(orgId, 'k'), otherBody)).toEqual({ kind: 'mismatch' });
  expect(await two.claim(named(orgId, 'k'), otherBody)).toEqual({ kind: 'mismatch' });
  await one.complete(token, answer);
  expect(await one.claim(named(orgId, 'k'), otherBody)).toEqual({ kind: 'mismatch' });
});

test('one key with the same request in another notation is the same, on this node and on others', async () => {
  const [one, two] = [newStore(), newStore()];
  const orgId = randomUUID();
  const token = tokenOf(await one.claim(named(orgId, 'k'), hashesOf('{"a":1,"b":2}', 'a b')));
  const again = one.claim(named(orgId, 'k'), hashesOf('{"b":2,"a":1}', 'a b'));
  await one.complete(token, answer);
  expect(await again).toEqual({ kind: 'replay', answer });
  expect(await two.claim(named(orgId, 'k'), hashesOf('{ "a": 1, "b": 2 }', 'a b'))).toEqual({
    kind: 'replay',
    answer,
  });
});

test('an answer stored by a node of the previous version is repeated for the same bytes', async () => {
  const store = newStore();
  const orgId = randomUUID();
  await store.complete(tokenOf(await store.claim(named(orgId, 'k'), body)), answer);
  await pool.query('update idempotency_keys set meaning_hash = null where org_id = $1', [orgId]);
  expect(await store.claim(named(orgId, 'k'), hashesOf('body', 'what it says'))).toEqual({
    kind: 'replay',
    answer,
  });
  expect(await store.claim(named(orgId, 'k'), otherBody)).toEqual({ kind: 'mismatch' });
});

test('a key belongs to one organization and one route', async () => {
  const store = newStore();
  const orgId = randomUUID();
  await store.complete(tokenOf(await store.claim(named(orgId, 'k'), body)), answer);
  tokenOf(await store.claim(named(randomUUID(), 'k'), otherBody));
  tokenOf(await store.claim(named(orgId, 'k', 's'), otherBody));
  tokenOf(await store.claim(named(orgId, 'K'), otherBody));
  tokenOf(await store.claim({ ...named(orgId, 'k'), claimant: randomUUID() }, otherBody));
});

test('a request that runs on another node is reported as running', async () => {
  const [one, two] = [newStore(), newStore()];
  const orgId = randomUUID();
  const token = tokenOf(await one.claim(named(orgId, 'k'), body));
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'running' });
  await one.complete(token, answer);
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('a released key is free again, and a waiting request gets it', async () => {
  const store = newStore();
  const orgId = randomUUID();
  const token = tokenOf(await store.claim(named(orgId, 'k'), body));
  const waiting = store.claim(named(orgId, 'k'), body);
  await store.release(token);
  await store.complete(tokenOf(await waiting), answer);
  expect(await store.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('a request of a dead node is taken over by exactly one other', async () => {
  const dead = randomUUID();
  const orgId = randomUUID();
  tokenOf(await newStore({ nodeId: dead }).claim(named(orgId, 'k'), body));
  const isNodeDead = (nodeId: string) => nodeId === dead;
  const survivors = Array.from({ length: 4 }, () => newStore({ isNodeDead }));
  const claims = await Promise.all(survivors.map((store) => store.claim(named(orgId, 'k'), body)));
  expect(claims.map(({ kind }) => kind).sort()).toEqual(['fresh', 'running', 'running', 'running']);
});

test('an expired claim is taken over, and its late owner writes nothing any more', async () => {
  const [stalled, next] = [newStore(), newStore()];
  const orgId = randomUUID();
  const late = tokenOf(await stalled.claim(named(orgId, 'k'), body));
  clock.advance(60_000);
  const token = tokenOf(await next.claim(named(orgId, 'k'), body));
  await stalled.complete(late, { ...answer, body: '"late"' });
  await next.complete(token, answer);
  expect(await newStore().claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
  const other = tokenOf(await stalled.claim(named(orgId, 'k2'), body));
  clock.advance(60_000);
  await next.complete(tokenOf(await next.claim(named(orgId, 'k2'), body)), answer);
  await stalled.release(other);
  expect(await newStore().claim(named(orgId, 'k2'), body)).toEqual({ kind: 'replay', answer });
});

test('a request that runs longer than its lease keeps its key', async () => {
  const options = {
    pool,
    secretBox,
    clock: systemClock,
    isNodeDead: () => false,
    onError: () => {},
    leaseMs: 300,
  };
  const [one, two] = [0, 1].map(() =>
    createIdempotencyStore({ ...options, nodeId: randomUUID(), remoteWaitMs: 0 }),
  );
  made.push(required(one, 'one'), required(two, 'two'));
  const orgId = randomUUID();
  const startedAt = Date.now();
  const token = tokenOf(await required(one, 'one').claim(named(orgId, 'k'), body));
  await vi.waitUntil(() => Date.now() > startedAt + 600);
  expect(await two?.claim(named(orgId, 'k'), body)).toEqual({ kind: 'running' });
  await required(one, 'one').complete(token, answer);
  expect(await two?.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

/** As if the database's clock were now ahead of this machine's clock. */
function setAhead(shared: SharedClock, aheadMs: number): void {
  const at = performance.now();
  shared.learn(Date.now() + aheadMs, at, at);
}

function newStoreOf(shared: SharedClock, leaseMs: number): PostgresIdempotencyStore {
  const nodes = { nodeId: randomUUID(), isNodeDead: () => false, onError: () => {} };
  const store = createIdempotencyStore({
    ...nodes,
    pool,
    secretBox,
    clock: shared,
    leaseMs,
    remoteWaitMs: 0,
  });
  made.push(store);
  return store;
}

test('a clock set ahead by minutes takes no key from a running request', async () => {
  const shared = new SharedClock();
  const [one, two] = [newStoreOf(shared, 60_000), newStoreOf(shared, 60_000)];
  const orgId = randomUUID();
  setAhead(shared, 0);
  const token = tokenOf(await one.claim(named(orgId, 'k'), body));
  setAhead(shared, 300_000);
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'running' });
  await one.complete(token, answer);
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('an abandoned request is taken over as soon as its lease could have been renewed, also by the new clock', async () => {
  const shared = new SharedClock();
  const [one, two] = [newStoreOf(shared, 300), newStoreOf(shared, 300)];
  const orgId = randomUUID();
  setAhead(shared, 0);
  one.abandon(tokenOf(await one.claim(named(orgId, 'k'), body)));
  setAhead(shared, 300_000);
  const claim = () => two.claim(named(orgId, 'k'), body);
  await expect.poll(async () => (await claim()).kind, { interval: 20 }).toBe('fresh');
});

test('an answer is kept for 24 hours even if the clock is set ahead by more than that', async () => {
  const shared = new SharedClock();
  const [one, two] = [newStoreOf(shared, 60_000), newStoreOf(shared, 60_000)];
  const orgId = randomUUID();
  setAhead(shared, 0);
  await one.complete(tokenOf(await one.claim(named(orgId, 'k'), body)), answer);
  setAhead(shared, 30 * 3_600_000);
  await two.sweep();
  expect(await two.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('this is also true on a node that starts later and was told of it', async () => {
  const [before, later] = [new SharedClock(), new SharedClock()];
  const orgId = randomUUID();
  setAhead(before, 0);
  const holder = newStoreOf(before, 60_000);
  await holder.complete(tokenOf(await holder.claim(named(orgId, 'k'), body)), answer);
  setAhead(later, 30 * 3_600_000);
  later.recall([{ agoMs: 1_000, aheadMs: 30 * 3_600_000 }]);
  const store = newStoreOf(later, 60_000);
  await store.sweep();
  expect(await store.claim(named(orgId, 'k'), body)).toEqual({ kind: 'replay', answer });
});

test('a key whose answer could not be stored can be retried on the same node at once', async () => {
  const store = newStore();
  const orgId = randomUUID();
  const token = tokenOf(await store.claim(named(orgId, 'k'), body));
  await expect(store.complete(token, { ...answer, status: 1_000_000 })).rejects.toThrow('out of range');
  await store.complete(tokenOf(await store.claim(named(orgId, 'k'), body)), answer);
});

test('an answer that cannot be stored does not affect others written with it', async () => {
  const store = newStore();
  const orgId = randomUUID();
  const tokens = await Promise.all(
    ['a', 'b', 'c'].map(async (key) => tokenOf(await store.claim(named(orgId, key), body))),
  );
  const kept = await Promise.allSettled(
    tokens.map((token, i) => store.complete(token, i === 1 ? { ...answer, status: 1_000_000 } : answer)),
  );
  expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await store.claim(named(orgId, 'c'), body)).toEqual({ kind: 'replay', answer });
});

test('an answer is kept for 24 hours, then the key is free and the row is removed', async () => {
  const store = newStore();
  const orgId = randomUUID();
  for (const key of ['a', 'b']) {
    await store.complete(tokenOf(await store.claim(named(orgId, key), body)), answer);
  }
  clock.advance(24 * 3_600_000 - 1);
  expect(await store.claim(named(orgId, 'a'), body)).toEqual({ kind: 'replay', answer });
  clock.advance(1);
  await store.complete(tokenOf(await store.claim(named(orgId, 'a'), otherBody)), answer);
  await store.sweep();
  const { rows } = await pool.query('select key from idempotency_keys where org_id = $1', [orgId]);
  expect(rows).toEqual([{ key: 'a' }]);
});

test('answers are stored sealed, each only for its own place', async () => {
  const store = newStore();
  const orgId = randomUUID();
  for (const key of ['a', 'b']) {
    await store.complete(tokenOf(await store.claim(named(orgId, key), body)), answer);
  }
  const { rows } = await pool.query('select i::text as row from idempotency_keys i where org_id = $1', [
    orgId,
  ]);
  expect(rows).toHaveLength(2);
  expect(rows.some(({ row }) => row.includes('plaintext'))).toBe(false);
  await pool.query(
    `update idempotency_keys set sealed_body = (select sealed_body from idempotency_keys where org_id = $1 and key = 'a')
     where org_id = $1 and key = 'b'`,
    [orgId],
  );
  await expect(store.claim(named(orgId, 'b'), body)).rejects.toThrow('belongs to another place');
});
