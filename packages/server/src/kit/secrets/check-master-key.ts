import type { ClientBase, Pool } from 'pg';
import { required } from '../required.ts';
import { readKeyCheck, replaceKeyCheck, storeKeyCheck } from './sealed-word.repository.ts';
import { type SecretBox, SecretBoxError } from './secret-box.ts';

const CHECK_TEXT = 'trivium';
const CHECK_CONTEXT = 'encryption_key_check';

/**
 * Verifies that this node has the key under which the database's secrets are sealed. The first node stores a
 * sealed word; a later node that cannot open it must not start. Throws `SecretBoxError` with one line that
 * says what to do.
 */
export async function checkMasterKey(db: Pool | ClientBase, box: SecretBox): Promise<void> {
  await storeKeyCheck(db, { keyId: box.keyId, sealed: box.seal(CHECK_TEXT, CHECK_CONTEXT) });
  const { keyId, sealed } = required(await readKeyCheck(db), 'the sealed word');
  if (opens(box, sealed)) {
    // From now on, nodes without the newer key are refused. On this node the key may be one that only opens
    // so far, while others already seal with it.
    if (keyId !== box.keyId) {
      await replaceKeyCheck(db, keyId, { keyId: box.keyId, sealed: box.seal(CHECK_TEXT, CHECK_CONTEXT) });
    }
    return;
  }
  throw new SecretBoxError(
    `This database's secrets are sealed under the encryption key ${keyId}, but this node has ${box.keyId}. ` +
      'Set ENCRYPTION_KEY to the key of the first node, or copy its file encryption.key into DATA_DIR.',
  );
}

/**
 * Id of the key under which a database's secrets are sealed; undefined for one that no service has used yet.
 */
export async function readSealingKeyId(db: Pool | ClientBase): Promise<string | undefined> {
  return (await readKeyCheck(db))?.keyId;
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, CHECK_CONTEXT) === CHECK_TEXT;
  } catch {
    return false;
  }
}
