import type { QueryRows } from '../../kit/db/index.ts';

// An arbitrary number that all nodes share.
const KEY_LOCK = 7_420_002;

/** Nobody else creates a key until the transaction ends. */
export async function lockKeys(query: QueryRows): Promise<void> {
  await query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
}

/** The public halves of all keys ever used (DER, SPKI), newest first. */
export async function readPublicKeys(query: QueryRows): Promise<Buffer[]> {
  const rows = await query<{ public_key: Buffer }>(
    'select public_key from checkpoint_keys order by created_at desc, id desc',
    [],
  );
  return rows.map(({ public_key }) => public_key);
}

/** The current signing key. */
export async function newestKey(
  query: QueryRows,
): Promise<{ id: string; sealedPrivateKey: string } | undefined> {
  const [newest] = await query<{ id: string; sealedPrivateKey: string }>(
    `select id, sealed_private_key as "sealedPrivateKey" from checkpoint_keys
     order by created_at desc, id desc limit 1`,
    [],
  );
  return newest;
}

/** Destroys the private half of every key. */
export async function destroyPrivateKeys(query: QueryRows): Promise<void> {
  await query("update checkpoint_keys set sealed_private_key = ''", []);
}

/** The newest key is the one in use, so it must sort last whatever the clock says. */
export async function insertKey(
  query: QueryRows,
  key: { id: string; publicKey: Buffer; sealedPrivateKey: string; now: Date },
): Promise<void> {
  await query(
    `insert into checkpoint_keys (id, public_key, sealed_private_key, created_at)
     select $1, $2, $3, greatest($4::timestamptz, max(created_at) + interval '1 millisecond') from checkpoint_keys`,
    [key.id, key.publicKey, key.sealedPrivateKey, key.now.toISOString()],
  );
}
