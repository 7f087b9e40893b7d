import { describe, expect, test } from 'vitest';
import { eventually } from '../../../engine/delivery/testing/eventually.ts';
import { deadLetter, subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

const t = useWebhooks();

describe('dead letters', () => {
  test('five failures make a dead letter, which a replay sends again with the same id', async () => {
    const id = await t.subscribe();
    const eventId = await t.publishDead();
    const { body } = await t.listDead();
    expect(body).toMatchObject({
      dead_letters: [
        {
          event_id: eventId,
          subscription_id: id,
          delivery_id: expect.stringMatching(/^dlv_/),
          event: 'order.paid',
          attempts: 5,
          last_response_code: 500,
          last_error: expect.stringMatching(/^unexpected_status/),
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
      has_more: false,
    });
    t.receiver.answerStatus(200);
    const replayed = await t.call('POST', `${deadLetter}/${eventId}/replay`);
    expect(replayed).toMatchObject({
      status: 202,
      body: { event_id: eventId, replayed: 1, delivery_ids: [body.dead_letters[0].delivery_id] },
    });
    const received = await t.receiver.arrived(6);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await t.listDead()).body.total).toBe(0);
    const again = await t.call('POST', `${deadLetter}/${eventId}/replay`);
    expect(again.status).toBe(404);
  });

  test('an event that is dead at two subscribers is replayed for one or for both', async () => {
    const one = await t.subscribe();
    await t.subscribe();
    t.receiver.answerStatus(500);
    const event = await t.server.node.publish(t.org, 'order.paid');
    const eventId = `evt_${event.id.replaceAll('-', '')}`;
    await eventually(async () => (await t.listDead()).body.total).toBe(2);
    expect((await t.listDead(`?subscription_id=${one}`)).body.total).toBe(1);
    const first = await t.call('POST', `${deadLetter}/${eventId}/replay?subscription_id=${one}`);
    expect(first.body.replayed).toBe(1);
    await eventually(async () => (await t.listDead()).body.total).toBe(2);
    const both = await t.call('POST', `${deadLetter}/${eventId}/replay`);
    expect(both.body.replayed).toBe(2);
  });

  test('many dead letters are replayed by filter in the background', async () => {
    const id = await t.subscribe({ events: ['*'] });
    await t.publishDead('order.paid');
    await t.publishDead('order.refunded');
    await t.publishDead('invoice.sent');
    t.receiver.answerStatus(200);
    const replay = await t.call('POST', `${deadLetter}/replay`, { event: 'order.*' });
    expect(replay).toMatchObject({
      status: 202,
      body: { replay_id: expect.stringMatching(/^rpl_/), matched: 2 },
    });
    await eventually(
      async () => (await t.call('GET', `/v1/webhooks/replays/${replay.body.replay_id}`)).body,
    ).toMatchObject({ status: 'completed', replayed: 2 });
    expect((await t.listDead()).body.dead_letters).toMatchObject([{ event: 'invoice.sent' }]);
    const all = await t.call('POST', `${deadLetter}/replay`, { all: true });
    expect(all.body.matched).toBe(1);
    await eventually(async () => (await t.listDead()).body.total).toBe(0);
    const none = await t.call('POST', `${deadLetter}/replay`, { all: true });
    expect(none.body).toMatchObject({ status: 'completed', matched: 0, replayed: 0 });
    const unsure = await t.call('POST', `${deadLetter}/replay`, {});
    expect(unsure).toMatchObject({ status: 400, body: { error: { field: 'all' } } });
    const backwards = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    const query = `?${new URLSearchParams(backwards)}`;
    for (const answer of [
      await t.call('POST', `${deadLetter}/replay`, backwards),
      await t.call('GET', `${deadLetter}${query}`),
      await t.call('GET', `${subscriptions}/${id}/deliveries${query}`),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error: { field: 'from' } } });
    }
  });

  test('a dead letter can be dropped, and those of a deleted subscription are removed', async () => {
    const id = await t.subscribe();
    const eventId = await t.publishDead();
    await t.publishDead();
    expect((await t.call('DELETE', `${deadLetter}/${eventId}`)).status).toBe(204);
    expect((await t.listDead()).body.total).toBe(1);
    await t.call('DELETE', `${subscriptions}/${id}`);
    expect((await t.listDead()).body.total).toBe(0);
  });
});
