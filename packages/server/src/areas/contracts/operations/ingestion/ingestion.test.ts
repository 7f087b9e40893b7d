import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import type { JobHandler } from '../../../../engine/jobs/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, parseId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import type { ExecuteContract, ExecuteRequest } from '../../transactions/executions/execution-ports.ts';
import { type Operations, startOperations } from '../../transactions/history/testing/operations-fixture.ts';
import { claimJob } from './ingestion.repository.ts';
import { ingestionRoutes } from './ingestion.routes.ts';
import { ingestionJob } from './run-job.ts';
import { transformData } from './transform-data.ts';

let server: Operations;
let handler: JobHandler;
let orgId: string;
/** In place of the chain: records requests and answers as the test says. */
const chain: { asked: ExecuteRequest[]; answer: (request: ExecuteRequest) => void } = {
  asked: [],
  answer: () => {},
};
const executions = new Map<string, string>();
const executeContract: ExecuteContract = async (request) => {
  chain.asked.push(request);
  chain.answer(request);
  const key = required(request.idempotencyKey, 'request.idempotencyKey');
  const replayed = executions.has(key);
  if (!replayed) executions.set(key, newUuid());
  return {
    executionId: required(executions.get(key), 'executions.get(key)'),
    status: 'pending',
    transactionHash: '0x00',
    estimatedConfirmation: new Date(),
    idempotencyKey: key,
    simulated: false,
    replayed,
  };
};

beforeAll(async () => {
  server = await startOperations(
    (parts) => {
      const service = { ...parts, clock: parts.node.clock, executeContract };
      handler = ingestionJob(service);
      return { routes: ingestionRoutes(() => service), jobs: [handler] };
    },
    { concurrency: 1 },
  );
  orgId = await server.addOrganization();
});

afterAll(() => server.close());

beforeEach(() => {
  chain.asked.length = 0;
  chain.answer = () => {};
});

async function submit(body: object, token = orgId) {
  const answer = await server.call(token, 'POST', '/ingestion/jobs', {
    source_id: 's',
    data: { a: 1 },
    ...body,
  });
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ status: 'queued' })]);
  return answer.body;
}

const read = async (id: string, token = orgId) =>
  (await server.call(token, 'GET', `/ingestion/jobs/${id}`)).body;

async function ended(id: string, token = orgId) {
  await eventually(async () => (await read(id, token)).completed_at, 60_000).not.toBeNull();
  return read(id, token);
}

test('jobs run by priority and then arrival, always report their true position, and none is lost', async () => {
  const other = await server.addOrganization();
  const jobs: { job_id: string; position: number }[] = [];
  for (const priority of ['low', undefined, 'critical', 'high', 'normal', 'critical'])
    jobs.push(await submit({ priority }));
  await submit({ priority: 'critical' }, other);
  const positions = () => Promise.all(jobs.map(async ({ job_id }) => (await read(job_id)).position));
  expect(jobs.map(({ position }) => position)).toEqual([1, 1, 1, 2, 4, 2]);
  expect(await positions()).toEqual([6, 4, 1, 3, 5, 2]);
  const starts = await Promise.all(
    jobs.map(async ({ job_id }) => Date.parse((await read(job_id)).estimated_start)),
  );
  expect([2, 5, 3, 1, 4, 0].map((i) => starts[i])).toEqual([...starts].sort());
  await server.runner.start();
  await Promise.all(jobs.map(({ job_id }) => ended(job_id)));
  const { rows } = await server.pool.query(
    'select id from ingestion_jobs where org_id = $1 order by started_at, completed_at',
    [orgId],
  );
  expect(rows.map(({ id }) => formatId('ing', id))).toEqual(
    [2, 5, 3, 1, 4, 0].map((i) => required(jobs[i], 'jobs[i]').job_id),
  );
  expect(await positions()).toEqual([0, 0, 0, 0, 0, 0]);
});

const address = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
test.each([
  [['trim_strings'], { a: ' x ', b: [' y'] }, { a: 'x', b: ['y'] }],
  [['lowercase_keys'], { Order: { ID: 1 } }, { order: { id: 1 } }],
  [
    ['normalize_timestamps'],
    { created_at: 1767225600, t: '2026-01-01T02:00:00+02:00', n: 5 },
    { created_at: '2026-01-01T00:00:00.000Z', t: '2026-01-01T00:00:00.000Z', n: 5 },
  ],
  [
    ['to_wei'],
    { a: '1.5 ether', b: '3 gwei', c: '7' },
    { a: '1500000000000000000', b: '3000000000', c: '7' },
  ],
  [['to_wei:a.b'], { a: { b: 0.25 } }, { a: { b: '250000000000000000' } }],
  [['to_checksum_address'], { a: address }, { a: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }],
  // Keccak-256 of {"a":1,"b":2}, for any order of the keys.
  [
    ['hash_payload'],
    { b: 2, a: 1 },
    {
      b: 2,
      a: 1,
      payload_hash: `0x${Buffer.from(keccak_256(Buffer.from('{"a":1,"b":2}'))).toString('hex')}`,
    },
  ],
  [['drop_nulls'], { a: null, b: { c: null, d: 0 } }, { b: { d: 0 } }],
  [['pick:order.items[1]'], { order: { items: [1, { x: 2 }] } }, { x: 2 }],
  [['pick:a'], { a: [1] }, { value: [1] }],
  [['rename:a.b:c.d'], { a: { b: 1, e: 2 } }, { a: { e: 2 }, c: { d: 1 } }],
  [['map_args:a,b.c'], { a: 1, b: { c: 'x' } }, { a: 1, b: { c: 'x' }, args: [1, 'x'] }],
  [['trim_strings', 'lowercase_keys', 'map_args:to'], { TO: ' x ' }, { to: 'x', args: ['x'] }],
])('%j transforms %j', async (rules, data, expected) => {
  const steps = rules.map((rule) => ({ rule }));
  const { json } = await transformData({
    orgId,
    data: JSON.stringify(data),
    steps: JSON.stringify(steps),
  });
  expect(JSON.parse(json)).toEqual(expected);
});

test('an own rule is made, used by name and id, kept by jobs after its deletion, and refused if it is invalid', async () => {
  const body = {
    name: 'total',
    expression: '{ "total": $sum(items.price), "function": "set", "args": [$string($sum(items.price))] }',
  };
  const rule = (await server.call(orgId, 'POST', '/ingestion/rules', body)).body;
  for (const [wrong, code, field] of [
    [{ ...body }, 'conflict', 'name'],
    [{ ...body, name: 'pick' }, 'invalid_request', 'name'],
    [{ ...body, name: 'broken', expression: '$sum(' }, 'invalid_request', 'expression'],
  ] as const) {
    const { error } = (await server.call(orgId, 'POST', '/ingestion/rules', wrong)).body;
    expect([error.code, error.field]).toEqual([code, field]);
  }
  const scope = await server.rows.addContract(orgId);
  const data = { items: [{ price: 2 }, { price: 3 }] };
  const contract = formatId('ctr', scope.contractId);
  const job = await submit({
    data,
    transformation_rules: ['total'],
    trigger_contract: contract,
    correlation_id: 'c-1',
  });
  expect((await server.call(orgId, 'DELETE', `/ingestion/rules/${rule.rule_id}`)).status).toBe(204);
  const done = await ended(job.job_id);
  expect(done).toMatchObject({
    status: 'completed',
    result: {
      transformed_data: { total: 5 },
      contract_triggered: true,
      execution_id: expect.stringMatching(/^exe_/),
    },
    error: null,
  });
  expect(chain.asked).toMatchObject([
    {
      contractId: scope.contractId,
      function: 'set',
      args: ['5'],
      idempotencyKey: `ingestion:${job.job_id}`,
      correlationId: 'c-1',
    },
  ]);
  const unknown = await server.call(orgId, 'POST', '/ingestion/jobs', {
    source_id: 's',
    data: {},
    transformation_rules: ['drop_nulls', 'total'],
  });
  expect([unknown.status, unknown.body.error.field]).toEqual([400, 'transformation_rules.1']);
  const stranger = await server.addOrganization();
  const foreign = await server.call(stranger, 'POST', '/ingestion/jobs', {
    source_id: 's',
    data: {},
    trigger_contract: contract,
  });
  expect(foreign).toMatchObject({ status: 404, body: { error: { field: 'trigger_contract' } } });
  expect((await server.call(stranger, 'GET', `/ingestion/jobs/${job.job_id}`)).status).toBe(404);
});

test('a failure is named and stored; a temporary one is retried, and the contract is called once', async () => {
  const failed = await ended((await submit({ transformation_rules: ['pick:nothing.here'] })).job_id);
  expect(failed).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'transformation_failed', rule: 'pick:nothing.here' },
    result: { transformed_data: null, contract_triggered: false },
  });
  const contract = formatId('ctr', (await server.rows.addContract(orgId)).contractId);
  chain.answer = () => {
    throw new AppError(contractsErrors.execution_failed, { message: 'The contract says no.' });
  };
  const refused = await ended((await submit({ trigger_contract: contract, trigger_function: 'set' })).job_id);
  expect(refused).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'execution_failed' } });
  let outages = 1;
  chain.answer = () => {
    if (outages-- > 0)
      throw new AppError(contractsErrors.network_unavailable, { message: 'The network is away.' });
  };
  chain.asked.length = 0;
  const retried = await submit({ trigger_contract: contract, trigger_function: 'set' });
  await eventually(async () => (await read(retried.job_id)).error?.code).toBe('network_unavailable');
  expect(await ended(retried.job_id)).toMatchObject({ status: 'completed', attempts: 2, error: null });
  expect(new Set(chain.asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('a rule that times out is tried only once more', async () => {
  const endless = { name: 'endless', expression: '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(1))' };
  expect((await server.call(orgId, 'POST', '/ingestion/rules', endless)).status).toBe(201);
  const job = await ended((await submit({ transformation_rules: ['endless'] })).job_id);
  expect(job).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'transformation_failed' } });
});

test.each([
  [
    'a fatal error of V8',
    '($a:=s; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $a:=$a&$a; $count($split($a,"x"))>0)',
  ],
  [
    'more memory than there is',
    '($d:=function($s,$n){$n=0?$s:$d($s&$s,$n-1)}; $length($replace($d("xy",25),"x","z")))',
  ],
])(
  'a rule that is %s fails its job with the reason after two attempts, and the service keeps running',
  async (_name, expression) => {
    const rule = await server.call(orgId, 'POST', '/ingestion/rules', {
      name: `hostile_${newUuid().slice(-8)}`,
      expression,
    });
    expect(rule.status).toBe(201);
    const { job_id } = await submit({
      data: { s: 'x'.repeat(1_000_000) },
      transformation_rules: [rule.body.rule_id],
    });
    expect(await ended(job_id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: { code: 'transformation_failed', message: expect.stringContaining('The rules were stopped.') },
    });
  },
  120_000,
);

test('a queue entry that was interrupted continues with its job', async () => {
  await server.runner.stop();
  const owner = { orgId: await server.addOrganization(), environment: 'production' };
  const [first, second] = [await submit({}, owner.orgId), await submit({}, owner.orgId)];
  const claim = async (entry: string) =>
    server.db.transaction().execute((tx) => claimJob(tx, owner, entry, new Date()));
  const [a, b] = [newUuid(), newUuid()];
  expect((await claim(a))?.id).toBe(parseId('ing', first.job_id));
  expect((await claim(b))?.id).toBe(parseId('ing', second.job_id));
  expect(await claim(a)).toMatchObject({ id: parseId('ing', first.job_id), attempts: 2 });
  expect(await claim(newUuid())).toBeUndefined();
});

test('a job without a remaining run fails, and the job after it does not', async () => {
  const owner = { orgId: await server.addOrganization(), environment: 'production' };
  const [lost, waiting] = [await submit({}, owner.orgId), await submit({}, owner.orgId)];
  const claim = newUuid();
  await server.db.transaction().execute((tx) => claimJob(tx, owner, claim, new Date()));
  await required(handler.giveUp, 'handler.giveUp')({ ...owner, claim }, { error: undefined });
  expect(await read(lost.job_id, owner.orgId)).toMatchObject({
    status: 'failed',
    error: { code: 'gave_up' },
  });
  expect(await read(waiting.job_id, owner.orgId)).toMatchObject({ status: 'queued', error: null });
});

test('a timeout of an expression and an error in it are reported differently', async () => {
  const apply = (expression: string) =>
    transformData({ orgId, data: '{"a":1}', steps: JSON.stringify([{ rule: 'own', expression }]) });
  const endless = '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(1))';
  await expect(apply(endless)).rejects.toMatchObject({ rule: 'own', isPassing: true });
  await expect(apply('$sum(a, "x")')).rejects.toMatchObject({ rule: 'own', isPassing: false });
});

test('a job that crashed its process twice fails with that reason, and is not started again', async () => {
  const owner = { orgId: await server.addOrganization(), environment: 'production' };
  await server.runner.stop();
  const job = await submit({}, owner.orgId);
  const { rows } = await server.pool.query(
    `select payload ->> 'claim' as claim from graphile_worker._private_jobs where payload ->> 'orgId' = $1`,
    [owner.orgId],
  );
  const claim = rows[0].claim as string;
  // Two starts of a process that was killed.
  for (let i = 0; i < 2; i++) {
    await server.db.transaction().execute((tx) => claimJob(tx, owner, claim, new Date()));
  }

  await handler.run(
    { ...owner, claim },
    { attempt: 3, isLastAttempt: false, signal: new AbortController().signal },
  );
  expect(await read(job.job_id, owner.orgId)).toMatchObject({
    status: 'failed',
    attempts: 3,
    error: { code: 'gave_up' },
  });
});
