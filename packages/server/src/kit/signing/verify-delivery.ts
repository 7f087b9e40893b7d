import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureHeader } from './sign-delivery.ts';
import { signingKeys } from './signing-key.ts';

/** Maximum difference between a timestamp and the receiver's clock, in seconds. Source: Standard Webhooks. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

export type StandardVerdict =
  | { ok: true }
  | { ok: false; reason: 'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'no_match' };

/** Whether an `X-Signature` value matches the body, compared in constant time. */
export function verifySignatureHeader(secret: string, body: Buffer | string, header: string): boolean {
  return equalInConstantTime(signatureHeader(secret, body), header);
}

/** Headers by lowercase name, as `node:http` provides them. */
export type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Verifies the Standard Webhooks headers of a received delivery against the raw body and a secret. Tries
 * every listed signature under every key of the secret, without stopping early.
 */
export function verifyStandardSignature(
  secret: string,
  body: Buffer | string,
  headers: ReceivedHeaders,
  nowSeconds: number = Math.floor(Date.now() / 1000),
): StandardVerdict {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    return { ok: false, reason: 'missing_header' };
  }
  if (!/^[0-9]{1,12}$/.test(timestamp)) return { ok: false, reason: 'bad_timestamp' };
  const ageSeconds = nowSeconds - Number(timestamp);
  if (ageSeconds > TIMESTAMP_TOLERANCE_SECONDS) return { ok: false, reason: 'too_old' };
  if (ageSeconds < -TIMESTAMP_TOLERANCE_SECONDS) return { ok: false, reason: 'too_new' };
  // The timestamp as received, because that is what was signed: normalizing a leading zero would change the
  // text.
  const expected = signingKeys(secret).standard.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64'),
  );
  let matches = false;
  for (const listed of signatures.split(' ')) {
    if (!listed.startsWith('v1,')) continue;
    for (const one of expected) matches = equalInConstantTime(one, listed.slice(3)) || matches;
  }
  return matches ? { ok: true } : { ok: false, reason: 'no_match' };
}

/** Compares in constant time; only a wrong length shows. */
function equalInConstantTime(expected: string, received: string): boolean {
  const left = Buffer.from(expected, 'utf8');
  const right = Buffer.from(received, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
