import { createHmac, type KeyObject } from 'node:crypto';
import { asymmetricSignature } from './asymmetric-key.ts';
import { signingKeys } from './signing-key.ts';

/** The lowercase names of the headers that carry a delivery's signatures. */
export interface SignatureHeaders {
  'x-signature': string;
  'x-signature-previous'?: string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export interface DeliveryToSign {
  /**
   * The current secret first, then those still valid during rotation, newest first. At least one, none empty.
   */
  secrets: readonly [string, ...string[]];
  /** The same for all attempts of a delivery. Must not contain a dot. */
  id: string;
  /** Unix seconds of this attempt. */
  timestampSeconds: number;
  /** The bytes to send; a string stands for its UTF-8 bytes. */
  body: Buffer | string;
  /** Ed25519 keys that also sign (`v1a`), the current one first. */
  asymmetricKeys?: readonly KeyObject[];
}

/** `sha256=` and the lowercase hex HMAC-SHA256 of the raw body. Source: interface.md, Security. */
export function signatureHeader(secret: string, body: Buffer | string): string {
  return `sha256=${createHmac('sha256', signingKeys(secret).plain).update(body).digest('hex')}`;
}

/**
 * The `webhook-signature` value of the Standard Webhooks specification: for every key of every secret, `v1,`
 * and the base64 HMAC-SHA256 of `id.timestamp.body`, separated by spaces.
 */
export function standardSignature(delivery: DeliveryToSign): string {
  const { secrets, id, timestampSeconds, body } = delivery;
  if (id.includes('.')) throw new TypeError('The id of a signed message must not contain a dot.');
  const head = `${id}.${timestampSeconds}.`;
  let header = '';
  for (const secret of secrets) {
    for (const key of signingKeys(secret).standard) {
      if (header !== '') header += ' ';
      header += `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
    }
  }
  return header;
}

/**
 * All signature headers of one attempt. During a rotation, `x-signature` uses the current secret,
 * `x-signature-previous` the one before, and `webhook-signature` lists all, so that a receiver that knows
 * either secret accepts the delivery. So does one that knows a public key.
 */
export function signDelivery(delivery: DeliveryToSign): SignatureHeaders {
  const { secrets, body } = delivery;
  const headers: SignatureHeaders = {
    'x-signature': signatureHeader(secrets[0], body),
    'webhook-id': delivery.id,
    'webhook-timestamp': String(delivery.timestampSeconds),
    'webhook-signature': standardSignature(delivery),
  };
  const previous = secrets[1];
  if (delivery.asymmetricKeys?.length) {
    headers['webhook-signature'] += ` ${asymmetricSignature(delivery.asymmetricKeys, delivery)}`;
  }
  if (previous !== undefined) headers['x-signature-previous'] = signatureHeader(previous, body);
  return headers;
}
