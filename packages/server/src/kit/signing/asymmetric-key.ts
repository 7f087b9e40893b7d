import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * An Ed25519 key pair in the forms of the Standard Webhooks specification: a prefix and base64 of the raw
 * bytes.
 */
export interface SigningKeyPair {
  /** `whpk_…` */
  publicKey: string;
  /** `whsk_…` */
  privateKey: string;
}

const PUBLIC_PREFIX = 'whpk_';
const PRIVATE_PREFIX = 'whsk_';
/** DER prefix of the 32 raw bytes (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export function newSigningKeyPair(): SigningKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const rawPublic = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_HEAD.length);
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8_HEAD.length);
  return {
    publicKey: `${PUBLIC_PREFIX}${rawPublic.toString('base64')}`,
    privateKey: `${PRIVATE_PREFIX}${seed.toString('base64')}`,
  };
}

export function readPrivateKey(text: string): KeyObject {
  const seed = Buffer.from(text.slice(PRIVATE_PREFIX.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), type: 'pkcs8', format: 'der' });
}

export function readPublicKey(text: string): KeyObject {
  const raw = Buffer.from(text.slice(PUBLIC_PREFIX.length), 'base64');
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), type: 'spki', format: 'der' });
}

/** For each key `v1a,` and the base64 signature, separated by spaces. */
export function asymmetricSignature(
  keys: readonly KeyObject[],
  { id, timestampSeconds, body }: { id: string; timestampSeconds: number; body: Buffer | string },
): string {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestampSeconds}.`), Buffer.from(body)]);
  return keys.map((key) => `v1a,${sign(null, signed, key).toString('base64')}`).join(' ');
}
