import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, type Notifications, notify, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { formatId, newUuid } from '../../kit/ids.ts';
import { createNoteSigner, formatVerifierKey, signCheckpoint } from '../../kit/merkle/index.ts';
import { type SecretBox, sealedColumn } from '../../kit/secrets/index.ts';
import {
  destroyPrivateKeys,
  insertKey,
  lockKeys,
  newestKey,
  readPublicKeys,
} from './checkpoint-key.repository.ts';

export interface CheckpointSignerOptions {
  pool: Pool;
  secretBox: SecretBox;
  clock: Clock;
  /** Announces key rotations on other nodes; not started yet. */
  notifications?: Pick<Notifications, 'on' | 'onReset'>;
}

interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

const CHANNEL = 'checkpoint_keys';

/** The first line of every checkpoint of an organization's log, and the name on its signature. */
export function logOrigin(orgId: string): string {
  return `trivium/${formatId('org', orgId)}`;
}

/** A public key (DER, SPKI) in the form that verifiers of the organization's log take. */
export function verifierKey(orgId: string, key: Buffer): string {
  return formatVerifierKey(logOrigin(orgId), createPublicKey({ key, format: 'der', type: 'spki' }));
}

/** Signs tree heads with the service's own Ed25519 key, which it creates on first use. */
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

  /** The signed note for the tree of `size` leaves, and the id of the signing key. */
  async sign(orgId: string, size: number, root: Uint8Array): Promise<{ note: string; keyId: string }> {
    const { id, privateKey } = await this.#signingKey();
    const origin = logOrigin(orgId);
    const note = signCheckpoint({ origin, size, root }, createNoteSigner(origin, privateKey));
    return { note, keyId: id };
  }

  /** All public keys that have ever signed for the organization, newest first: `name+keyid+base64`. */
  async verifierKeys(orgId: string): Promise<string[]> {
    await this.#signingKey();
    const keys = await readPublicKeys(queryPool(this.#options.pool));
    return keys.map((key) => verifierKey(orgId, key));
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
 * Creates a new key that signs every checkpoint from now on, on every node. The private halves of earlier
 * keys are destroyed; their public halves stay, for the checkpoints they signed. Returns the new key's id
 * (UUID).
 */
export function rotateCheckpointKey(ports: KeyPorts): Promise<string> {
  return inTransaction(ports.pool, async (query) => {
    await lockKeys(query);
    await destroyPrivateKeys(query);
    const { id } = await makeKey(ports, query);
    await notify(query, CHANNEL, id);
    return id;
  });
}

function loadKey(ports: KeyPorts): Promise<SigningKey> {
  return inTransaction(ports.pool, async (query) => {
    await lockKeys(query);
    const newest = await newestKey(query);
    if (newest === undefined) return makeKey(ports, query);
    const pem = ports.secretBox.open(newest.sealedPrivateKey, sealContext(newest.id));
    return { id: newest.id, privateKey: createPrivateKey(pem) };
  });
}

/** Call while holding the lock. */
async function makeKey({ secretBox, clock }: KeyPorts, query: QueryRows): Promise<SigningKey> {
  const id = newUuid(clock.now());
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  await insertKey(query, {
    id,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    sealedPrivateKey: secretBox.seal(pem, sealContext(id)),
    now: new Date(clock.now()),
  });
  return { id, privateKey };
}

/** Where checkpoint signing keys are stored. */
export const checkpointSealedPlace = sealedColumn({
  table: 'checkpoint_keys',
  key: [{ name: 'id', type: 'uuid' }],
  column: 'sealed_private_key',
  contextOf: ({ id = '' }) => sealContext(id),
});

function sealContext(keyId: string): string {
  return `checkpoint_keys/${keyId}`;
}
