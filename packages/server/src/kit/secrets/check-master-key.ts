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
  if (keyId === box.keyId && opens(box, sealed)) return;
  throw new SecretBoxError(
    `This database's secrets are sealed under the encryption key ${keyId}, but this node has ${box.keyId}. ` +
      'Set ENCRYPTION_KEY to the key of the first node, or copy its file encryption.key into DATA_DIR.',
  );
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, CHECK_CONTEXT) === CHECK_TEXT;
  } catch {
    return false;
  }
}
