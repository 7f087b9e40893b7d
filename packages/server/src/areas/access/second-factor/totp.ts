import { createHmac, timingSafeEqual } from 'node:crypto';

// Source: RFC 6238 with the parameters that every authenticator app takes: SHA-1, 30 s, 6 digits.
const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks differ, and people type slowly: the step before and the one after are taken too. */
const DRIFT_STEPS = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a step. Source: RFC 4226, 5.3. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is, near to now and later than the one that was used last; undefined when it is none. A code
 * counts once: whoever saw it typed cannot use it again.
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  const now = Math.floor(nowMs / STEP_MS);
  const given = Buffer.from(code);
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > lastStep) return step;
  }
  return undefined;
}

/** RFC 4648, without padding, as apps take it. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** What an app reads from a link or a picture. */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret: base32(secret), issuer, digits: String(DIGITS), period: '30' });
  return `otpauth://totp/${label}?${query}`;
}
