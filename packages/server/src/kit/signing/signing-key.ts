import { createSecretKey, type KeyObject } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';

const standardPrefix = 'whsec_';
/** Standard base64, padded, not empty: what the Standard Webhooks libraries decode. */
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

export interface SigningKeys {
  /**
   * For `X-Signature`: the UTF-8 bytes of the whole secret, whatever its form. The interface defines no
   * prefix, so none is stripped.
   */
  plain: KeyObject;
  /**
   * For `webhook-signature`, the preferred one for verifying first:
   *
   * - `whsec_` and base64: the decoded rest, as the Standard Webhooks specification says.
   * - any other secret: its UTF-8 bytes (`new Webhook(secret, { format: 'raw' })`).
   * - any other secret that happens to be base64 (64 hex digits are): the decoded bytes as well, because the
   *   Standard Webhooks libraries decode every secret unless told not to.
   */
  standard: readonly KeyObject[];
}

// An HMAC takes 2 µs with a prepared key, 11 µs with raw bytes; so recent keys are cached.
const MAX_KEPT_SECRETS = 1_024;
const prepared = new Map<string, SigningKeys>();

/**
 * Derives a secret's keys.
 *
 * @throws TypeError for an empty secret
 */
export function signingKeys(secret: string): SigningKeys {
  const kept = prepared.get(secret);
  if (kept !== undefined) return kept;
  if (secret === '') throw new TypeError('A signing secret must not be empty.');
  const keys = deriveKeys(secret);
  if (prepared.size >= MAX_KEPT_SECRETS) dropOldest(prepared);
  prepared.set(secret, keys);
  return keys;
}

function deriveKeys(secret: string): SigningKeys {
  const plain = createSecretKey(secret, 'utf8');
  if (secret.startsWith(standardPrefix)) {
    const encoded = secret.slice(standardPrefix.length);
    return { plain, standard: [base64Form.test(encoded) ? createSecretKey(encoded, 'base64') : plain] };
  }
  if (!base64Form.test(secret)) return { plain, standard: [plain] };
  return { plain, standard: [plain, createSecretKey(secret, 'base64')] };
}
