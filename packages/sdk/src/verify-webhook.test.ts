import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { required } from '../../server/src/kit/required.ts';
import { signDelivery } from '../../server/src/kit/signing/index.ts';
import { verifyWebhook } from './index.ts';

const body = '{"id":"evt_1","type":"order.created","data":{"name":"Zoë"}}';
const NOW_SECONDS = 1_800_000_000;
const secrets = [
  'a plain secret',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'c2VjcmV0IHRoYXQgaXMgYmFzZTY0',
  '0123456789abcdef'.repeat(4),
];

function signed(secret: string, more: string[] = [], timestampSeconds = NOW_SECONDS) {
  return { ...signDelivery({ secrets: [secret, ...more], id: 'dlv_1', timestampSeconds, body }) };
}

describe('verifyWebhook', () => {
  test.each(secrets)(
    'accepts what the service signs with %s, as text or bytes, with any kind of headers',
    async (secret) => {
      const headers = signed(secret);
      const expected = { id: 'dlv_1', signedAt: new Date(NOW_SECONDS * 1_000), payload: JSON.parse(body) };
      expect(await verifyWebhook(body, headers, { secret, nowSeconds: NOW_SECONDS })).toEqual(expected);
      expect(
        await verifyWebhook(Buffer.from(body), new Headers(headers), { secret, nowSeconds: NOW_SECONDS }),
      ).toEqual(expected);
      const upper = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
      );
      expect(await verifyWebhook(body, upper, { secret, nowSeconds: NOW_SECONDS })).toEqual(expected);
    },
  );

  test('agrees with the Standard Webhooks library', async () => {
    const secret = required(secrets[1], 'the second of secrets');
    const at = new Date(NOW_SECONDS * 1_000);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW_SECONDS),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
      'x-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    expect(await verifyWebhook(body, headers, { secret, nowSeconds: NOW_SECONDS })).toMatchObject({
      id: 'msg_1',
    });
  });

  test('accepts both secrets during a rotation', async () => {
    const headers = signed('new', ['old']);
    for (const secret of ['new', 'old', ['old', 'newer']]) {
      expect(await verifyWebhook(body, headers, { secret, nowSeconds: NOW_SECONDS })).toMatchObject({
        id: 'dlv_1',
      });
    }
  });

  test.each([undefined, '', [], ['', 'a plain secret']])(
    'accepts nothing with the secret %j',
    async (secret) => {
      const options = { secret: secret as string, nowSeconds: NOW_SECONDS };
      await expect(verifyWebhook(body, signed('a plain secret'), options)).rejects.toThrow(
        /needs the secret/,
      );
    },
  );

  test.each([
    ['another body', 'no_match', { body: `${body} ` }],
    ['another secret', 'no_match', { secret: 'other' }],
    ['another id', 'no_match', { headers: { 'webhook-id': 'dlv_2' } }],
    ['another time', 'no_match', { headers: { 'webhook-timestamp': String(NOW_SECONDS - 1) } }],
    ['a forged X-Signature', 'no_match', { headers: { 'x-signature': `sha256=${'0'.repeat(64)}` } }],
    ['a forged webhook-signature', 'no_match', { headers: { 'webhook-signature': `v1,${'A'.repeat(43)}=` } }],
    ['an old delivery', 'too_old', { nowSeconds: NOW_SECONDS + 301 }],
    ['one of the future', 'too_new', { nowSeconds: NOW_SECONDS - 301 }],
    ['no time', 'bad_timestamp', { headers: { 'webhook-timestamp': 'now' } }],
    ['no signature', 'missing_header', { headers: { 'webhook-signature': undefined } }],
  ])('refuses %s', async (_what, reason, change: Record<string, unknown>) => {
    const headers = { ...signed('a plain secret'), ...(change.headers as object) };
    const options = { secret: 'a plain secret', nowSeconds: NOW_SECONDS, ...change };
    await expect(verifyWebhook((change.body as string) ?? body, headers, options)).rejects.toMatchObject({
      reason,
    });
  });
});
