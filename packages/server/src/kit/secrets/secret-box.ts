import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';

/** Encrypts short texts for storage in a database. */
export interface SecretBox {
  /** Identifies the master key; not secret. */
  readonly keyId: string;
  /** `context` names where the sealed text is stored (table, row): moved elsewhere, it does not open. */
  seal(text: string, context: string): string;
  /** Throws `SecretBoxError` when the text was sealed under another key or context, or was tampered with. */
  open(sealed: string, context: string): string;
}

export class SecretBoxError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretBoxError';
  }
}

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = SALT_BYTES + NONCE_BYTES + TAG_BYTES;
/** Cached subkeys of other processes, for opening what they sealed. */
const MAX_SUBKEYS = 256;

/** The sealing key, and former or future ones that only open. */
export interface MasterKeys {
  current: Buffer;
  others: readonly Buffer[];
}

/** Identifies a master key. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('trivium key id').update(key).digest('hex').slice(0, 8);
}

/**
 * AES-256-GCM. The form is `v1.<key id>.<base64url of salt, nonce, tag and text>`. Every box seals under a
 * subkey of its own (HKDF of the master key and a random salt) and counts its nonces: random nonces under one
 * permanent key would be safe for only 2^32 seals, which a busy service reaches.
 */
export function createSecretBox(key: Buffer): SecretBox {
  return createKeyRing({ current: key, others: [] });
}

/** A box whose keys can be changed while in use. */
export interface KeyRing extends SecretBox {
  /** The ids of all keys it can open with. */
  readonly keyIds: readonly string[];
  use(keys: MasterKeys): void;
}

/** `reload` is called for newer keys when a text turns up that was sealed under none of the known ones. */
export function createKeyRing(keys: MasterKeys, reload?: () => MasterKeys | undefined): KeyRing {
  let sealer = openKey(keys.current);
  let openers = openersOf(keys, sealer);
  const ring: KeyRing = {
    get keyId() {
      return sealer.keyId;
    },
    get keyIds() {
      return [...openers.keys()];
    },
    use(next) {
      // The same key continues its nonce counter.
      if (keyIdOf(next.current) !== sealer.keyId) sealer = openKey(next.current);
      openers = openersOf(next, sealer);
    },
    seal: (text, context) => sealer.seal(text, context),
    open(sealed, context) {
      const [version, sealedWith, encoded] = sealed.split('.');
      if (version !== 'v1' || sealedWith === undefined || encoded === undefined)
        throw new SecretBoxError('This is not a sealed text.');
      if (!openers.has(sealedWith)) {
        const newer = reload?.();
        if (newer !== undefined) ring.use(newer);
      }
      const opener = openers.get(sealedWith);
      if (opener === undefined)
        throw new SecretBoxError(`Sealed under the key ${sealedWith}, not ${ring.keyIds.join(' or ')}.`);
      return opener.open(encoded, context);
    },
  };
  return ring;
}

type OpenedKey = ReturnType<typeof openKey>;

function openersOf({ others }: MasterKeys, sealer: OpenedKey): Map<string, OpenedKey> {
  const opened = [sealer, ...others.map(openKey)].map((key) => [key.keyId, key] as const);
  // If a key is listed twice, the sealing one wins.
  return new Map(opened.reverse());
}

function openKey(key: Buffer) {
  if (key.length !== KEY_BYTES)
    throw new SecretBoxError(`A master key has ${KEY_BYTES} bytes, not ${key.length}.`);
  const keyId = keyIdOf(key);
  const subkeyOf = subkeys(key);
  const salt = randomBytes(SALT_BYTES);
  const ownSubkey = deriveSubkey(key, salt);
  let seals = 0n;
  return {
    keyId,
    seal(text: string, context: string): string {
      const nonce = Buffer.alloc(NONCE_BYTES);
      nonce.writeBigUInt64BE(seals++, NONCE_BYTES - 8);
      const cipher = createCipheriv('aes-256-gcm', ownSubkey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const bytes = Buffer.concat([salt, nonce, cipher.getAuthTag(), body]);
      return `v1.${keyId}.${bytes.toString('base64url')}`;
    },
    open(encoded: string, context: string): string {
      const bytes = Buffer.from(encoded, 'base64url');
      try {
        const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', subkeyOf(bytes.subarray(0, SALT_BYTES)), nonce, {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(SALT_BYTES + NONCE_BYTES, HEAD_BYTES));
        return decipher.update(bytes.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw new SecretBoxError('The sealed text was changed, or belongs to another place.');
      }
    },
  };
}

function deriveSubkey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'trivium secret box v1', KEY_BYTES));
}

/** Derives subkeys and caches the most recent. */
function subkeys(key: Buffer): (salt: Buffer) => Buffer {
  const known = new Map<string, Buffer>();
  return (salt) => {
    const name = salt.toString('latin1');
    const subkey = known.get(name) ?? deriveSubkey(key, salt);
    if (known.size >= MAX_SUBKEYS) dropOldest(known);
    known.set(name, subkey);
    return subkey;
  };
}
