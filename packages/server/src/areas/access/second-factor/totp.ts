import { createHmac, timingSafeEqual } from 'node:crypto';

// Source: RFC 6238 with the parameters every authenticator app supports: SHA-1, 30 s, 6 digits.
const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks drift and people type slowly, so the previous and the next step are accepted too. */
const DRIFT_STEPS = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code for a time step. Source: RFC 4226, 5.3. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step this code belongs to, close to now and later than the last one used; undefined when it matches
 * none. A code counts once, so nobody can reuse one they saw being typed.
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

/** RFC 4648 without padding, as authenticator apps expect. */
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

/** What an authenticator app reads from a link or QR code. */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret: base32(secret), issuer, digits: String(DIGITS), period: '30' });
  return `otpauth://totp/${label}?${query}`;
}
