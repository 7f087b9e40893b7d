import type { QueryExecutorProvider } from 'kysely';
import { column, defineTable, insertRows, queryPage, type RowOf, rowsIn } from '../../../kit/db/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import type { Role } from './roles.ts';

export const users = defineTable('users', {
  id: column.uuid(),
  orgId: column.uuid(),
  email: column.text(),
  name: column.text(),
  role: column.text<Role>(),
  passwordHash: column.text().orNull(),
  ssoSubject: column.text().orNull(),
  createdAt: column.timestamp(),
  removedAt: column.timestamp().orNull().filled(),
});

/** A person in one organization. Ids are UUIDs. */
export type User = RowOf<typeof users>;

/** A person, and when they were last active. */
export interface SeenUser extends User {
  lastSeenAt: Date | null;
}

const seen = `${users.columnsOf('u')}, k.last_used_at as "lastSeenAt"`;

/** Inserts the person; their row among the keys must exist. False when the address is taken. */
export async function insertUser(tx: AccessTransaction, user: Omit<User, 'removedAt'>): Promise<boolean> {
  const made = await insertRows(rowsIn(tx), users, [user], { skipTaken: true, returning: ['id'] });
  return made.length > 0;
}

/** Also finds removed people. */
export async function findUser(
  db: QueryExecutorProvider,
  orgId: string,
  id: string,
): Promise<SeenUser | undefined> {
  const rows = await rowsIn(db)<SeenUser>(
    `select ${seen} from users u join api_keys k on k.id = u.id where u.org_id = $1 and u.id = $2`,
    [orgId, id],
  );
  return rows[0];
}

export async function findUserByEmail(
  db: QueryExecutorProvider,
  orgId: string,
  email: string,
): Promise<User | undefined> {
  const rows = await rowsIn(db)<User>(
    `select ${users.columns} from users where org_id = $1 and email = $2 and removed_at is null`,
    [orgId, email],
  );
  return rows[0];
}

export async function findUserBySubject(
  db: QueryExecutorProvider,
  orgId: string,
  subject: string,
): Promise<User | undefined> {
  const rows = await rowsIn(db)<User>(
    `select ${users.columns} from users where org_id = $1 and sso_subject = $2 and removed_at is null`,
    [orgId, subject],
  );
  return rows[0];
}

/** People with this address, across all organizations or in the named one; most recently active first. */
export async function findUsersForSignIn(
  db: QueryExecutorProvider,
  email: string,
  organization: string | undefined,
  limit: number,
): Promise<User[]> {
  return rowsIn(db)<User>(
    `select ${users.columnsOf('u')} from users u
     join api_keys k on k.id = u.id join organizations o on o.id = u.org_id
     where u.email = $1 and u.removed_at is null and o.name = coalesce($2, o.name)
     order by k.last_used_at desc nulls last, u.id limit $3`,
    [email, organization ?? null, limit],
  );
}

/** Newest first, ties by id. */
export async function listUsers(
  db: QueryExecutorProvider,
  orgId: string,
  { limit, offset, isRemovedToo }: { limit: number; offset: number; isRemovedToo: boolean },
): Promise<{ rows: SeenUser[]; total: number }> {
  const there = 'where u.org_id = $1 and ($2 or u.removed_at is null)';
  return queryPage<SeenUser>(
    rowsIn(db),
    {
      rows: `select ${seen} from users u join api_keys k on k.id = u.id ${there}
        order by u.created_at desc, u.id desc limit $3 offset $4`,
      count: `select count(*) from users u ${there}`,
    },
    [orgId, isRemovedToo, limit, offset],
  );
}

/** Locks the person against other changes; undefined when there is none or they were removed. */
export async function lockUser(tx: AccessTransaction, orgId: string, id: string): Promise<User | undefined> {
  const rows = await rowsIn(tx)<User>(
    `select ${users.columns} from users where org_id = $1 and id = $2 and removed_at is null for update`,
    [orgId, id],
  );
  return rows[0];
}

/** The owners, locked in a fixed order, so that two owners removing each other are serialized. */
export async function lockOwners(tx: AccessTransaction, orgId: string): Promise<string[]> {
  const rows = await rowsIn(tx)<{ id: string }>(
    `select id from users where org_id = $1 and role = 'owner' and removed_at is null order by id for update`,
    [orgId],
  );
  return rows.map(({ id }) => id);
}

export async function writeRole(
  tx: AccessTransaction,
  { orgId, id, role, scopes }: { orgId: string; id: string; role: Role; scopes: readonly string[] },
): Promise<void> {
  await rowsIn(tx)(
    `with person as (update users set role = $3 where org_id = $1 and id = $2 returning id)
     update api_keys k set scopes = $4 from person where k.id = person.id`,
    [orgId, id, role, scopes],
  );
}

export async function writePassword(
  tx: AccessTransaction,
  orgId: string,
  id: string,
  passwordHash: string,
): Promise<void> {
  await rowsIn(tx)('update users set password_hash = $3 where org_id = $1 and id = $2', [
    orgId,
    id,
    passwordHash,
  ]);
}

export async function writeSubject(
  tx: AccessTransaction,
  orgId: string,
  id: string,
  subject: string,
): Promise<void> {
  await rowsIn(tx)('update users set sso_subject = $3 where org_id = $1 and id = $2', [orgId, id, subject]);
}

/** Removes the person's access; the row stays. */
export async function markRemoved(tx: AccessTransaction, orgId: string, id: string, at: Date): Promise<void> {
  await rowsIn(tx)(
    `with person as (
       update users set removed_at = $3, password_hash = null, sso_subject = null
       where org_id = $1 and id = $2 returning id
     ), links as (
       delete from user_invitations i using person where person.id in (i.invited_by, i.user_id)
     ), sessions as (delete from key_sessions s using person where s.key_id = person.id)
     update api_keys k set revoked_at = $3 from person where k.id = person.id`,
    [orgId, id, at],
  );
}

/** Names for these ids of people and keys; each person also has a row among the keys. */
export function findNames(
  db: QueryExecutorProvider,
  orgId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; isPerson: boolean }[]> {
  return rowsIn(db)(
    `select k.id, coalesce(u.name, k.name) as name, u.id is not null as "isPerson"
     from api_keys k left join users u on u.id = k.id where k.org_id = $1 and k.id = any($2::uuid[])`,
    [orgId, [...ids]],
  );
}
