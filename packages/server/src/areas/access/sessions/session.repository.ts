import { sql } from 'kysely';
import { rowsIn } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

/** A signed-in browser. Ids are UUIDs. */
export interface Session {
  tokenHash: Buffer;
  orgId: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Inserts the session and deletes the organization's expired ones. It expires no later than its key. */
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

/**
 * Inserts a session started with a secret of a key; it expires no later than the secret. Undefined when the key
 * was revoked or the secret has ended; neither can happen until the transaction ends.
 */
export async function insertSessionOfSecret(
  tx: AccessTransaction,
  { tokenHash, orgId, keyId, createdAt, expiresAt }: Session,
  secretHash: Buffer,
): Promise<Date | undefined> {
  const query = rowsIn(tx);
  await query('select 1 from api_keys where org_id = $1 and id = $2 for share', [orgId, keyId]);
  const [written] = await query<{ expiresAt: Date }>(
    `with ended as (delete from key_sessions where org_id = $2 and expires_at <= $4)
     insert into key_sessions (token_hash, org_id, key_id, created_at, expires_at)
     select $1::bytea, k.org_id, k.id, $4::timestamptz, least(k.expires_at, s.expires_at, $5::timestamptz)
     from api_keys k join api_key_secrets s on s.key_id = k.id
     where k.org_id = $2 and k.id = $3 and k.revoked_at is null and s.key_hash = $6
       and (s.expires_at is null or s.expires_at > $4)
     returning expires_at as "expiresAt"`,
    [tokenHash, orgId, keyId, createdAt, expiresAt, secretHash],
  );
  return written?.expiresAt;
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

/** Ends a session given only its cookie; returns whose it was. */
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

/** Ends all sessions of a key or person except the one to keep. */
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

/** The calling key or person and its organization. */
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
  /** Whether this is the operator's organization. */
  isOperator: boolean;
  /** As in the API's responses. */
  person: {
    name: string;
    email: string;
    role: string;
    has_password: boolean;
    has_second_factor: boolean;
  } | null;
}
