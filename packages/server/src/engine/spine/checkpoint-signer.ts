import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, type Notifications, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { createNoteSigner, formatVerifierKey, signCheckpoint } from '../../kit/merkle/index.ts';
import { type SecretBox, sealedColumn } from '../../kit/secrets/index.ts';

export interface CheckpointSignerOptions {
  pool: Pool;
  secretBox: SecretBox;
  clock: Clock;
  /** Tells of keys that were rotated on any node; not started yet. */
  notifications?: Pick<Notifications, 'on' | 'onReset'>;
}

interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

// Any two nodes that make a key at once agree on this number; it has no other meaning.
const KEY_LOCK = 7_420_002;
const CHANNEL = 'checkpoint_keys';

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
    const forget = () => {
      this.#key = undefined;
    };
    options.notifications?.on(CHANNEL, forget);
    options.notifications?.onReset(forget);
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
    if (this.#key !== undefined) return this.#key;
    const loading: Promise<SigningKey> = loadKey(this.#options).catch((error: unknown) => {
      if (this.#key === loading) this.#key = undefined;
      throw error;
    });
    this.#key = loading;
    return loading;
  }
}

type KeyPorts = Pick<CheckpointSignerOptions, 'pool' | 'secretBox' | 'clock'>;

/**
 * Makes a new key, by which every checkpoint is signed from now on, on every node. The private half of those before
 * it is destroyed; their public halves stay, for the checkpoints that they signed. Returns the new key's id (UUID).
 */
export function rotateCheckpointKey(ports: KeyPorts): Promise<string> {
  return inTransaction(ports.pool, async (query) => {
    await query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
    await query("update checkpoint_keys set sealed_private_key = ''", []);
    const { id } = await makeKey(ports, query);
    await query('select pg_notify($1, $2)', [CHANNEL, id]);
    return id;
  });
}

function loadKey(ports: KeyPorts): Promise<SigningKey> {
  return inTransaction(ports.pool, async (query) => {
    await query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
    const [newest] = await query<{ id: string; sealed_private_key: string }>(
      'select id, sealed_private_key from checkpoint_keys order by created_at desc, id desc limit 1',
      [],
    );
    if (newest === undefined) return makeKey(ports, query);
    const pem = ports.secretBox.open(newest.sealed_private_key, sealContext(newest.id));
    return { id: newest.id, privateKey: createPrivateKey(pem) };
  });
}

/** To be called under the lock. The newest key is the one in use, so it is newer than all whatever the clock says. */
async function makeKey({ secretBox, clock }: KeyPorts, query: QueryRows): Promise<SigningKey> {
  const id = newUuid(clock.now());
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  await query(
    `insert into checkpoint_keys (id, public_key, sealed_private_key, created_at)
     select $1, $2, $3, greatest($4::timestamptz, max(created_at) + interval '1 millisecond') from checkpoint_keys`,
    [
      id,
      publicKey.export({ format: 'der', type: 'spki' }),
      secretBox.seal(pem, sealContext(id)),
      new Date(clock.now()).toISOString(),
    ],
  );
  return { id, privateKey };
}

/** Where keys that sign checkpoints lie. */
export const checkpointSealedPlace = sealedColumn({
  table: 'checkpoint_keys',
  key: [{ name: 'id', type: 'uuid' }],
  column: 'sealed_private_key',
  contextOf: ({ id = '' }) => sealContext(id),
});

function sealContext(keyId: string): string {
  return `checkpoint_keys/${keyId}`;
}
