import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../app/testing/test-service.ts';
import { workflowClient } from './testing/workflow-client.ts';

let service: TestService;
let t: ReturnType<typeof workflowClient>;

beforeAll(async () => {
  service = await startTestService();
  t = workflowClient(service.address, service.key);
});
afterAll(() => service?.stop());

const publish = (type: string, data: object = {}) => ({ action: 'events.publish', input: { type, data } });

describe('a published event', () => {
  test('starts exactly the runs that its answer counts: pattern and condition match, workflow enabled', async () => {
    const all = await t.workflow('count.*', [publish('counted.all')]);
    const large = await t.workflow('count.made', [publish('counted.large')], {
      condition: { 'data.total': { $gte: 10 }, source: 'test' },
    });
    const off = await t.workflow('count.made', [publish('counted.off')], { enabled: false });
    expect((await t.publish('count.made', { total: 9 })).workflowsTriggered).toBe(1);
    expect((await t.publish('count.made', { total: 10 })).workflowsTriggered).toBe(2);
    expect((await t.publish('other.made', { total: 10 })).workflowsTriggered).toBe(0);
    const batch = { type: 'count.made', source: 'test', data: { total: 10 } };
    const { body } = await t.call('POST', '/events/batch', { events: [batch, { ...batch, data: {} }] });
    expect(body.events.map((event: { workflowsTriggered: number }) => event.workflowsTriggered)).toEqual([
      2, 1,
    ]);
    expect((await t.ended(all, 4)).map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
    expect(await t.ended(large, 2)).toHaveLength(2);
    expect(await t.runs(off)).toEqual([]);
    expect(await t.events('type=counted.all')).toHaveLength(4);
  });

  test('matches a changed workflow as soon as the change is answered', async () => {
    const id = await t.workflow('switch.made', [publish('switched.one')]);
    for (const [action, expected] of [
      ['disable', 0],
      ['enable', 1],
    ] as const) {
      expect((await t.call('POST', `/workflows/${id}/${action}`)).body.enabled).toBe(expected === 1);
      expect((await t.publish('switch.made')).workflowsTriggered).toBe(expected);
    }
    await t.call('PUT', `/workflows/${id}`, { trigger: { type: 'switch.else' } });
    expect((await t.publish('switch.made')).workflowsTriggered).toBe(0);
    expect((await t.publish('switch.else')).workflowsTriggered).toBe(1);
    expect((await t.call('DELETE', `/workflows/${id}`)).status).toBe(204);
    expect((await t.publish('switch.else')).workflowsTriggered).toBe(0);
    expect((await t.call('GET', `/workflows/${id}`)).status).toBe(404);
    expect((await t.call('GET', `/workflows/${id}/runs`)).status).toBe(404);
  });

  test('that is sent again with its idempotency key starts nothing more', async () => {
    const id = await t.workflow('again.made', [publish('again.done')]);
    const event = { type: 'again.made', source: 'test', data: {} };
    const publishOnce = () => t.call('POST', '/events', event, { 'idempotency-key': 'workflow-again' });
    const answers = await Promise.all([1, 2, 3].map(async () => (await publishOnce()).body));
    expect(new Set(answers.map(({ workflowsTriggered }) => workflowsTriggered))).toEqual(new Set([1]));
    expect(await t.ended(id, 1)).toHaveLength(1);
  });
});

describe('a run', () => {
  test('builds inputs from the event and from earlier results, with the same correlation', async () => {
    const id = await t.workflow('build.made', [
      {
        id: 'first',
        ...publish('built.first', { sum: '{{ $sum(event.data.items.price) }}', plain: 'as it is' }),
      },
      {
        ...publish('built.second', {
          first: '{{ results.first.event_id }}',
          names: '{{ event.data.items.name }}',
        }),
        when: '$count(event.data.items) = 2',
      },
      { ...publish('built.never'), when: 'event.data.missing' },
    ]);
    const items = [
      { name: 'a', price: 1.5 },
      { name: 'b', price: 2 },
    ];
    const event = await t.publish('build.made', { items }, { correlationId: 'order-77' });
    const [run] = await t.ended(id, 1);
    expect(run).toMatchObject({
      status: 'succeeded',
      event_id: event.eventId,
      correlation_id: 'order-77',
      actions: [{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'skipped', result: null }],
    });
    const caused = (await t.events('correlationId=order-77')).reverse();
    expect(caused.map(({ type }: { type: string }) => type)).toEqual([
      'build.made',
      'built.first',
      'built.second',
    ]);
    expect(caused[1].data).toEqual({ sum: 3.5, plain: 'as it is' });
    expect(caused[2].data).toEqual({ first: run.actions[0].result.event_id, names: ['a', 'b'] });
    expect(caused[1].eventId).toBe(run.actions[0].result.event_id);
  });

  test('shows the error of a failed action, and skips later ones by default', async () => {
    const bad = { action: 'events.publish', input: { type: 'Not A Type', data: {} } };
    const stopping = await t.workflow('fail.made', [bad, publish('failed.later')]);
    const going = await t.workflow('fail.made', [{ ...bad, on_error: 'continue' }, publish('failed.later')]);
    const broken = await t.workflow('fail.made', [
      publish('failed.type', { x: '{{ $error("no such order") }}' }),
    ]);
    expect((await t.publish('fail.made')).workflowsTriggered).toBe(3);
    expect((await t.ended(stopping, 1))[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      actions: [
        {
          status: 'failed',
          error: { code: 'invalid_request', field: 'type' },
          input: { type: 'Not A Type' },
        },
        { status: 'not_run', error: null },
      ],
    });
    expect((await t.ended(going, 1))[0]).toMatchObject({
      status: 'failed',
      actions: [{ status: 'failed' }, { status: 'succeeded' }],
    });
    const [run] = await t.ended(broken, 1);
    expect(run.actions[0].error).toMatchObject({
      code: 'invalid_expression',
      details: { doc_url: '/docs/errors/invalid_expression' },
    });
    expect(run.actions[0].error.message).toContain('no such order');
    expect(await t.events('type=failed.later')).toHaveLength(1);
  });

  test('that failed continues at the failed action when it is retried, with its own revision', async () => {
    const id = await t.workflow('retry.made', [publish('retried.first'), publish('Bad')]);
    await t.publish('retry.made');
    const [failed] = await t.ended(id, 1);
    await t.call('PUT', `/workflows/${id}`, { actions: [publish('retried.changed')] });
    const path = `/workflows/${id}/runs/${failed.run_id}`;
    expect((await t.call('POST', `${path}/retry`)).status).toBe(202);
    const [again] = await t.ended(id, 1);
    expect(again).toMatchObject({
      status: 'failed',
      revision: 1,
      actions: [failed.actions[0], { status: 'failed' }],
    });
    expect(await t.events('type=retried.first')).toHaveLength(1);
    const fine = await t.workflow('retry.fine', [publish('retried.fine')]);
    await t.publish('retry.fine');
    const [done] = await t.ended(fine, 1);
    const refused = await t.call('POST', `/workflows/${fine}/runs/${done.run_id}/retry`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
  });
});

describe('an action of a platform', () => {
  test('runs once, with the limits and the correlation of the event', async () => {
    const id = await t.workflow('ingest.made', [
      {
        id: 'ingest',
        action: 'contracts.queue_ingestion',
        input: { source_id: '{{ "order-" & event.data.n }}', data: '{{ event.data }}' },
      },
    ]);
    const before = await usedOf('contracts_executions');
    await t.publish('ingest.made', { n: 7 }, { correlationId: 'ingest-7' });
    const [run] = await t.ended(id, 1);
    expect(run).toMatchObject({ status: 'succeeded', actions: [{ result: { job_id: expect.any(String) } }] });
    const { body } = await t.call('GET', '/contracts/ingestion/jobs?source_id=order-7');
    expect(body.total).toBe(1);
    expect(await usedOf('contracts_executions')).toBe(before + 1);
  });

  test('that is refused shows the code and field of the API', async () => {
    const execute = (input: object) => [{ action: 'contracts.execute', input }];
    const missing = await t.workflow(
      'execute.made',
      execute({ contract_id: '{{ event.data.id }}', function: 'set' }),
    );
    // A value that selects nothing is left out, which is only known at run time.
    const shapeless = await t.workflow(
      'execute.made',
      execute({ contract_id: 'ctr_x', function: '{{ event.data.nothing }}' }),
    );
    await t.publish('execute.made', { id: `ctr_${'0'.repeat(31)}1` });
    expect((await t.ended(missing, 1))[0].actions[0]).toMatchObject({
      status: 'failed',
      error: { code: 'not_found' },
    });
    expect((await t.ended(shapeless, 1))[0].actions[0].error).toMatchObject({
      code: 'missing_required_field',
      field: 'function',
    });
  });

  async function usedOf(limit: string): Promise<number> {
    const { body } = await t.call('GET', '/organization');
    return body.limits.find(({ name }: { name: string }) => name === limit).used;
  }
});

describe('a loop', () => {
  test('of a workflow that starts itself stops at depth 8, with one correlation', async () => {
    const id = await t.workflow('loop.made', [publish('loop.made')]);
    const root = await t.publish('loop.made', {}, { correlationId: 'loop-1' });
    expect(root.workflowsTriggered).toBe(1);
    const runs = await t.ended(id, 9);
    expect(runs.map(({ status }) => status)).toEqual(['loop_stopped', ...Array(8).fill('succeeded')]);
    expect(runs.map(({ depth }) => depth)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await t.events('type=loop.made&correlationId=loop-1')).toHaveLength(9);
  });

  test('of two workflows that start each other also stops', async () => {
    const ping = await t.workflow('ping.made', [publish('pong.made')]);
    const pong = await t.workflow('pong.made', [publish('ping.made')]);
    await t.publish('ping.made');
    const pings = await t.ended(ping, 5);
    const pongs = await t.ended(pong, 4);
    expect(pings[0]).toMatchObject({ status: 'loop_stopped', actions: [] });
    expect([...pings, ...pongs].filter(({ status }) => status === 'succeeded')).toHaveLength(8);
  });
});

describe('a workflow', () => {
  test.each([
    ['trigger.type', { trigger: { type: 'NotAType' } }, 'invalid_event_type'],
    ['trigger.condition', { trigger: { type: 'a.b', condition: { $where: 'x' } } }],
    ['actions.0.action', { actions: [{ action: 'rockets.launch', input: {} }] }],
    ['actions.0.input.typ', { actions: [{ action: 'events.publish', input: { typ: 'a.b', data: {} } }] }],
    [
      'actions.0.input.function',
      { actions: [{ action: 'contracts.execute', input: { contract_id: '{{ event.data.id }}' } }] },
      'missing_required_field',
    ],
    ['actions.0.input', { actions: [publish('a.b', { x: '{{ event.data.( }}' })] }],
    ['actions.0.input', { actions: [publish('a.b', { x: 'Order {{ event.data.id }}' })] }],
    ['actions.0.when', { actions: [{ ...publish('a.b'), when: '1 +' }] }],
    [
      'actions.1.id',
      {
        actions: [
          { id: 'x', ...publish('a.b') },
          { id: 'x', ...publish('a.b') },
        ],
      },
    ],
    ['actions', { actions: [] }],
  ])('with an invalid %s is refused, naming the field', async (field, change, code = 'invalid_request') => {
    const good = { name: 'x', trigger: { type: 'a.b' }, actions: [publish('c.d')] };
    const { status, body } = await t.call('POST', '/workflows', { ...good, ...change });
    expect({ status, code: body.error.code, field: body.error.field }).toEqual({ status: 400, code, field });
  });

  test('belongs to only one organization', async () => {
    const id = await t.workflow('own.made', [publish('own.done')]);
    await t.publish('own.made');
    const [run] = await t.ended(id, 1);
    const other = workflowClient(service.address, await service.addKey('elsewhere'));
    for (const [method, path] of [
      ['GET', `/workflows/${id}`],
      ['PUT', `/workflows/${id}`],
      ['DELETE', `/workflows/${id}`],
      ['POST', `/workflows/${id}/disable`],
      ['GET', `/workflows/${id}/runs`],
      ['GET', `/workflows/${id}/runs/${run.run_id}`],
      ['POST', `/workflows/${id}/runs/${run.run_id}/retry`],
    ] as const) {
      const { status } = await other.call(method, path, method === 'PUT' ? { name: 'mine' } : undefined);
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`);
    }
    expect((await other.publish('own.made')).workflowsTriggered).toBe(0);
    expect((await other.call('GET', '/workflows')).body.total).toBe(0);
  });

  test('cannot have an action that its author may not use', async () => {
    const reader = workflowClient(service.address, await service.addKey('default', ['events:read']));
    const body = { name: 'x', trigger: { type: 'a.b' }, actions: [publish('c.d')] };
    expect((await reader.call('POST', '/workflows', body)).status).toBe(403);
    expect((await reader.call('GET', '/workflows/actions')).body.actions[0]).toMatchObject({
      action: expect.any(String),
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    });
  });

  test('has action inputs described in JSON Schema that RE2 and Python can read, without our own keywords', async () => {
    const { body } = await t.call('GET', '/workflows/actions');
    expect(JSON.stringify(body)).not.toMatch(/patternHint|"format":"timestamp"|ud800|"\$id"/);
    const { pattern, description } = body.actions.find(
      ({ action }: { action: string }) => action === 'events.publish',
    ).input_schema.properties.type;
    expect(() => RE2JS.compile(pattern)).not.toThrow();
    expect(description).toContain('must use dot notation');
  });
});
