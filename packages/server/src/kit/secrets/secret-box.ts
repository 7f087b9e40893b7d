import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals short texts so that they can rest in a database. */
export interface SecretBox {
  /** Tells one master key from another; not secret. */
  readonly keyId: string;
  /** `context` names the place of the sealed text (table, row): moved elsewhere it does not open. */
  seal(text: string, context: string): string;
  /** Throws `SecretBoxError` when the text was sealed under another key or context, or was changed. */
  open(sealed: string, context: string): string;
}

export class SecretBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretBoxError';
  }
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key of 32 bytes. The form is `v1.<key id>.<base64url of nonce, tag and text>`. */
export function createSecretBox(key: Buffer): SecretBox {
  if (key.length !== KEY_BYTES)
    throw new SecretBoxError(`A master key has ${KEY_BYTES} bytes, not ${key.length}.`);
  const keyId = createHash('sha256').update('trivium key id').update(key).digest('hex').slice(0, 8);
  return {
    keyId,
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, sealedWith, encoded] = sealed.split('.');
      if (version !== 'v1' || encoded === undefined) throw new SecretBoxError('This is not a sealed text.');
      if (sealedWith !== keyId) throw new SecretBoxError(`Sealed under the key ${sealedWith}, not ${keyId}.`);
      const bytes = Buffer.from(encoded, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new SecretBoxError('The sealed text was changed, or belongs to another place.');
      }
    },
  };
}
