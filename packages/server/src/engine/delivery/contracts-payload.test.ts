import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../kit/signing/index.ts';
import { signContractsPayload, verifyContractsPayload } from './contracts-payload.ts';
import vector from './contracts-test-vector.json' with { type: 'json' };

describe('the signature in the body', () => {
  it('matches the published test vector', () => {
    expect(signContractsPayload(vector.payload, vector.secret)).toBe(vector.body);
    expect(canonicalJson(vector.payload)).toBe(vector.signed_text);
    expect(`sha256=${createHmac('sha256', vector.secret).update(vector.signed_text).digest('hex')}`).toBe(
      vector.signature,
    );
  });

  it('can be verified by a receiver that parses, removes the field and serializes again', () => {
    // Keys that look like array indexes are a documented exception.
    const payload = fc.dictionary(
      fc.string().filter((key) => !/^\d+$/.test(key)),
      fc.oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
      ),
    );
    fc.assert(
      fc.property(payload, fc.string({ minLength: 1 }), (value, secret) => {
        const { signature, ...rest } = JSON.parse(signContractsPayload(value, secret)) as Record<
          string,
          unknown
        >;
        expect(signature).toBe(
          `sha256=${createHmac('sha256', secret).update(JSON.stringify(rest)).digest('hex')}`,
        );
      }),
    );
  });

  it('replaces a signature that is already in the payload', () => {
    expect(signContractsPayload({ a: 1, signature: 'old' }, 's')).toBe(signContractsPayload({ a: 1 }, 's'));
  });

  it('verifies with any order of keys, and not if anything differs', () => {
    const text = signContractsPayload({ b: 1, a: { '10': 1, '9': 2 } }, 's');
    expect(verifyContractsPayload(text, 's')).toBe(true);
    const { signature, a } = JSON.parse(text);
    const reversed = JSON.stringify({ signature, b: 1, a: { ...a } });
    expect(reversed).not.toBe(text);
    expect(verifyContractsPayload(reversed, 's')).toBe(true);
    expect(verifyContractsPayload(text, 't')).toBe(false);
    expect(verifyContractsPayload(text.replace('"b":1', '"b":2'), 's')).toBe(false);
    for (const bad of [
      '',
      'null',
      '[]',
      '1',
      '{}',
      '{"signature":1}',
      '{"signature":"sha256="}',
      '{"a":"\\ud800","signature":"sha256="}',
    ]) {
      expect(verifyContractsPayload(bad, 's')).toBe(false);
    }
  });
});
