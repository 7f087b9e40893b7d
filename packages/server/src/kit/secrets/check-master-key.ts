import type { ClientBase, Pool } from 'pg';
import { only } from '../db/index.ts';
import { type SecretBox, SecretBoxError } from './secret-box.ts';

const CHECK_TEXT = 'trivium';
const CHECK_CONTEXT = 'encryption_key_check';

/**
 * Makes sure that this node holds the key under which the database's secrets are sealed. The first
 * node leaves a sealed word; a later one that cannot open it must not start. Throws `SecretBoxError`
 * with one line that tells what to do.
 */
export async function checkMasterKey(db: Pool | ClientBase, box: SecretBox): Promise<void> {
  await db.query(
    'insert into encryption_key_check (key_id, sealed) values ($1, $2) on conflict (singleton) do nothing',
    [box.keyId, box.seal(CHECK_TEXT, CHECK_CONTEXT)],
  );
  const { rows } = await db.query<{ key_id: string; sealed: string }>(
    'select key_id, sealed from encryption_key_check',
  );
  const { key_id: keyId, sealed } = only(rows);
  if (opens(box, sealed)) {
    if (keyId !== box.keyId) await adoptKey(db, box, keyId);
    return;
  }
  throw new SecretBoxError(
    `This database's secrets are sealed under the encryption key ${keyId}, but this node has ${box.keyId}. ` +
      'Set ENCRYPTION_KEY to the key of the first node, or copy its file encryption.key into DATA_DIR.',
  );
}

/** Under which key a database's secrets are sealed; undefined for one that no service has used yet. */
export async function readSealingKeyId(db: Pool | ClientBase): Promise<string | undefined> {
  const { rows } = await db.query<{ key_id: string }>('select key_id from encryption_key_check');
  return rows[0]?.key_id;
}

/** From now on a node that lacks the newer key is refused. The key may be one to come on this node, and in use on others. */
async function adoptKey(db: Pool | ClientBase, box: SecretBox, before: string): Promise<void> {
  await db.query('update encryption_key_check set key_id = $1, sealed = $2 where key_id = $3', [
    box.keyId,
    box.seal(CHECK_TEXT, CHECK_CONTEXT),
    before,
  ]);
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, CHECK_CONTEXT) === CHECK_TEXT;
  } catch {
    return false;
  }
}
