/** Headers of a delivery, as provided by `fetch`, Express or `node:http`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** The subscription's secret; several during a rotation. */
  secret: string | readonly string[];
  /** Maximum difference between the timestamp and now, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Unix seconds; for tests. */
  nowSeconds?: number;
}

/** A verified delivery. */
/** `Payload` is the type you expect; the body is not checked against it. */
export interface VerifiedWebhook<Payload = unknown> {
  /** The same for all attempts: remember the handled ones, so that none is processed twice. */
  id: string;
  /** When this attempt was signed. */
  signedAt: Date;
  /** The parsed body. */
  payload: Payload;
}

/** Why a delivery must not be trusted. */
export class WebhookVerificationError extends Error {
  readonly reason: 'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'no_match';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

const encoder = new TextEncoder();
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/**
 * Verifies both signatures of a delivery against its raw body, and its age: the Standard Webhooks one
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and `X-Signature`. Pass the bytes as received: a
 * body that was parsed and serialized again has different bytes. Rejects with WebhookVerificationError.
 */
export async function verifyWebhook<Payload = unknown>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  { secret, toleranceSeconds = 300, nowSeconds = Math.floor(Date.now() / 1_000) }: VerifyOptions,
): Promise<VerifiedWebhook<Payload>> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  checkAge(timestamp, nowSeconds, toleranceSeconds);
  // Callers often pass an environment variable, which may be undefined.
  const secrets = (typeof secret === 'string' ? [secret] : secret) ?? [];
  // Anybody can sign with an empty secret; a missing setting must not let everybody in.
  if (secrets.length === 0 || secrets.some((one) => !one)) {
    throw new TypeError('verifyWebhook needs the secret of the subscription; it is empty or missing.');
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const listed = headerOf(headers, 'webhook-signature').split(' ');
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
  const standard = await matchesAny(secrets.flatMap(standardKeys), signed, toBase64, listed.map(versionOne));
  const simple = await matchesAny(
    secrets.map((one) => encoder.encode(one)),
    bytes,
    (mac) => `sha256=${toHex(mac)}`,
    [headerOf(headers, 'x-signature'), optionalHeader(headers, 'x-signature-previous') ?? ''],
  );
  if (!standard || !simple) {
    throw new WebhookVerificationError(
      'no_match',
      'The signature does not belong to this body and secret. Check that the secret is the subscription’s, and that the body is the raw one.',
    );
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return { id, signedAt: new Date(Number(timestamp) * 1_000), payload: JSON.parse(text) };
}

function checkAge(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('bad_timestamp', '`webhook-timestamp` is not a number of seconds.');
  }
  const age = nowSeconds - Number(timestamp);
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'too_old',
      `The delivery was signed ${age} s ago; it may be a replay.`,
    );
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError(
      'too_new',
      'The delivery was signed in the future. Check this machine’s clock.',
    );
  }
}

/**
 * Whether one of the expected signatures is among the given ones; every pair is compared, without stopping
 * early.
 */
async function matchesAny(
  keys: readonly Uint8Array[],
  message: Uint8Array,
  format: (mac: Uint8Array) => string,
  given: readonly string[],
): Promise<boolean> {
  let matches = false;
  for (const key of keys) {
    const imported = await crypto.subtle.importKey(
      'raw',
      key as Uint8Array<ArrayBuffer>,
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const expected = format(
      new Uint8Array(await crypto.subtle.sign('HMAC', imported, message as Uint8Array<ArrayBuffer>)),
    );
    for (const one of given) matches = equalInConstantTime(expected, one) || matches;
  }
  return matches;
}

/** Compares in constant time; only a wrong length shows. */
function equalInConstantTime(expected: string, given: string): boolean {
  if (expected.length !== given.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}

/** A secret as the Standard Webhooks libraries read it: `whsec_` and base64, or base64, or its own bytes. */
function standardKeys(secret: string): Uint8Array[] {
  if (secret.startsWith('whsec_')) {
    const encoded = secret.slice(6);
    return [BASE64.test(encoded) ? fromBase64(encoded) : encoder.encode(secret)];
  }
  return BASE64.test(secret) ? [encoder.encode(secret), fromBase64(secret)] : [encoder.encode(secret)];
}

function versionOne(signature: string): string {
  return signature.startsWith('v1,') ? signature.slice(3) : '';
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = optionalHeader(headers, name);
  if (value === undefined)
    throw new WebhookVerificationError('missing_header', `The header \`${name}\` is missing.`);
  return value;
}

function optionalHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return Array.isArray(value) ? value[0] : value;
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
