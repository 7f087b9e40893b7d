import { sql } from 'kysely';
import { required } from '../../../kit/required.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

/** A browser that signed in. Ids are UUIDs. */
export interface Session {
  tokenHash: Buffer;
  orgId: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Writes the session, and removes those of its organization that have ended. It ends no later than its key. */
export async function insertSession(tx: AccessTransaction, session: Session): Promise<Date> {
  const { tokenHash, orgId, keyId, createdAt, expiresAt } = session;
  const { rows } = await sql<{ expires_at: Date }>`
    with ended as (delete from key_sessions where org_id = ${orgId} and expires_at <= ${createdAt})
    insert into key_sessions (token_hash, org_id, key_id, created_at, expires_at)
    select ${tokenHash}, org_id, id, ${createdAt}, least(expires_at, ${expiresAt}::timestamptz)
    from api_keys where id = ${keyId} and org_id = ${orgId}
    returning expires_at`.execute(tx);
  return required(rows[0], 'the session just written').expires_at;
}

/** False when there is none. */
export async function deleteSession(
  tx: AccessTransaction,
  orgId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('key_sessions')
    .where('org_id', '=', orgId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The key that asks, and the organization that it belongs to. */
export async function findSigner(db: AccessDatabase, orgId: string, keyId: string) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .select(['k.name', 'o.name as organization'])
    .where('k.org_id', '=', orgId)
    .where('k.id', '=', keyId)
    .executeTakeFirst();
}
