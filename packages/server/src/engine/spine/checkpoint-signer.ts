import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, queryPool } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { createNoteSigner, formatVerifierKey, signCheckpoint } from '../../kit/merkle/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';

export interface CheckpointSignerOptions {
  pool: Pool;
  secretBox: SecretBox;
  clock: Clock;
}

interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

// Any two nodes that make the first key at once agree on this number; it has no other meaning.
const KEY_LOCK = 7_420_002;

/** The first line of every checkpoint of an organization's log, and the name on its signature. */
export function logOrigin(orgId: string): string {
  return `trivium/${formatId('org', orgId)}`;
}

/** Signs tree heads with the service's own Ed25519 key, which it makes at its first use. */
export class CheckpointSigner {
  readonly #options: CheckpointSignerOptions;
  #key: Promise<SigningKey> | undefined;

  constructor(options: CheckpointSignerOptions) {
    this.#options = options;
  }

  /** The signed note of the tree of `size` leaves, and the id of the key that signed it. */
  async sign(orgId: string, size: number, root: Uint8Array): Promise<{ note: string; keyId: string }> {
    const { id, privateKey } = await this.#signingKey();
    const origin = logOrigin(orgId);
    const note = signCheckpoint({ origin, size, root }, createNoteSigner(origin, privateKey));
    return { note, keyId: id };
  }

  /** The public keys that have ever signed for the organization, newest first: `name+keyid+base64`. */
  async verifierKeys(orgId: string): Promise<string[]> {
    await this.#signingKey();
    const rows = await queryPool(this.#options.pool)<{ public_key: Buffer }>(
      'select public_key from checkpoint_keys order by created_at desc, id desc',
      [],
    );
    return rows.map(({ public_key }) => {
      const publicKey = createPublicKey({ key: public_key, format: 'der', type: 'spki' });
      return formatVerifierKey(logOrigin(orgId), publicKey);
    });
  }

  #signingKey(): Promise<SigningKey> {
    this.#key ??= loadKey(this.#options).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }
}

function loadKey({ pool, secretBox, clock }: CheckpointSignerOptions): Promise<SigningKey> {
  return inTransaction(pool, async (query) => {
    await query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
    const [newest] = await query<{ id: string; sealed_private_key: string }>(
      'select id, sealed_private_key from checkpoint_keys order by created_at desc, id desc limit 1',
      [],
    );
    if (newest) {
      const pem = secretBox.open(newest.sealed_private_key, sealContext(newest.id));
      return { id: newest.id, privateKey: createPrivateKey(pem) };
    }
    const id = newUuid(clock.now());
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    await query(
      `insert into checkpoint_keys (id, public_key, sealed_private_key, created_at) values ($1, $2, $3, $4)`,
      [
        id,
        publicKey.export({ format: 'der', type: 'spki' }),
        secretBox.seal(pem, sealContext(id)),
        new Date(clock.now()).toISOString(),
      ],
    );
    return { id, privateKey };
  });
}

function sealContext(keyId: string): string {
  return `checkpoint_keys/${keyId}`;
}
