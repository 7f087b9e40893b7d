import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../../engine/delivery/testing/api-server.ts';
import { eventually } from '../../engine/delivery/testing/eventually.ts';
import { type Receiver, startReceiver } from '../../engine/delivery/testing/test-receiver.ts';
import { EventReader } from '../../engine/spine/index.ts';
import { runsOfEvent } from '../../engine/workflows/index.ts';
import { queryPool } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { eventDeliveriesRoutes } from './event-deliveries.routes.ts';

let server: ApiServer;
let receiver: Receiver;
let org: string;
beforeAll(async () => {
  server = await startApiServer(
    ({ pool, operations }) =>
      eventDeliveriesRoutes(() => ({
        reader: new EventReader({ pool }),
        deliveries: operations.eventDeliveries,
        runsOf: (event) => runsOfEvent(queryPool(pool), event),
      })),
    { retryDelaysSeconds: [0, 0.05, 0.05, 0.05, 0.05] },
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startReceiver();
  org = server.fixture.newOrgId();
  return () => receiver.close();
});

const read = async (event: { id: string }, query = '', as = org) =>
  server.call(as, 'GET', `/v1/events/deliveries/${formatId('evt', event.id)}${query}`);

test('an event shows the result of its delivery for each matching subscription', async () => {
  const { node } = server;
  receiver.answerWith((sent, response) => response.writeHead(sent.path.endsWith('/bad') ? 503 : 200).end());
  await node.subscribe(org, receiver.url, { name: 'good' });
  await node.subscribe(org, `${receiver.origin}/bad`, { name: 'bad' });
  const paused = await node.subscribe(org, receiver.url, { name: 'paused' });
  await node.subscriptions.pause(org, paused.id);
  const event = await node.publish(org, 'order.paid', { n: 1 });
  await eventually(async () =>
    (await read(event)).body.deliveries.map((one: { subscription_name: string; status: string }) => [
      one.subscription_name,
      one.status,
    ]),
  ).toEqual([
    ['good', 'success'],
    ['bad', 'failed'],
    ['paused', 'pending'],
  ]);
  const { body } = await read(event);
  expect(body).toMatchObject({
    event_id: formatId('evt', event.id),
    total: 3,
    has_more: false,
    workflow_runs: [],
  });
  const below = `/v1/events/${formatId('evt', event.id)}/deliveries`;
  expect((await server.call(org, 'GET', below)).body).toEqual(body);
  expect(body.deliveries).toMatchObject([
    {
      attempts: 1,
      last_response_code: 200,
      dead_lettered: false,
      next_attempt_at: null,
      event: 'order.paid',
    },
    { attempts: 5, last_response_code: 503, dead_lettered: true, next_attempt_at: null },
    {
      attempts: 0,
      last_response_code: null,
      subscription_status: 'paused',
      next_attempt_at: expect.any(String),
    },
  ]);
  expect((await read(event, '?limit=1&offset=1')).body).toMatchObject({
    deliveries: [{ subscription_name: 'bad' }],
    total: 3,
    has_more: true,
  });
});

test('on request, subscriptions that the event did not go to are shown with the reason', async () => {
  const { node } = server;
  const event = await node.publish(org, 'order.paid', { total: 5 });
  await node.subscribe(org, receiver.url, { name: 'made after' });
  await node.subscribe(org, receiver.url, { name: 'other pattern', patterns: ['invoice.*'] });
  await node.subscribe(org, receiver.url, { name: 'other platform', platform: 'contracts' });
  await node.subscribe(org, receiver.url, { name: 'other total', filter: { total: { $gte: 10 } } });
  const { body } = await read(event, '?include=not_matched');
  expect(body).toMatchObject({ deliveries: [], total: 0, not_matched_total: 4 });
  expect(
    body.not_matched.map((one: { subscription_name: string; reason: string }) => [
      one.subscription_name,
      one.reason,
    ]),
  ).toEqual([
    ['other total', 'filter'],
    ['other platform', 'platform'],
    ['other pattern', 'pattern'],
    ['made after', 'matches_now'],
  ]);
  expect((await read(event)).body).not.toHaveProperty('not_matched');
});

describe('the deliveries of an event are found', () => {
  test('if its id was chosen by the publisher', async () => {
    const { node } = server;
    await node.subscribe(org, receiver.url);
    const id = newUuid(1_000_000);
    await node.publish(org, 'order.paid', {}, { eventId: formatId('evt', id) });
    await eventually(async () => (await read({ id })).body.deliveries.length).toBe(1);
  });

  test('if they were made later, as a backfill', async () => {
    const { node } = server;
    const event = await node.publish(org, 'order.paid');
    await node.subscribe(org, receiver.url, { backfillFrom: event.occurredAt });
    await eventually(async () => (await read(event)).body.deliveries[0]?.status).toBe('success');
  });
});

test('an event of another organization is not found', async () => {
  const event = await server.node.publish(org, 'order.paid');
  const answer = await read(event, '', server.fixture.newOrgId());
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
});
