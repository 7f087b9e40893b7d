import type { ExampleRecorder } from './example-recorder.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const paid = (order: string, amount: number) => ({
  type: 'order.paid',
  source: 'shop',
  data: { order_id: order, amount, currency: 'EUR', customer: { id: 'c_1042', country: 'AT' } },
  metadata: { correlationId: `checkout-${order}`, userId: 'u_77', tags: ['web'] },
});

export async function recordEvents(r: ExampleRecorder, receiver: string): Promise<void> {
  const subscription = await r.record('createEventSubscription', {
    body: {
      eventTypes: ['order.*'],
      webhookUrl: `${receiver}/orders`,
      secret: SECRET,
      description: 'Orders for the warehouse',
    },
  });
  const params = { subscriptionId: subscription.subscriptionId };
  const { eventId } = await r.record('publishEvent', { body: paid('A-1001', 129.9) });
  await r.record('publishEventBatch', { body: { events: [paid('A-1002', 18), paid('A-1003', 64.5)] } });
  await r.until(
    'listEventDeliveries',
    { params: { eventId } },
    ({ deliveries }) => deliveries[0]?.status === 'success',
  );
  await r.record('listEventDeliveries', { params: { eventId } });
  await r.record('queryEvents', { query: { type: 'order.*', limit: 2 } });
  await r.record('readEvent', { params: { eventId } });
  await r.record('searchEvents', { query: { type: 'order.*', payload: 'data.order_id=A-1002', limit: 2 } });
  await r.record('readEventCatalog', { query: { platform: 'contracts' } });
  // The log is indexed within a second after the commit.
  await r.until('readCheckpoint', {}, ({ tree_size }) => tree_size >= 3);
  await r.record('readCheckpoint');
  await r.record('proveEvent', { params: { eventId } });
  await r.record('listCheckpoints', { query: { limit: 2 } });
  await r.record('proveConsistency', { query: { from: 1, to: 3 } });
  await r.record('exportEvents', { query: { from_position: 1, to_position: 2 } });
  await r.record('streamEvents', { query: { type: 'order.*', from_position: 1 } });
  await r.record('listEventSubscriptions');
  await r.record('getEventSubscription', { params });
  await r.record('deleteEventSubscription', { params });
}

export async function recordWebhooks(r: ExampleRecorder, receiver: string): Promise<void> {
  const body = {
    name: 'Billing',
    url: `${receiver}/billing`,
    events: ['order.paid', 'order.refunded'],
    secret: SECRET,
    filter: { amount: { $gte: 100 } },
    signature: 'hmac_ed25519',
  };
  const { subscription_id: subId } = await r.record('createWebhookSubscription', { body });
  const params = { subId };
  await r.record('acknowledgeWebhookSubscription', {
    params,
    body: { note: 'Billing moves to a new host until noon' },
  });
  await r.record('unacknowledgeWebhookSubscription', { params });
  await r.record('testWebhookSubscription', { params, body: { event: 'contract.deployed' } });
  const { eventId } = await r.ask('publishEvent', { body: paid('A-1004', 349) });
  await r.record('previewWebhookSubscription', {
    body: { event_id: eventId, events: ['order.*'], filter: { amount: { $gte: 500 } } },
  });
  const success = ({ deliveries }: { deliveries: { status: string }[] }) =>
    deliveries.some(({ status }) => status === 'success');
  await r.until('listWebhookDeliveries', { params, query: { event: 'order.paid' } }, success);
  const log = await r.record('listWebhookDeliveries', { params, query: { event: 'order.paid', limit: 2 } });
  const deliveryId = log.deliveries[0].delivery_id;
  await r.record('getWebhookDelivery', { params: { deliveryId } });
  await r.record('resendWebhookDelivery', { params: { deliveryId } });
  await r.record('previewWebhookDelivery', {
    params,
    body: { event_id: eventId, transform: '{ "order": data.order_id, "total": data.amount }' },
  });
  await r.record('searchWebhookDeliveries', { query: { event: 'order.paid', status: 'success', limit: 2 } });
  const { resend_id: resendId } = await r.record('resendWebhookDeliveries', {
    body: { event: 'order.paid', status: 'success' },
  });
  const completed = ({ status }: { status: string }) => status === 'completed';
  await r.until('getWebhookResend', { params: { resendId } }, completed);
  await r.record('getWebhookResend', { params: { resendId } });
  await r.record('readWebhookSigningKeys', { params });
  await r.record('rotateWebhookSigningKey', { params, body: { overlap_seconds: 3_600 } });
  await r.record('rotateWebhookSecret', {
    params,
    body: { secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', overlap_seconds: 86_400 },
  });
  await r.record('updateWebhookSubscription', { params, body: { filter: null, rate_per_second: 50 } });
  await r.record('pauseWebhookSubscription', { params });
  await r.record('resumeWebhookSubscription', { params });
  await r.record('readAudit', { query: { thing_id: subId, limit: 3 } });
  await r.record('listWebhookSubscriptions');
  await r.record('getWebhookSubscription', { params });
  await r.record('readWebhookStats', { query: { bucket: 'hour' } });
  await r.record('readWebhookSubscriptionStats', { params, query: { bucket: 'hour' } });
  await recordPortalLinks(r, params);
  await recordDeadLetters(r, receiver);
  await r.record('deleteWebhookSubscription', { params });
}

async function recordPortalLinks(r: ExampleRecorder, params: { subId: string }): Promise<void> {
  const { key } = await r.record('createPortalLink', {
    params,
    body: {
      ...{ expires_in_seconds: 86_400, may_change: true, event_types: ['order.*', 'invoice.sent'] },
      appearance: { name: 'Acme', accent: '#0b6bcb' },
    },
  });
  await r.record('readPortalLink', { key });
  await r.record('revokePortalLinks', { params });
}

async function recordDeadLetters(r: ExampleRecorder, receiver: string): Promise<void> {
  const { subscription_id: subId } = await r.ask('createWebhookSubscription', {
    body: { name: 'Ledger', url: `${receiver}/refuse`, events: ['invoice.*'], secret: SECRET },
  });
  const publish = (number: string) =>
    r.ask('publishEvent', { body: { type: 'invoice.sent', source: 'billing', data: { number } } });
  const { eventId } = await publish('2026-0311');
  const dead =
    (least: number) =>
    ({ total }: { total: number }) =>
      total >= least;
  const query = { subscription_id: subId };
  await r.until('listDeadLetters', { query }, dead(1));
  await r.record('listDeadLetters', { query });
  await r.record('replayDeadLetter', { params: { eventId }, query });
  await r.until('listDeadLetters', { query }, dead(1));
  const { replay_id: replayId } = await r.record('replayDeadLetters', { body: { event: 'invoice.*' } });
  await r.until('getReplay', { params: { replayId } }, ({ status }) => status === 'completed');
  await r.record('getReplay', { params: { replayId } });
  await r.until('listDeadLetters', { query }, dead(1));
  await r.record('dropDeadLetter', { params: { eventId }, query });
}
