import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { startSpine, type TestSpine } from '../spine/spine.fixture.ts';
import { attemptRun } from './attempt-run.ts';
import { createRunWriter } from './index.ts';
import { removeRuns } from './old-run.repository.ts';
import { MAX_CHAIN_RUNS } from './run-chains.ts';
import type { DueRun } from './run-queue.repository.ts';

let spine: TestSpine;
let query: QueryRows;

beforeAll(async () => {
  spine = await startSpine({ participants: [createRunWriter().participant] });
  query = queryPool(spine.pool);
});
afterAll(() => spine?.close());

/** Stores a workflow like the area, but without its use case. */
async function store(orgId: string, pattern: string): Promise<string> {
  const id = newUuid();
  await spine.pool.query(
    `with w as (insert into workflows (id, org_id, environment, key_id, name, enabled, event_pattern, created_at, updated_at)
       values ($1, $2, 'production', $3, 'test', true, $4, now(), now()) returning id),
     h as (update event_logs set routes_version = nextval('routes_versions') where org_id = $2)
     insert into workflow_revisions (org_id, workflow_id, revision, actions) select $2, id, 1, '[]' from w`,
    [id, orgId, newUuid(), pattern],
  );
  return id;
}

describe('an appended event', () => {
  test('matches workflows that another node changed, without a notification', async () => {
    const orgId = await spine.addOrganization();
    const event = { orgId, type: 'a.made', source: 'test', data: {} };
    expect((await spine.appender.append(event)).workflowRuns).toBe(0);
    await store(orgId, 'a.*');
    expect((await spine.appender.append(event)).workflowRuns).toBe(1);
  });

  test('that is appended again with its id returns its first runs, and starts none', async () => {
    const orgId = await spine.addOrganization();
    for (const pattern of ['b.made', 'b.*']) await store(orgId, pattern);
    const event = {
      orgId,
      type: 'b.made',
      source: 'test',
      data: { n: 1 },
      eventId: formatId('evt', newUuid()),
    };
    expect((await spine.appender.append(event)).workflowRuns).toBe(2);
    expect((await spine.appender.append(event)).workflowRuns).toBe(2);
    const [count] = await query<{ runs: number }>(
      'select count(*)::int as runs from workflow_runs where org_id = $1',
      [orgId],
    );
    expect(count).toEqual({ runs: 2 });
  });

  test('is written together with its runs or not at all', async () => {
    const orgId = await spine.addOrganization();
    await store(orgId, 'c.made');
    const other = {
      orgId,
      type: 'c.made',
      source: 'test',
      data: { n: 1 },
      eventId: formatId('evt', newUuid()),
    };
    await spine.appender.append(other);
    const batch = [
      { ...other, eventId: undefined },
      { ...other, data: { n: 2 } },
    ];
    await expect(spine.appender.appendAll(batch)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const [counts] = await query(
      `select (select count(*)::int from events where org_id = $1) as events,
         (select count(*)::int from workflow_runs where org_id = $1) as runs`,
      [orgId],
    );
    expect(counts).toEqual({ events: 1, runs: 1 });
  });
});

describe('runs', () => {
  test('that have ended are removed when they are old; queued ones stay', async () => {
    const orgId = await spine.addOrganization();
    const id = await store(orgId, 'd.made');
    for (let n = 0; n < 3; n++)
      await spine.appender.append({ orgId, type: 'd.made', source: 'test', data: { n } });
    const [oldest] = await query<{ id: string }>(
      'select id from workflow_runs where workflow_id = $1 order by id',
      [id],
    );
    await query("update workflow_runs set status = 'succeeded' where id = $1", [
      required(oldest, 'oldest').id,
    ]);
    expect(await removeRuns(query, Date.now() - 60_000)).toBe(0);
    expect(await removeRuns(query, Date.now() + 60_000)).toBe(1);
    const left = await query<{ id: string }>('select id from workflow_runs where workflow_id = $1', [id]);
    expect(left).toHaveLength(2);
  });
});

describe('a loop through a platform', () => {
  test('is detected from what runs made, with the same correlation, and stops at depth 8', async () => {
    const orgId = await spine.addOrganization();
    const made = formatId('exe', newUuid());
    const runOf = (correlationId: string, data: object): DueRun => ({
      workflowId: newUuid(),
      runId: newUuid(),
      environment: 'production',
      keyId: newUuid(),
      revision: 1,
      depth: 1,
      attempts: 0,
      starts: 1,
      actions: null,
      event: {
        id: newUuid(),
        orgId,
        position: 0,
        type: 'contract.executed',
        source: 'contracts',
        occurredAt: Date.now(),
        correlationId,
        fact: 'execution_confirmed',
        data: JSON.stringify(data),
        metadata: JSON.stringify({ correlationId }),
      },
    });
    const ports = {
      query,
      clock: { now: () => Date.now() },
      log: pino({ level: 'silent' }),
      limiter: { take: () => Promise.reject(new Error('no action takes a limit here')) },
    };
    const note = (depth: number) =>
      query('insert into workflow_effects values ($1, $2, $3, $4, now()) on conflict do nothing', [
        orgId,
        `depth ${depth}`,
        made,
        depth,
      ]);
    for (const depth of [3, 8]) await note(depth);
    const depthOf = async (correlationId: string, data: object) => {
      const { run } = await attemptRun(runOf(correlationId, data), [], ports);
      return { depth: run.depth, status: run.status };
    };
    expect(await depthOf('depth 3', { execution_id: made })).toEqual({ depth: 4, status: 'succeeded' });
    expect(await depthOf('depth 8', { execution_id: made })).toEqual({ depth: 9, status: 'loop_stopped' });
    expect(await depthOf('depth 8', { execution_id: formatId('exe', newUuid()) })).toMatchObject({
      depth: 1,
    });
    expect(await depthOf('another', { execution_id: made })).toMatchObject({ depth: 1 });
  });
});

test('a storm ends: the runs caused by one event are limited, and later events start theirs', async () => {
  const orgId = await spine.addOrganization();
  const workflows = 100;
  for (let i = 0; i < workflows; i++) await store(orgId, 'storm.*');
  const publish = (count: number, metadata: Record<string, unknown>) =>
    spine.appender.appendAll(
      Array.from({ length: count }, (_, n) => ({
        orgId,
        type: 'storm.on',
        source: 'test',
        data: { n },
        metadata,
      })),
    );
  const stopped = async () => {
    const [row] = await query<{ runs: number }>(
      `select count(*)::int as runs from workflow_runs where org_id = $1 and status = 'loop_stopped'`,
      [orgId],
    );
    return row?.runs;
  };
  await publish(MAX_CHAIN_RUNS / workflows, { correlationId: 'one', workflowDepth: 1 });
  expect(await stopped()).toBe(0);
  await publish(2, { correlationId: 'one', workflowDepth: 1 });
  expect(await stopped()).toBe(2 * workflows);
  await publish(2, { correlationId: 'another', workflowDepth: 1 });
  await publish(2, { correlationId: 'one' });
  expect(await stopped()).toBe(2 * workflows);
});
