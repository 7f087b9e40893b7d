import type { ClientBase, Pool } from 'pg';

/** A known word sealed under a database's key. */
export interface KeyCheck {
  keyId: string;
  sealed: string;
}

/** Stores a sealed word in a database that has none. */
export async function storeKeyCheck(db: Pool | ClientBase, { keyId, sealed }: KeyCheck): Promise<void> {
  await db.query(
    'insert into encryption_key_check (key_id, sealed) values ($1, $2) on conflict (singleton) do nothing',
    [keyId, sealed],
  );
}

export async function readKeyCheck(db: Pool | ClientBase): Promise<KeyCheck | undefined> {
  const { rows } = await db.query<KeyCheck>('select key_id as "keyId", sealed from encryption_key_check');
  return rows[0];
}

/** Unless another node has already replaced it. */
export async function replaceKeyCheck(
  db: Pool | ClientBase,
  before: string,
  { keyId, sealed }: KeyCheck,
): Promise<void> {
  await db.query('update encryption_key_check set key_id = $1, sealed = $2 where key_id = $3', [
    keyId,
    sealed,
    before,
  ]);
}
