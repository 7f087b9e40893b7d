import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifySignatureHeader } from '../../kit/signing/index.ts';
import { sampleFor } from '../catalog/index.ts';
import { verifyContractsPayload } from './contracts-payload.ts';
import { formatEnvelope, prepareEnvelope } from './envelope.ts';

const uuid = '018f0000-0000-7000-8000-000000000001';
const hex = uuid.replaceAll('-', '');

function envelope(
  face: 'events' | 'webhooks',
  eventName: string,
  more: { data?: string; test?: boolean; platform?: string } = {},
) {
  return formatEnvelope({
    deliveryId: uuid,
    subscription: { id: uuid, face, platform: more.platform ?? null },
    eventName,
    event: {
      id: uuid,
      orgId: uuid,
      position: 0,
      type: eventName,
      source: 'shop "one"',
      occurredAt: Date.parse('2026-03-01T10:00:00.120Z'),
      data: more.data ?? '{"n":1}',
    },
    sentAt: Date.parse('2026-03-01T10:00:01.000Z'),
    secret: 'shh',
    ...(more.test && { test: true }),
  });
}

describe('the envelopes of the interface', () => {
  test('Webhooks API: id, subscription_id, event, timestamp, platform, data', () => {
    expect(JSON.parse(envelope('webhooks', 'meeting.booked'))).toEqual({
      id: `dlv_${hex}`,
      subscription_id: `whs_${hex}`,
      event: 'meeting.booked',
      timestamp: '2026-03-01T10:00:00.120Z',
      platform: 'outreach',
      data: { n: 1 },
    });
  });

  test('Events API: subscriptionId, deliveredAt, event', () => {
    expect(JSON.parse(envelope('events', 'contract.created'))).toEqual({
      subscriptionId: `sub_${hex}`,
      deliveredAt: '2026-03-01T10:00:01.000Z',
      event: {
        eventId: `evt_${hex}`,
        type: 'contract.created',
        source: 'shop "one"',
        timestamp: '2026-03-01T10:00:00.120Z',
        data: { n: 1 },
      },
    });
  });

  test('an event name outside of all platforms has the platform of its subscription, or none', () => {
    expect(JSON.parse(envelope('webhooks', 'order.paid')).platform).toBeNull();
    expect(JSON.parse(envelope('webhooks', 'order.paid', { platform: 'outreach' })).platform).toBe(
      'outreach',
    );
  });

  test('the contracts platform signs in the body, with sorted keys and no spaces', () => {
    const data = JSON.stringify(sampleFor('execution.failed'));
    const body = envelope('webhooks', 'execution.failed', { data });
    expect(verifyContractsPayload(body, 'shh')).toBe(true);
    expect(verifyContractsPayload(body, 'other')).toBe(false);
    const { signature, ...payload } = JSON.parse(body);
    expect(signature).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(Object.keys(payload)).toEqual(Object.keys(payload).sort());
    expect(body).toBe(JSON.stringify(JSON.parse(body)));
    expect(payload.data).toEqual(sampleFor('execution.failed'));
  });

  test('the signed bytes are the body without the last signature in it, whatever the data', () => {
    const texts = fc.constantFrom('signature', '"signature":"sha256=0",', 'sha256=0", "x');
    const data = fc.dictionary(fc.oneof(texts, fc.string()), fc.oneof(texts, fc.jsonValue()));
    fc.assert(
      fc.property(data, fc.boolean(), (value, isTest) => {
        const body = envelope('webhooks', 'contract.created', { data: JSON.stringify(value), test: isTest });
        const start = body.lastIndexOf('"signature":"sha256=');
        const end = body.indexOf('",', start);
        const signed = body.slice(0, start) + body.slice(end + 2);
        const signature = body.slice(start + '"signature":"'.length, end);
        expect(verifySignatureHeader('shh', signed, signature)).toBe(true);
      }),
    );
  });

  test('data that canonical JSON cannot express is still sent, and signed', () => {
    const body = envelope('webhooks', 'contract.created', { data: '{"text":"\\ud800"}' });
    expect(verifyContractsPayload(body, 'shh')).toBe(true);
    expect(JSON.parse(body).data).toEqual({ text: '\ufffd' });
  });

  test('numbers that no double can hold keep their digits as texts in the canonical body', () => {
    const wei = String(2n ** 256n - 1n);
    const data = `{"wei":${wei},"id":9007199254740993,"n":1e999,"rate":0.10}`;
    const body = envelope('webhooks', 'contract.created', { data });
    expect(verifyContractsPayload(body, 'shh')).toBe(true);
    expect(JSON.parse(body).data).toEqual({ wei, id: '9007199254740993', n: '1e999', rate: 0.1 });
    expect(envelope('webhooks', 'order.paid', { data })).toContain(`"wei":${wei},`);
  });

  test('only a test delivery is marked as a test', () => {
    for (const face of ['events', 'webhooks'] as const) {
      for (const name of ['meeting.booked', 'contract.created']) {
        expect(JSON.parse(envelope(face, name, { test: true })).test).toBe(true);
        expect(JSON.parse(envelope(face, name))).not.toHaveProperty('test');
      }
    }
  });
});

test('the canonical form of a large payload is made on another thread, with the same bytes', async () => {
  const keys = Array.from(
    { length: 3_000 },
    (_, i) => `"k${(i * 7_919) % 3_000}":[${i},{"b":"\\ud800","a":1e3}]`,
  );
  const event = {
    id: uuid,
    orgId: uuid,
    position: 0,
    type: 'contract.created',
    source: 's',
    occurredAt: 0,
    data: `{${keys}}`,
  };
  const input = {
    deliveryId: uuid,
    subscription: { id: uuid, face: 'webhooks', platform: 'contracts' },
    eventName: 'contract.created',
    sentAt: 0,
    secret: 'shh',
  } as const;
  const preparing = prepareEnvelope({ ...input, event });
  expect(preparing).toBeInstanceOf(Promise);
  await preparing;
  // A body that was made for one receiver is reused for the next.
  expect(prepareEnvelope({ ...input, event })).toBeUndefined();
  const body = formatEnvelope({ ...input, event });
  expect(body).toBe(formatEnvelope({ ...input, event: { ...event } }));
  expect(verifyContractsPayload(body, 'shh')).toBe(true);
  expect(prepareEnvelope({ ...input, event: { ...event, data: '{"n":1}' } })).toBeUndefined();
});
