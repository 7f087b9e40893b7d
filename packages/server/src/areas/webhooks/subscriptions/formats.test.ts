import { verify } from 'node:crypto';
import { type CloudEvent, HTTP } from 'cloudevents';
import { describe, expect, test } from 'vitest';
import type { Received } from '../../../engine/delivery/testing/test-receiver.ts';
import { only } from '../../../kit/db/index.ts';
import { readPublicKey, verifyStandardSignature } from '../../../kit/signing/index.ts';
import { subscriptions, useWebhooks } from '../testing/use-webhooks.ts';

interface PublicKey {
  public_key: string;
  expires_at: string | null;
}

const t = useWebhooks();
const keysOf = async (id: string) =>
  (await t.server.call('', 'GET', `/v1/webhooks/signing-keys/${id}`)).body.keys as PublicKey[];

/** Verifies a signature as in the Standard Webhooks specification, with public data only. */
function isSignedBy(publicKey: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const signed = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    body,
  ]);
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, signed, readPublicKey(publicKey), Buffer.from(one.slice(4), 'base64')));
}

/** The first attempt of each of the latest deliveries, as shown by the log of deliveries, newest first. */
async function shownRequests(id: string, count: number) {
  const log = await t.deliveriesOf(id, count);
  const answers = await Promise.all(
    log.map(({ delivery_id }: { delivery_id: string }) =>
      t.call('GET', `/v1/webhooks/deliveries/${delivery_id}`),
    ),
  );
  return answers.map(
    ({ body }) => body.attempts[0].request as { headers: Record<string, string>; body: string },
  );
}

describe('Ed25519', () => {
  test('can be verified with only the public key, in addition to the secret', async () => {
    const id = await t.subscribe({ signature: 'hmac_ed25519' });
    await t.server.node.publish(t.org, 'order.paid', { n: 'ü' });
    const received = only(await t.receiver.arrived(1));
    const key = only(await keysOf(id));
    expect(key.public_key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(isSignedBy(key.public_key, received)).toBe(true);
    expect(isSignedBy(key.public_key, { ...received, body: Buffer.from('{}') })).toBe(false);
    expect(verifyStandardSignature('shh', received.body, received.headers)).toEqual({ ok: true });
  });

  test('after a rotation both keys sign until the overlap ends, and the log shows earlier requests unchanged', async () => {
    const id = await t.subscribe({ signature: 'hmac_ed25519' });
    const rotate = (overlap_seconds: number) =>
      t.call('POST', `${subscriptions}/${id}/signing-key`, { overlap_seconds });
    const first = only(await keysOf(id));
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(1);
    await t.deliveriesOf(id, 1);
    expect((await rotate(3_600)).body.keys).toHaveLength(2);
    await t.server.node.publish(t.org, 'order.paid');
    await t.receiver.arrived(2);
    const [second, old] = (await keysOf(id)) as [PublicKey, PublicKey];
    expect(old).toMatchObject({ public_key: first.public_key, expires_at: expect.any(String) });
    const [before, overlapping] = t.receiver.received as [Received, Received];
    expect([first, second].map(({ public_key }) => isSignedBy(public_key, before))).toEqual([true, false]);
    expect([first, second].map(({ public_key }) => isSignedBy(public_key, overlapping))).toEqual([
      true,
      true,
    ]);
    expect((await rotate(0)).body.keys).toHaveLength(1);
    await t.server.node.publish(t.org, 'order.paid');
    const [, , after] = (await t.receiver.arrived(3)) as [Received, Received, Received];
    const third = only(await keysOf(id));
    expect([first, second, third].map(({ public_key }) => isSignedBy(public_key, after))).toEqual([
      false,
      false,
      true,
    ]);
    const shown = await shownRequests(id, 3);
    const sent = [after, overlapping, before];
    shown.forEach(({ headers, body }, i) => {
      expect(body).toBe(sent[i]?.body.toString());
      expect(headers['webhook-signature']).toBe(sent[i]?.headers['webhook-signature']);
    });
  });

  test('the private key is stored sealed, and only signing subscriptions have one', async () => {
    const plain = await t.subscribe();
    const id = await t.subscribe({ signature: 'hmac_ed25519' });
    const [row] = await t.server.node.rows<{ sealed: string }>(
      'select sealed from subscription_signing_keys',
    );
    expect(row?.sealed).toMatch(/^v1\./);
    for (const other of [plain, 'nonsense', `whs_${'0'.repeat(32)}`])
      expect(await keysOf(other).catch(() => undefined)).toBeUndefined();
    expect(await t.call('POST', `${subscriptions}/${plain}/signing-key`, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state' } },
    });
    const stranger = t.server.fixture.newOrgId();
    expect((await t.server.call(stranger, 'POST', `${subscriptions}/${id}/signing-key`, {})).status).toBe(
      404,
    );
    const off = await t.call('PUT', `${subscriptions}/${id}`, { signature: 'hmac' });
    expect(off.body.signature).toBe('hmac');
    await t.server.node.publish(t.org, 'order.paid');
    const received = await t.receiver.arrived(2);
    for (const { headers } of received) expect(headers['webhook-signature']).not.toContain('v1a');
  });
});

describe('CloudEvents', () => {
  const data = { order_id: '7', total: 12.5, note: 'ü "x" %' };

  test.each(['cloudevents_structured', 'cloudevents_binary'])(
    '%s can be read by the CloudEvents library',
    async (format) => {
      const id = await t.subscribe({ format });
      const event = await t.server.node.publish(t.org, 'order.paid', data, { source: 'my shop/ü:1' });
      const { headers, body } = only(await t.receiver.arrived(1));
      const read = HTTP.toEvent({ headers, body: body.toString() }) as CloudEvent<typeof data>;
      expect(read.validate()).toBe(true);
      expect(read).toMatchObject({
        specversion: '1.0',
        id: `evt_${event.id.replaceAll('-', '')}`,
        type: 'order.paid',
        datacontenttype: 'application/json',
        subscriptionid: id,
        deliveryid: headers['webhook-id'],
        data,
      });
      // That library does not decode percent signs in headers.
      const source = format === 'cloudevents_binary' ? decodeURIComponent(read.source) : read.source;
      expect(source).toBe('my%20shop/%C3%BC%3A1');
      expect(verifyStandardSignature('shh', body, headers)).toEqual({ ok: true });
      const shown = only(await shownRequests(id, 1));
      expect(shown.body).toBe(body.toString());
      expect(headers).toMatchObject(shown.headers);
    },
  );

  test.each(['cloudevents_structured', 'cloudevents_binary'])(
    'a sample in %s is marked as one',
    async (format) => {
      const id = await t.subscribe({ format });
      await t.call('POST', `${subscriptions}/${id}/test`, { event: 'contract.created' });
      const { headers, body } = only(await t.receiver.arrived(1));
      const read = HTTP.toEvent({ headers, body: body.toString() }) as CloudEvent;
      expect(String(read.test)).toBe('true');
      const shown = only(await shownRequests(id, 1));
      expect(shown.body).toBe(body.toString());
      expect(headers).toMatchObject(shown.headers);
    },
  );

  test('a source that is a URI is not changed', async () => {
    await t.subscribe({ format: 'cloudevents_structured' });
    const source = 'https://shop.example/a%20b?x=1';
    await t.server.node.publish(t.org, 'order.paid', {}, { source });
    const { body } = only(await t.receiver.arrived(1));
    expect(JSON.parse(body.toString()).source).toBe(source);
  });

  test('if a subscription changes its format, each delivery is shown as it was sent', async () => {
    const id = await t.subscribe();
    await t.server.node.publish(t.org, 'order.paid', data);
    await t.deliveriesOf(id, 1);
    await t.call('PUT', `${subscriptions}/${id}`, { format: 'cloudevents_binary' });
    await t.server.node.publish(t.org, 'order.paid', data);
    const sent = (await t.receiver.arrived(2)).map(({ body }) => body.toString());
    expect((await shownRequests(id, 2)).map(({ body }) => body)).toEqual(sent.toReversed());
    expect(JSON.parse(sent[1] ?? '')).toEqual(data);
  });
});

test.each([
  [{ signature: 'rsa' }, 'signature'],
  [{ format: 'xml' }, 'format'],
])('%j is refused', async (given, field) => {
  const { status, body } = await t.call('POST', subscriptions, t.newSubscription(given));
  expect({ status, field: body.error.field }).toEqual({ status: 400, field });
});

test('null means the standard format for a new subscription, and cannot be set later', async () => {
  const made = await t.call('POST', subscriptions, t.newSubscription({ format: null }));
  expect([made.status, made.body.format]).toEqual([201, 'standard']);
  const path = `${subscriptions}/${made.body.subscription_id}`;
  const { status, body } = await t.call('PUT', path, { format: null });
  expect({ status, field: body.error.field }).toEqual({ status: 400, field: 'format' });
});
