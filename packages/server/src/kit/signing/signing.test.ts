import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import {
  type DeliveryToSign,
  signatureHeader,
  signDelivery,
  timestampToleranceSeconds,
  verifySignatureHeader,
  verifyStandardSignature,
} from './index.ts';

const nowSeconds = Math.floor(Date.now() / 1000);
const prefixedSecret = fc
  .uint8Array({ minLength: 1, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const plainSecret = fc
  .string({ minLength: 1, maxLength: 64 })
  .filter((secret) => !secret.startsWith('whsec_'));
const body = fc.jsonValue().map((value) => JSON.stringify(value));

function sign(secrets: DeliveryToSign['secrets'], text: string, timestampSeconds = nowSeconds) {
  return signDelivery({ secrets, id: 'dlv_1', timestampSeconds, body: text }) as unknown as Record<
    string,
    string
  >;
}

/** Whether the reference library accepts it; it throws otherwise. */
function isAccepted(webhook: () => Webhook, text: string, headers: Record<string, string>): boolean {
  try {
    webhook().verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

describe('X-Signature', () => {
  it('is the lowercase hex HMAC-SHA256 of the raw body with the unchanged secret', () => {
    // From RFC 4231, test case 2.
    expect(signatureHeader('Jefe', 'what do ya want for nothing?')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    const secret = 'whsec_YWJj';
    const expected = createHmac('sha256', secret)
      .update(Buffer.from([0xff, 0x00]))
      .digest('hex');
    expect(signatureHeader(secret, Buffer.from([0xff, 0x00]))).toBe(`sha256=${expected}`);
  });

  it('verifies, and does not if body, secret or signature differ in one place', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        fc.nat(70),
        (secret, text, at) => {
          const header = signatureHeader(secret, text);
          const changed = `${header.slice(0, at)}${header[at] === '0' ? '1' : '0'}${header.slice(at + 1)}`;
          expect(verifySignatureHeader(secret, text, header)).toBe(true);
          expect(verifySignatureHeader(secret, text, changed)).toBe(false);
          expect(verifySignatureHeader(secret, `${text}x`, header)).toBe(false);
          expect(verifySignatureHeader(`${secret}x`, text, header)).toBe(false);
        },
      ),
    );
    for (const header of ['', 'sha256=', 'é'.repeat(71)])
      expect(verifySignatureHeader('s', 'b', header)).toBe(false);
  });
});

describe('the Standard Webhooks headers', () => {
  it('are accepted by the reference library for a whsec_ secret', () => {
    fc.assert(
      fc.property(prefixedSecret, body, (secret, text) => {
        expect(isAccepted(() => new Webhook(secret), text, sign([secret], text))).toBe(true);
      }),
    );
  });

  it('are accepted by the reference library for any other secret, as raw bytes', () => {
    fc.assert(
      fc.property(plainSecret, body, (secret, text) => {
        const raw = () => new Webhook(Buffer.from(secret), { format: 'raw' });
        expect(isAccepted(raw, text, sign([secret], text))).toBe(true);
      }),
    );
  });

  it('are accepted by the reference library for a base64 or hex secret in every mode', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 60 }),
        fc.constantFrom('base64', 'hex'),
        body,
        (bytes, form, text) => {
          const secret = Buffer.from(bytes).toString(form as BufferEncoding);
          const headers = sign([secret], text);
          // The library only accepts whole base64 groups, which hex digits of an odd number of byte pairs are not.
          if (secret.length % 4 === 0)
            expect(isAccepted(() => new Webhook(secret), text, headers)).toBe(true);
          expect(isAccepted(() => new Webhook(secret, { format: 'raw' }), text, headers)).toBe(true);
        },
      ),
    );
  });

  it('are not accepted by the reference library if anything differs', () => {
    const headers = sign(['whsec_YWJjZGVmZ2hpamtsbW5vcA=='], '{"a":1}');
    const right = () => new Webhook('whsec_YWJjZGVmZ2hpamtsbW5vcA==');
    expect(isAccepted(right, '{"a":2}', headers)).toBe(false);
    expect(isAccepted(right, '{"a":1}', { ...headers, 'webhook-id': 'dlv_2' })).toBe(false);
    expect(isAccepted(right, '{"a":1}', { ...headers, 'webhook-timestamp': String(nowSeconds - 1) })).toBe(
      false,
    );
    expect(isAccepted(() => new Webhook('whsec_YWJj'), '{"a":1}', headers)).toBe(false);
  });

  it('are the same as those of the reference library', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const theirs = new Webhook(secret).sign('dlv_1', new Date(nowSeconds * 1000), '{"test": 2432232314}');
    expect(sign([secret], '{"test": 2432232314}')['webhook-signature']).toBe(theirs);
    const headers = {
      'webhook-id': 'dlv_1',
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': `v1a,xx ${theirs}`,
    };
    expect(verifyStandardSignature(secret, '{"test": 2432232314}', headers)).toEqual({ ok: true });
  });
});

describe('rotation', () => {
  it('signs with both secrets, so that a receiver with either accepts', () => {
    const headers = sign(['new secret', 'whsec_b2xkIHNlY3JldA=='], 'body');
    expect(
      verifySignatureHeader('new secret', 'body', required(headers['x-signature'], 'headers[x-signature]')),
    ).toBe(true);
    expect(
      verifySignatureHeader(
        'whsec_b2xkIHNlY3JldA==',
        'body',
        required(headers['x-signature-previous'], 'headers[x-signature-previous]'),
      ),
    ).toBe(true);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of ['new secret', 'whsec_b2xkIHNlY3JldA==']) {
      expect(verifyStandardSignature(secret, 'body', headers)).toEqual({ ok: true });
    }
    expect(verifyStandardSignature('another', 'body', headers)).toEqual({ ok: false, reason: 'no_match' });
  });

  it('ends with one signature of each kind', () => {
    const headers = sign(['the secret'], 'body');
    expect(Object.keys(headers).sort()).toEqual([
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-signature',
    ]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });
});

describe('verifyStandardSignature', () => {
  const verify = (headers: Record<string, string | undefined>, now = nowSeconds) =>
    verifyStandardSignature('the secret', 'body', headers, now);

  it('refuses a timestamp too far from the clock', () => {
    const headers = sign(['the secret'], 'body');
    expect(verify(headers, nowSeconds + timestampToleranceSeconds)).toEqual({ ok: true });
    expect(verify(headers, nowSeconds + timestampToleranceSeconds + 1)).toEqual({
      ok: false,
      reason: 'too_old',
    });
    expect(verify(headers, nowSeconds - timestampToleranceSeconds - 1)).toEqual({
      ok: false,
      reason: 'too_new',
    });
  });

  it('refuses missing or malformed headers', () => {
    const headers = sign(['the secret'], 'body');
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(verify({ ...headers, [name]: undefined })).toEqual({ ok: false, reason: 'missing_header' });
    }
    for (const timestamp of ['', 'x', '-1', '1.5', '1e9', `${nowSeconds}x`]) {
      expect(verify({ ...headers, 'webhook-timestamp': timestamp })).toEqual({
        ok: false,
        reason: 'bad_timestamp',
      });
    }
    for (const signature of [
      '',
      'v1',
      'v1,',
      required(headers['webhook-signature'], 'headers[webhook-signature]').slice(3),
    ]) {
      expect(verify({ ...headers, 'webhook-signature': signature })).toEqual({
        ok: false,
        reason: 'no_match',
      });
    }
  });
});

it('refuses to sign with an empty secret, or an ambiguous id', () => {
  expect(() => sign([''], 'body')).toThrow(TypeError);
  expect(() => signDelivery({ secrets: ['s'], id: 'a.b', timestampSeconds: 1, body: '' })).toThrow(TypeError);
});

it('signs correctly after many other secrets', () => {
  const first = signatureHeader('first', 'body');
  for (let index = 0; index < 3_000; index += 1) signatureHeader(`secret ${index}`, 'body');
  expect(signatureHeader('first', 'body')).toBe(first);
});
