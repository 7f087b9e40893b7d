import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import { required } from '../../kit/required.ts';
import { endsWithin } from '../../kit/threads/ends-within.fixture.ts';
import { createNodeRegistry, type NodeRegistry, type NodeRegistryOptions } from './node-registry.ts';

const times = { heartbeatMs: 50, deadAfterMs: 1_000, fenceAfterMs: 700 };
const patience = { timeout: 10_000, interval: 10 };

let database: TestDatabase;
let superuser: pg.Client;
const registries: NodeRegistry[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ ...database.superuser, database: 'postgres' });
  await superuser.connect();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const registry of registries.splice(0)) await registry.stop();
  await superuser.end();
  await database.drop();
});

function newRegistry(
  own: Pick<Partial<NodeRegistryOptions>, 'heartbeatMs' | 'bootTime' | 'ownClock'> = {},
): NodeRegistry {
  const registry = createNodeRegistry({
    connection: database.connection,
    nodeId: randomUUID(),
    info: { host: 'here' },
    onError: () => {},
    ...times,
    ...own,
  });
  registries.push(registry);
  return registry;
}

async function startChild(nodeId: string): Promise<ChildProcess> {
  const options = { connection: database.connection, nodeId, info: {}, ...times };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/node-process.ts'), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  await once(required(child.stdout, 'child.stdout'), 'data');
  return child;
}

async function cutConnections(): Promise<void> {
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'trivium node %'`,
    [database.connection.database],
  );
}

/** Makes the database unavailable: new connections are refused and existing ones closed. */
async function takeAway(isAway: boolean): Promise<void> {
  await superuser.query(`alter database ${database.connection.database} allow_connections ${!isAway}`);
  if (isAway) await cutConnections();
}

test('nodes see each other, and one that stops in order is removed at once', async () => {
  const [one, two] = [newRegistry(), newRegistry()];
  const gone: string[] = [];
  one.onNodeDead((nodeId) => {
    gone.push(nodeId);
  });
  await one.start();
  await two.start();
  expect(two.aliveNodeIds().sort()).toEqual([one.nodeId, two.nodeId].sort());
  await vi.waitUntil(() => one.aliveNodeIds().includes(two.nodeId), patience);
  expect(one.otherNodes()).toMatchObject([{ nodeId: two.nodeId, info: { host: 'here' }, isAlive: true }]);
  await two.stop();
  expect(two.mayAct()).toBe(false);
  const isGone = vi.waitUntil(() => one.isDead(two.nodeId), patience);
  expect(await endsWithin(times.deadAfterMs, isGone)).toBe(true);
  await isGone;
  expect(gone).toEqual([two.nodeId]);
  expect(one.aliveNodeIds()).toEqual([one.nodeId]);
});

test('a killed node is found dead, once, and another takes over its leadership', async () => {
  const victim = randomUUID();
  const child = await startChild(victim);
  const survivor = newRegistry();
  const dead: string[] = [];
  survivor.onNodeDead((nodeId) => {
    dead.push(nodeId);
  });
  const leadership = survivor.leader('tests');
  await survivor.start();
  expect(survivor.isDead(victim)).toBe(false);
  expect(leadership.isLeader()).toBe(false);
  child.kill('SIGKILL');
  await vi.waitUntil(() => dead.length > 0, patience);
  await vi.waitUntil(() => leadership.isLeader(), patience);
  expect(survivor.aliveNodeIds()).toEqual([survivor.nodeId]);
  expect(dead).toEqual([victim]);
});

test('after a day-ahead clock is corrected, a node that died before is dead within seconds, and the change is known', async () => {
  const victim = randomUUID();
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(
    `insert into nodes (id, info, heartbeat_at) values ($1, '{}', clock_timestamp() + interval '1 day')`,
    [victim],
  );
  await owner.end();
  const late = newRegistry();
  const dead: string[] = [];
  late.onNodeDead((nodeId) => {
    dead.push(nodeId);
  });
  await late.start();
  expect(late.foundBackMs).toBeGreaterThan(86_390_000);
  expect(late.foundBackMs).toBeLessThanOrEqual(86_400_000);
  await vi.waitUntil(() => late.isDead(victim), patience);
  expect(dead).toEqual([victim]);
});

test.each([
  ['set ahead by a day', "interval '1 day'", -86_400_000],
  ['set back by five minutes', "interval '-5 minutes'", 300_000],
  ['left as it was', "interval '0'", 0],
])(
  'a clock that was %s while no node ran is detected from the time since the machine started',
  async (_, moved, backMs) => {
    const owner = new pg.Client(database.owner);
    await owner.connect();
    // One from a minute ago, and a newer one of the same machine after a restart.
    await owner.query(
      `insert into nodes (id, info, heartbeat_at) values
       ($1, '{"boot":{"id":"this start","ms":100000},"clock_jump":"7"}', clock_timestamp() - interval '1 minute' - ${moved}),
       ($2, '{"boot":{"id":"another start","ms":150000}}', clock_timestamp() - interval '1 second'),
       ($3, '{"boot":{"id":"this start","ms":90000}}', clock_timestamp() - interval '1 hour'),
       ($4, '{}', clock_timestamp())`,
      [1, 2, 3, 4].map(() => randomUUID()),
    );
    await owner.end();
    const late = newRegistry({ bootTime: () => ({ id: 'this start', ms: 160_000 }) });
    await late.start();
    expect(late.foundJump).toEqual({ aheadMs: expect.closeTo(-backMs, -4), afterId: '7' });
    const stranger = newRegistry({ bootTime: () => ({ id: 'a third start', ms: 10_000 }) });
    await stranger.start();
    expect(stranger.foundJump).toBeUndefined();
  },
);

test('the time since the start of the machine is stored with each heartbeat, and found by the next node', async () => {
  const before = newRegistry();
  await before.start();
  await before.stop();
  const next = newRegistry();
  await next.start();
  expect(Math.abs(required(next.foundJump, 'what was found').aheadMs)).toBeLessThan(2_000);
});

test('a clock that was set ahead by a day while the machine was off is found by the machine’s own clock', async () => {
  const ownClock = new ManualClock();
  const before = newRegistry({ bootTime: () => ({ id: 'before', ms: 9_000_000 }), ownClock });
  await before.start();
  await before.stop();
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(
    `update nodes set started_at = started_at - interval '1 day', heartbeat_at = heartbeat_at - interval '1 day'`,
  );
  await owner.end();
  ownClock.advance(60_000);
  const next = newRegistry({ bootTime: () => ({ id: 'after', ms: 10_000 }), ownClock });
  await next.start();
  expect(next.foundJump?.aheadMs).toBeCloseTo(86_340_000, -4);
});

test('a node that starts later hears of those that died before', async () => {
  const child = await startChild(randomUUID());
  child.kill('SIGKILL');
  await once(child, 'exit');
  const late = newRegistry();
  const dead: string[] = [];
  late.onNodeDead((nodeId) => {
    dead.push(nodeId);
  });
  await late.start();
  await vi.waitUntil(() => dead.length === 1, patience);
});

test('a stalled node counts as dead, and learns so when it comes back', async () => {
  const nodeId = randomUUID();
  const child = await startChild(nodeId);
  const watcher = newRegistry();
  await watcher.start();
  child.kill('SIGSTOP');
  const stalledAt = performance.now();
  await vi.waitUntil(() => watcher.isDead(nodeId), patience);
  expect(performance.now() - stalledAt).toBeGreaterThan(times.fenceAfterMs);
  const printed = once(required(child.stdout, 'child.stdout'), 'data');
  child.kill('SIGCONT');
  expect(String(await printed)).toContain('lapsed');
  await vi.waitUntil(() => watcher.aliveNodeIds().includes(nodeId), patience);
});

/** Heartbeats as shown by another database with another clock. */
async function moveHeartbeats(by: string): Promise<void> {
  await superuser.query(`alter database ${database.connection.database} allow_connections true`);
  const client = new pg.Client({ ...database.superuser, database: database.connection.database });
  await client.connect();
  await client.query('update nodes set heartbeat_at = heartbeat_at + $1::interval', [by]);
  await client.end();
}

test.each([
  ['minutes behind', '-5 minutes'],
  ['minutes ahead', '5 minutes'],
])(
  'heartbeats that are %s after a failover make nobody dead, and a killed node is still found',
  async (_, by) => {
    const victim = randomUUID();
    const child = await startChild(victim);
    const watcher = newRegistry();
    const dead: string[] = [];
    watcher.onNodeDead((nodeId) => {
      dead.push(nodeId);
    });
    await watcher.start();
    child.kill('SIGSTOP');
    await moveHeartbeats(by);
    child.kill('SIGCONT');
    const beats = () => watcher.otherNodes()[0]?.lastHeartbeat.getTime();
    const [first, since] = [beats(), performance.now()];
    await vi.waitUntil(
      () => beats() !== first && performance.now() - since > times.heartbeatMs * 4,
      patience,
    );
    expect(dead).toEqual([]);
    child.kill('SIGKILL');
    await moveHeartbeats(by);
    await vi.waitUntil(() => dead.length > 0, patience);
    expect(dead).toEqual([victim]);
  },
);

test('a frozen node loses its leadership, and its open transaction', async () => {
  const victim = randomUUID();
  const child = await startChild(victim);
  const survivor = newRegistry();
  const leadership = survivor.leader('tests');
  await survivor.start();
  const [held, used] = [victim, survivor.nodeId].map(
    (id) => new pg.Client({ ...database.connection, application_name: `trivium ${id}` }),
  ) as [pg.Client, pg.Client];
  const ended = new Promise((resolve) => held.once('end', resolve));
  for (const client of [held, used]) {
    client.on('error', () => {});
    await client.connect();
    await client.query('begin');
  }
  expect(leadership.isLeader()).toBe(false);
  child.kill('SIGSTOP');
  await vi.waitUntil(() => leadership.isLeader(), patience);
  await ended;
  await used.query('commit');
  await used.end();
});

test('a node that could not look for a while does not treat silent nodes as dead at once', async () => {
  const watcher = newRegistry();
  const other = newRegistry();
  const dead: string[] = [];
  watcher.onNodeDead((nodeId) => {
    dead.push(nodeId);
  });
  await other.start();
  await watcher.start();
  await takeAway(true);
  await vi.waitUntil(() => !watcher.mayAct() && !other.mayAct(), patience);
  const since = performance.now();
  await vi.waitUntil(() => performance.now() - since > times.deadAfterMs, patience);
  await takeAway(false);
  await vi.waitUntil(() => watcher.mayAct() && other.mayAct(), patience);
  expect(dead).toEqual([]);
  expect(watcher.deadNodes()).toEqual([]);
});

test('a node that always looks late still finds dead nodes', async () => {
  const victim = randomUUID();
  const child = await startChild(victim);
  const watcher = newRegistry({ heartbeatMs: times.fenceAfterMs * 0.6 });
  await watcher.start();
  expect(watcher.isDead(victim)).toBe(false);
  child.kill('SIGKILL');
  await vi.waitUntil(() => watcher.isDead(victim), patience);
});

test('a node without the database may not act, and must drop its work before it may again', async () => {
  const node = newRegistry();
  const seen: string[] = [];
  node.onLapsed(() => {
    seen.push(`lapsed, may act: ${node.mayAct()}`);
  });
  await node.start();
  expect(node.mayAct()).toBe(true);
  await takeAway(true);
  await vi.waitUntil(() => !node.mayAct(), patience);
  expect(seen).toEqual([]);
  await takeAway(false);
  await vi.waitUntil(() => node.mayAct(), patience);
  expect(seen).toEqual(['lapsed, may act: false']);
});

test('one node leads at a time, and the next leads when it stops', async () => {
  const nodes = [newRegistry(), newRegistry(), newRegistry()];
  const leaderships = nodes.map((node) => node.leader('tests'));
  await Promise.all(nodes.map((node) => node.start()));
  const leading = () => leaderships.filter((leadership) => leadership.isLeader()).length;
  await vi.waitUntil(() => leading() === 1, patience);
  const first = leaderships.findIndex((leadership) => leadership.isLeader());
  await required(nodes[first], 'nodes[first]').stop();
  expect(leaderships[first]?.isLeader()).toBe(false);
  await vi.waitUntil(() => leading() === 1, patience);
  expect(() => required(nodes[0], 'nodes[0]').leader('tests')).toThrow('stands for tests already');
});

test('leaderships with different names are independent', async () => {
  const [one, two] = [newRegistry(), newRegistry()];
  const first = one.leader('first');
  await one.start();
  const [alsoFirst, second] = [two.leader('first'), two.leader('second')];
  await two.start();
  expect([first.isLeader(), alsoFirst.isLeader(), second.isLeader()]).toEqual([true, false, true]);
});

test('a leader whose connection is cut loses the leadership at once and is elected again', async () => {
  const node = newRegistry();
  const seen: string[] = [];
  const leadership = node.leader('tests', {
    onElected: () => {
      seen.push('elected');
    },
    onDeposed: () => {
      seen.push(`deposed, leads: ${leadership.isLeader()}`);
    },
  });
  await node.start();
  await cutConnections();
  await vi.waitUntil(() => seen.length === 3, patience);
  expect(seen).toEqual(['elected', 'deposed, leads: false', 'elected']);
  expect(node.mayAct()).toBe(true);
});

test('nodes that have been dead for an hour are forgotten', async () => {
  const node = newRegistry();
  await node.start();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(
    `insert into nodes (id, info, heartbeat_at) values (gen_random_uuid(), '{}', clock_timestamp() - interval '61 min')`,
  );
  await vi.waitUntil(async () => (await client.query('select from nodes')).rowCount === 1, patience);
  await client.end();
});
