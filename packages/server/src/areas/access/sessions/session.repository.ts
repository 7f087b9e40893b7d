import { sql } from 'kysely';
import { rowsIn } from '../../../kit/db/index.ts';
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

/** Ends a session by its cookie alone; answers whose it was. */
export async function deleteSessionOfToken(
  tx: AccessTransaction,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const [deleted] = await rowsIn(tx)<{ keyId: string }>(
    'delete from key_sessions where token_hash = $1 returning key_id as "keyId"',
    [tokenHash],
  );
  return deleted?.keyId;
}

/** Ends every session of a key or a person, but the one that is to go on. */
export async function deleteSessionsOf(
  tx: AccessTransaction,
  orgId: string,
  keyId: string,
  except: Buffer | null,
): Promise<void> {
  await sql`
    delete from key_sessions
    where org_id = ${orgId} and key_id = ${keyId} and token_hash is distinct from ${except}`.execute(tx);
}

/** The key or the person that asks, and the organization that it belongs to. */
export async function findSigner(
  db: AccessDatabase,
  orgId: string,
  keyId: string,
): Promise<Signer | undefined> {
  const rows = await rowsIn(db)<Signer>(
    `select k.name, o.name as organization, o.is_default as "isOperator", case when u.id is not null then json_build_object(
       'name', u.name, 'email', u.email, 'role', u.role, 'has_password', u.password_hash is not null, 'has_second_factor', exists (
         select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)) end as person
     from api_keys k join organizations o on o.id = k.org_id left join users u on u.id = k.id
     where k.org_id = $1 and k.id = $2`,
    [orgId, keyId],
  );
  return rows[0];
}

export interface Signer {
  name: string;
  organization: string;
  /** It is the one that runs the service. */
  isOperator: boolean;
  /** As the API tells it. */
  person: {
    name: string;
    email: string;
    role: string;
    has_password: boolean;
    has_second_factor: boolean;
  } | null;
}
