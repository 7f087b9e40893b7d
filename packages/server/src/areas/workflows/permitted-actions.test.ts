import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../app/testing/test-service.ts';
import { callerOf } from '../../kit/http/testing/call-api.ts';
import { workflowClient } from './testing/workflow-client.ts';

let service: TestService;
let t: ReturnType<typeof workflowClient>;
/** Sends requests with a key that may do everything with workflows, but may not send mail. */
let ask: ReturnType<typeof callerOf>;

beforeAll(async () => {
  service = await startTestService();
  t = workflowClient(service.address, service.key);
  const { body } = await t.call('POST', '/keys', { name: 'events', scopes: ['events:read', 'events:write'] });
  ask = callerOf(`${service.address}/v1`, body.key);
});
afterAll(() => service?.stop());

/** It fails, because it has no recipient. */
const MAIL = {
  action: 'outreach.queue_communication',
  input: { channel: 'email', to: 'no address', subject: 'Hello', body: 'Hello' },
};
const FORBIDDEN = { status: 403, body: { error: { code: 'forbidden', field: 'actions.0.action' } } };

describe('a key without the scope of an action', () => {
  test('cannot start it: it cannot enable a workflow with it, or change its trigger', async () => {
    const id = await t.workflow('permit.made', [MAIL], { enabled: false });
    expect(await ask('POST', `/workflows/${id}/enable`)).toMatchObject(FORBIDDEN);
    expect(await ask('PUT', `/workflows/${id}`, { enabled: true })).toMatchObject(FORBIDDEN);
    expect(await ask('PUT', `/workflows/${id}`, { trigger: { type: 'permit.other' } })).toMatchObject(
      FORBIDDEN,
    );
    const { body } = await t.call('GET', `/workflows/${id}`);
    expect(body).toMatchObject({ enabled: false, trigger: { type: 'permit.made' } });
    // It may make changes that start nothing.
    expect(await ask('PUT', `/workflows/${id}`, { name: 'Renamed' })).toMatchObject({ status: 200 });
    expect(await t.call('POST', `/workflows/${id}/enable`)).toMatchObject({ status: 200 });
    expect(await ask('POST', `/workflows/${id}/disable`)).toMatchObject({ status: 200 });
  });

  test('cannot retry a failed run with it, neither one nor all', async () => {
    const id = await t.workflow('permit.failed', [MAIL]);
    await t.publish('permit.failed');
    const [failed] = await t.ended(id, 1);
    expect(failed.status).toBe('failed');
    const retry = `/workflows/${id}/runs/${failed.run_id}/retry`;
    expect(await ask('POST', retry)).toMatchObject(FORBIDDEN);
    expect(await ask('POST', `/workflows/${id}/retry`)).toMatchObject(FORBIDDEN);
    // Nor may it run an old revision of a workflow that does something else now.
    const event = { action: 'events.publish', input: { type: 'permit.done', data: {} } };
    await t.call('PUT', `/workflows/${id}`, { actions: [event] });
    expect(await ask('POST', retry)).toMatchObject(FORBIDDEN);
    expect(await ask('POST', `/workflows/${id}/retry`)).toMatchObject(FORBIDDEN);
    expect(await t.runs(id)).toMatchObject([{ status: 'failed', run_id: failed.run_id }]);
    expect(await t.call('POST', retry)).toMatchObject({ status: 202 });
  });
});
