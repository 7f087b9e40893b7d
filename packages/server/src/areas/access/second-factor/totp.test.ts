import { describe, expect, test } from 'vitest';
import { base32, codeAt, otpauthUri, stepOfCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

// From RFC 6238, appendix B, for SHA-1: the last six of the eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is that of RFC 6238: %s', (seconds, code) => {
  expect(codeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
});

// From RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of %j is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

describe('a code', () => {
  const nowMs = 1_750_000_000_000;
  const now = Math.floor(nowMs / 30_000);
  const stepOf = (code: string, lastStep = 0) => stepOfCode(SECRET, code, { nowMs, lastStep });

  test('is accepted in its half minute, the one before and the one after', () => {
    for (const step of [now - 1, now, now + 1]) expect(stepOf(codeAt(SECRET, step))).toBe(step);
    for (const step of [now - 2, now + 2]) expect(stepOf(codeAt(SECRET, step))).toBeUndefined();
  });

  test('is accepted once, and no earlier code is accepted afterwards', () => {
    expect(stepOf(codeAt(SECRET, now), now)).toBeUndefined();
    expect(stepOf(codeAt(SECRET, now - 1), now)).toBeUndefined();
    expect(stepOf(codeAt(SECRET, now + 1), now)).toBe(now + 1);
  });

  test('in any other form is invalid', () => {
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
      expect(stepOf(code)).toBeUndefined();
  });
});

test('the link for an app contains the service, the person and the secret', () => {
  expect(otpauthUri(SECRET, { issuer: 'Trivium acme', account: 'ada@example.com' })).toBe(
    'otpauth://totp/Trivium%20acme:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trivium+acme&digits=6&period=30',
  );
});
