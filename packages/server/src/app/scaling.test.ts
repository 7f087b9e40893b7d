import { createServer } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../engine/delivery/testing/eventually.ts';
import { type Answer, callerOf } from '../kit/http/testing/call-api.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import { required } from '../kit/required.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

/** In these tests, real processes of this service start, work, stop and crash. */
let service: TestService;
let client: pg.Client;
const SLOW_TEST_MS = 120_000;

beforeAll(async () => {
  service = await startTestService({
    KUBERNETES_DEPLOYMENT: undefined,
    CLUSTER_MAX_NODES: '4',
    JOB_CONCURRENCY: '2',
  });
  client = new pg.Client(service.database.connection);
  await client.connect();
}, SLOW_TEST_MS);

afterAll(async () => {
  await client.end();
  await service.stop();
}, SLOW_TEST_MS);

const call = (method: string, path: string, body?: object, key = service.key) =>
  callerOf(`${service.address}/v1`, key)(method, path, body);

const cluster = async () => (await call('GET', '/contracts/scaling/cluster')).body;
const activeNodes = async () => (await cluster()).active_nodes;
const eventsOf = async (type: string) => (await call('GET', `/events?type=${type}`)).body.events;
const pidsOfWorkers = async () =>
  (
    await client.query(
      "select (info ->> 'pid')::int as pid from nodes where info ->> 'role' = 'worker' and left_at is null",
    )
  ).rows.map(({ pid }) => pid as number);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function scale(action: string, node_count: number) {
  const asked = await call('POST', '/contracts/scaling/scale', { action, node_count });
  expect([asked.status, asked.body]).toEqual([
    202,
    expect.objectContaining({ status: 'in_progress', action, node_count }),
  ]);
  const read = async () => (await call('GET', `/contracts/scaling/actions/${asked.body.scaling_id}`)).body;
  await eventually(async () => (await read()).status, SLOW_TEST_MS).not.toBe('in_progress');
  return read();
}

test('a single service is a cluster of one, with its own figures', async () => {
  await eventually(activeNodes).toBe(1);
  const { nodes, total_nodes, load_distribution } = await cluster();
  expect([total_nodes, load_distribution]).toEqual([1, 'balanced']);
  // A busy machine would change its health.
  await eventually(async () => (await cluster()).nodes[0], SLOW_TEST_MS).toMatchObject({
    status: 'active',
    health: 'healthy',
    role: 'api',
  });
  expect(nodes[0].metrics.memory_utilization).toBeGreaterThan(0);
  await eventually(async () => (await cluster()).nodes[0].metrics.active_connections).toBeGreaterThan(0);
  const { last_heartbeat } = nodes[0];
  await eventually(async () => (await cluster()).nodes[0].last_heartbeat > last_heartbeat, SLOW_TEST_MS).toBe(
    true,
  );
});

test('started nodes get work; a killed one loses no work and is replaced; they leave in order', async () => {
  const up = await scale('scale_up', 2);
  expect(up).toMatchObject({ status: 'completed', previous_nodes: 1, target_nodes: 3, policy_id: null });
  expect(up.node_ids).toHaveLength(2);
  expect(await activeNodes()).toBe(3);
  expect(await eventsOf('scaling.event')).toMatchObject([
    { data: { scaling_id: up.scaling_id, node_ids: up.node_ids } },
  ]);
  const told = async () =>
    (await eventsOf('scaling.node-added')).map(({ data }: { data: { node_id: string } }) => data.node_id);
  await eventually(async () => new Set(await told())).toEqual(new Set(up.node_ids));
  const added = await eventsOf('scaling.node-added');
  expect(added[0].data.scaling_id).toBe(up.scaling_id);

  // Jobs of about ten milliseconds each, shared by three processes; one of them is killed in the middle.
  const workers = await pidsOfWorkers();
  expect(workers.filter(isRunning)).toHaveLength(2);
  const rule = { name: 'slow', expression: '($count([1..1500].($ * 2)); $)' };
  expect((await call('POST', '/contracts/ingestion/rules', rule)).status).toBe(201);
  const worked = async () =>
    (
      await client.query(
        `select count(distinct j.node_id) as nodes from graphile_worker._private_jobs p join job_workers j on j.pool_id = p.locked_by`,
      )
    ).rows[0].nodes;
  const jobs: Answer[] = [];
  const coming = Promise.all(
    Array.from({ length: 30 }, async () => {
      for (let i = 0; i < 30; i++) {
        const job = { source_id: 'load', data: { i }, transformation_rules: ['slow'] };
        jobs.push(await call('POST', '/contracts/ingestion/jobs', job));
      }
    }),
  );
  await eventually(() => jobs.length, SLOW_TEST_MS).toBeGreaterThan(300);
  // While writes to the table of jobs are blocked, each process keeps the job that it has.
  await client.query('begin; lock table ingestion_jobs in exclusive mode');
  await eventually(async () => Number(await worked()), SLOW_TEST_MS).toBeGreaterThanOrEqual(2);
  process.kill(required(workers[0], 'workers[0]'), 'SIGKILL');
  await client.query('commit');
  await coming;
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set([202]));
  const statuses = async () =>
    (await client.query('select status, count(*) as n from ingestion_jobs group by 1')).rows.map(
      ({ status, n }) => `${n} ${status}`,
    );
  await eventually(statuses, SLOW_TEST_MS).toEqual(['900 completed']);
  await eventually(
    async () => (await cluster()).nodes.map(({ status }: { status: string }) => status).sort(),
    SLOW_TEST_MS,
  ).toEqual(['active', 'active', 'active', 'inactive']);

  const tooMany = await call('POST', '/contracts/scaling/scale', { action: 'scale_down', node_count: 3 });
  expect([tooMany.status, tooMany.body.error.field]).toEqual([400, 'node_count']);
  const tooLarge = await call('POST', '/contracts/scaling/scale', { action: 'scale_up', node_count: 2 });
  expect([tooLarge.status, tooLarge.body.error.field]).toEqual([400, 'node_count']);

  const running = (await pidsOfWorkers()).filter(isRunning);
  const down = await scale('scale_down', 2);
  expect(down).toMatchObject({ status: 'completed', previous_nodes: 3, target_nodes: 1 });
  expect(await activeNodes()).toBe(1);
  await eventually(() => running.filter(isRunning)).toEqual([]);
  expect((await eventsOf('scaling.event'))[0]).toMatchObject({
    data: { action: 'scale_down', node_ids: down.node_ids },
  });
}, 240_000);

test("only the operator's organization can change the cluster; others can read it", async () => {
  const key = await service.addKey('a guest', ['admin']);
  expect((await call('GET', '/contracts/scaling/cluster', undefined, key)).body.active_nodes).toBeGreaterThan(
    0,
  );
  for (const [path, body] of [
    ['scale', { action: 'scale_up', node_count: 1 }],
    ['policies', { min_nodes: 4, max_nodes: 4 }],
  ] as const) {
    const refused = await call('POST', `/contracts/scaling/${path}`, body, key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect(refused.body.error.message).toContain('CLUSTER_SCALING');
  }
  expect((await call('GET', '/contracts/scaling/actions', undefined, key)).body.total).toBe(0);
});

test('the minimum of a policy is started automatically, and a contradictory policy is refused', async () => {
  for (const [policy, field] of [
    [{ min_nodes: 3, max_nodes: 2 }, 'min_nodes'],
    [{ min_nodes: 1, max_nodes: 5 }, 'max_nodes'],
    [
      { min_nodes: 1, max_nodes: 2, scale_up_threshold: 20, scale_down_threshold: 30 },
      'scale_down_threshold',
    ],
  ] as const) {
    const refused = await call('POST', '/contracts/scaling/policies', policy);
    expect([refused.status, refused.body.error.field]).toEqual([400, field]);
  }
  const made = await call('POST', '/contracts/scaling/policies', {
    min_nodes: 2,
    max_nodes: 2,
    cooldown_minutes: 60,
  });
  expect([made.status, made.body.status]).toEqual([201, 'active']);
  await eventually(activeNodes, SLOW_TEST_MS).toBe(2);
  await eventually(async () => (await eventsOf('scaling.event'))[0].data.policy_id).toBe(made.body.policy_id);
  const second = await call('POST', '/contracts/scaling/policies', {
    min_nodes: 1,
    max_nodes: 1,
    cooldown_minutes: 60,
  });
  await eventually(activeNodes, SLOW_TEST_MS).toBe(1);
  const { policies } = (await call('GET', '/contracts/scaling/policies')).body;
  expect(
    policies.map(({ policy_id, status }: { policy_id: string; status: string }) => [policy_id, status]),
  ).toEqual([
    [second.body.policy_id, 'active'],
    [made.body.policy_id, 'superseded'],
  ]);
  expect((await call('DELETE', `/contracts/scaling/policies/${second.body.policy_id}`)).status).toBe(204);
}, 240_000);

test(
  'with a configured Deployment, its replicas are set through the API server, and errors are reported',
  async () => {
    const patches: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
    let isAllowed = false;
    const api = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        patches.push({
          url: `${request.method} ${request.url}`,
          authorization: request.headers.authorization,
          body,
        });
        response.statusCode = isAllowed ? 200 : 403;
        const status = { kind: 'Status', message: 'deployments.apps "trivium" is forbidden', code: 403 };
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(isAllowed ? { spec: {} } : status));
      });
    });
    const { origin } = await listen(api);
    const other = await startTestService({
      KUBERNETES_DEPLOYMENT: 'shop/trivium',
      KUBERNETES_API_URL: origin,
      KUBERNETES_TOKEN: 'a token of the test',
      CLUSTER_SCALING: 'everyone',
    });
    const otherDatabase = new pg.Client(other.database.connection);
    try {
      await otherDatabase.connect();
      // This key is not of the operator's organization: here everyone may do it.
      const guest = await other.addKey('a guest');
      const ask = (method: string, path: string, body?: string) =>
        fetch(`${other.address}/v1/contracts/scaling${path}`, {
          method,
          headers: { authorization: `Bearer ${guest}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body }),
        });
      // The heartbeat is late, as on a busy machine, but the node still counts itself.
      await otherDatabase.query('begin; lock table nodes in share mode');
      await eventually(async () => (await ask('GET', '/cluster')).json(), SLOW_TEST_MS).toMatchObject({
        active_nodes: 0,
      });
      const refused = await ask('POST', '/scale', '{"action":"scale_up","node_count":1}');
      const { scaling_id: id } = (await refused.json()) as { scaling_id: string };
      await otherDatabase.query('commit');
      await eventually(async () => (await ask('GET', `/actions/${id}`)).json(), SLOW_TEST_MS).toMatchObject({
        status: 'failed',
        previous_nodes: 1,
        target_nodes: 2,
        error: 'Kubernetes answered 403: deployments.apps "trivium" is forbidden',
      });
      isAllowed = true;
      patches.length = 0;
      const answer = await ask('POST', '/scale', '{"action":"scale_up","node_count":2}');
      expect(answer.status).toBe(202);
      // The number is set again while the pods have not appeared.
      await eventually(() => patches[0], SLOW_TEST_MS).toEqual({
        url: 'PATCH /apis/apps/v1/namespaces/shop/deployments/trivium/scale',
        authorization: 'Bearer a token of the test',
        body: '{"spec":{"replicas":3}}',
      });
    } finally {
      await otherDatabase.end();
      await other.stop();
      api.close();
    }
  },
  SLOW_TEST_MS,
);
