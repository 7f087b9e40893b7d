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

describe('a failed run that is retried with the current workflow', () => {
  const retry = (id: string, run: { run_id: string }, revision: string) =>
    t.call('POST', `/workflows/${id}/runs/${run.run_id}/retry?revision=${revision}`);

  test('succeeds once the workflow was corrected, without repeating completed actions', async () => {
    const broken = { id: 'second', ...publish('mend.second', { x: '{{ $error("no") }}' }) };
    const id = await t.workflow('mend.made', [publish('mend.first'), broken, publish('mend.third')]);
    await t.publish('mend.made', { n: 7 });
    const [failed] = await t.ended(id, 1);
    expect(failed).toMatchObject({ status: 'failed', revision: 1 });
    const mended = { id: 'second', ...publish('mend.second', { x: '{{ event.data.n }}' }) };
    await t.call('PUT', `/workflows/${id}`, {
      actions: [publish('mend.first'), mended, publish('mend.third')],
    });
    expect(await retry(id, failed, 'current')).toMatchObject({ status: 202, body: { revision: 2 } });
    const [run] = await t.ended(id, 1);
    expect(run).toMatchObject({
      status: 'succeeded',
      revision: 2,
      actions: [
        failed.actions[0],
        { status: 'succeeded', input: { data: { x: 7 } } },
        { status: 'succeeded' },
      ],
    });
    expect(await t.events('type=mend.first')).toHaveLength(1);
  });

  test('repeats skipped actions, and follows added or removed actions after the completed ones', async () => {
    const skipped = { ...publish('skip.first'), when: 'false' };
    const id = await t.workflow('skip.made', [skipped, publish('Bad'), publish('skip.third')]);
    await t.publish('skip.made');
    const [failed] = await t.ended(id, 1);
    await t.call('PUT', `/workflows/${id}`, { actions: [publish('skip.first')] });
    await retry(id, failed, 'current');
    const [run] = await t.ended(id, 1);
    expect(run).toMatchObject({ status: 'succeeded', actions: [{ status: 'succeeded' }] });
    expect(run.actions).toHaveLength(1);
  });

  test('is refused if actions up to the last completed one have changed', async () => {
    const id = await t.workflow('moved.made', [publish('moved.first'), publish('Bad')]);
    await t.publish('moved.made');
    const [failed] = await t.ended(id, 1);
    await t.call('PUT', `/workflows/${id}`, { actions: [{ id: 'other', ...publish('moved.other') }] });
    const refused = await retry(id, failed, 'current');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect((await t.runs(id))[0]).toEqual(failed);
    expect((await retry(id, failed, 'newest')).status).toBe(400);
  });
});

test('all failed runs are retried in pages; those that cannot continue are named, and completed ones stay', async () => {
  const broken = { id: 'second', ...publish('all.second', { x: '{{ event.data.bad ? $error("no") : 1 }}' }) };
  const id = await t.workflow('all.made', [publish('all.first'), broken]);
  for (const bad of [true, false, true, true]) await t.publish('all.made', { bad });
  await t.ended(id, 4);
  const mended = { id: 'second', ...publish('all.second', { x: 2 }) };
  await t.call('PUT', `/workflows/${id}`, { actions: [publish('all.first'), mended] });
  const retryAll = (body: object) => t.call('POST', `/workflows/${id}/retry`, body);
  const first = await retryAll({ revision: 'current', limit: 2 });
  expect(first).toMatchObject({
    status: 202,
    body: { queued: 2, refused: [], next: expect.stringMatching(/^run_/) },
  });
  const { next } = first.body;
  expect(await retryAll({ revision: 'current', limit: 2, after: next })).toMatchObject({
    status: 202,
    body: { queued: 1, refused: [], next: null },
  });
  const runs = await t.ended(id, 4);
  expect(runs.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('succeeded'));
  expect(await t.events('type=all.first')).toHaveLength(4);

  await t.call('PUT', `/workflows/${id}`, { actions: [publish('all.first'), broken] });
  await t.publish('all.made', { bad: true });
  const [failed] = await t.ended(id, 5);
  await t.call('PUT', `/workflows/${id}`, { actions: [{ id: 'other', ...publish('all.other') }] });
  expect((await retryAll({ revision: 'current' })).body).toMatchObject({
    queued: 0,
    refused: [{ run_id: failed.run_id, code: 'invalid_state' }],
    next: null,
  });
  expect((await t.call('POST', `/workflows/${id}/retry`)).body).toMatchObject({ queued: 1, next: null });
});

describe('the health of a workflow', () => {
  const health = async (id: string) => (await t.call('GET', `/workflows/${id}`)).body.health;

  test('shows the result of the latest runs, since when they fail, and why', async () => {
    const id = await t.workflow('health.made', [
      { id: 'note', ...publish('health.done', { x: '{{ event.data.bad ? $error("no such order") : 1 }}' }) },
    ]);
    expect(await health(id)).toEqual({
      state: 'idle',
      failing_since: null,
      last_error: null,
      last_run_at: null,
      acknowledged: null,
      runs: { succeeded: 0, failed: 0, queued: 0 },
    });
    await t.publish('health.made');
    const [fine] = await t.ended(id, 1);
    expect(await health(id)).toMatchObject({ state: 'healthy', last_run_at: fine.created_at });
    await t.publish('health.made', { bad: true });
    const [first] = await t.ended(id, 2);
    await t.publish('health.made', { bad: true });
    const [second] = await t.ended(id, 3);
    expect(await health(id)).toEqual({
      state: 'failing',
      failing_since: first.created_at,
      last_error: { run_id: second.run_id, action: 'note', message: second.actions[0].error.message },
      last_run_at: second.created_at,
      acknowledged: null,
      runs: { succeeded: 1, failed: 2, queued: 0 },
    });
    await t.publish('health.made');
    await t.ended(id, 4);
    expect(await health(id)).toMatchObject({
      state: 'healthy',
      failing_since: null,
      last_error: { run_id: second.run_id },
    });
    const { body } = await t.call('POST', `/workflows/${id}/disable`);
    expect(body.health.state).toBe('disabled');
    const listed = (await t.call('GET', '/workflows?limit=100')).body.workflows;
    expect(listed.find((one: { workflow_id: string }) => one.workflow_id === id).health).toEqual(
      await health(id),
    );
  });
});

test('a run that waits after a failed attempt does not count as healthy', async () => {
  const id = await t.workflow('clear.made', [
    { ...publish('clear.done', { x: '{{ event.data.bad ? $error("no") : 1 }}' }) },
  ]);
  const health = async () => (await t.call('GET', `/workflows/${id}`)).body.health;
  await t.publish('clear.made');
  await t.ended(id, 1);
  await t.publish('clear.made', { bad: true });
  const [failed] = await t.ended(id, 2);
  expect((await t.call('POST', `/workflows/${id}/runs/${failed.run_id}/retry`)).status).toBe(202);
  // Whether it is still waiting or has failed again.
  expect(await health()).toMatchObject({ state: 'failing', failing_since: failed.created_at });
  await t.ended(id, 2);
  expect(await health()).toMatchObject({ state: 'failing', last_error: { run_id: failed.run_id } });
});

describe('a preview', () => {
  const preview = (body: object) => t.call('POST', '/workflows/preview', body);

  test('shows whether a past event starts it and the input of each action, and runs nothing', async () => {
    const { eventId: event_id } = await t.publish('try.made', { n: 7, names: ['a', 'b'] });
    const { status, body } = await preview({
      event_id,
      trigger: { type: 'try.*', condition: { 'data.n': { $gte: 5 } } },
      actions: [
        { id: 'first', ...publish('tried.first', { sum: '{{ $sum([event.data.n, 1]) }}' }) },
        { ...publish('tried.second', { of: '{{ results.first.event_id }}' }) },
        { ...publish('tried.third'), when: 'event.data.n > 100' },
        {
          action: 'review.request_review',
          input: { application_id: '{{ event.data.app }}' },
          on_error: 'continue',
        },
        publish('Bad'),
        publish('tried.never'),
      ],
      results: { first: { event_id: 'evt_assumed' } },
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body).toMatchObject({
      event_id,
      event_type: 'try.made',
      starts: true,
      not_met: null,
      outcome: 'failed',
      actions: [
        { id: 'first', status: 'would_run', input: { type: 'tried.first', data: { sum: 8 } }, error: null },
        { id: 'action_2', status: 'would_run', input: { data: { of: 'evt_assumed' } } },
        { id: 'action_3', status: 'skipped', input: null },
        {
          id: 'action_4',
          status: 'failed',
          error: { code: 'missing_required_field', field: 'application_id' },
        },
        { id: 'action_5', status: 'failed', error: { code: 'invalid_request', field: 'type' } },
        { id: 'action_6', status: 'not_run' },
      ],
    });
    expect(await t.events('type=tried.*')).toEqual([]);
  });

  test('shows which part of the trigger an event does not meet', async () => {
    const { eventId: event_id } = await t.publish('trial.made', { n: 1 });
    const told = async (trigger: object) => {
      const { body } = await preview({ event_id, trigger, actions: [publish('trial.done')] });
      return [body.starts, body.not_met, body.actions[0].status];
    };
    expect(await told({ type: 'other.made' })).toEqual([false, 'type', 'would_run']);
    expect(await told({ type: 'trial.made', condition: { 'data.n': 2 } })).toEqual([
      false,
      'condition',
      'would_run',
    ]);
    expect(await told({ type: '*', condition: { 'data.n': 1 } })).toEqual([true, null, 'would_run']);
  });

  test('shows the error of an expression, and stops an endless one', async () => {
    const { eventId: event_id } = await t.publish('endless.made');
    const shown = async (x: string) => {
      const actions = [publish('endless.done', { x })];
      return (await preview({ event_id, trigger: { type: 'endless.made' }, actions })).body.actions[0];
    };
    expect(await shown('{{ $error("no such order") }}')).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_expression', message: expect.stringContaining('no such order') },
    });
    expect(await shown('{{ ($f := function($x) { $f($x + 1) }; $f(0)) }}')).toMatchObject({
      status: 'failed',
    });
  });

  test('is validated like a new workflow, and cannot use events of another organization', async () => {
    const { eventId: event_id } = await t.publish('strange.made');
    const good = { event_id, trigger: { type: 'strange.made' }, actions: [publish('strange.done')] };
    const other = workflowClient(service.address, await service.addKey('elsewhere'));
    expect((await other.call('POST', '/workflows/preview', good)).status).toBe(404);
    expect((await preview({ ...good, event_id: 'nonsense' })).status).toBe(404);
    for (const [change, field] of [
      [{ trigger: { type: 'NotAType' } }, 'trigger.type'],
      [{ trigger: { type: 'a.b', condition: { $where: 'x' } } }, 'trigger.condition'],
      [{ actions: [publish('a.b', { x: '{{ event.( }}' })] }, 'actions.0.input'],
    ] as const) {
      const { status, body } = await preview({ ...good, ...change });
      expect({ status, field: body.error.field }).toEqual({ status: 400, field });
    }
    const reader = workflowClient(service.address, await service.addKey('default', ['events:read']));
    expect(await reader.call('POST', '/workflows/preview', good)).toMatchObject({
      status: 403,
      body: { error: { field: 'actions.0.action' } },
    });
  });
});
