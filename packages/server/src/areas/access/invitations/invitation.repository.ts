import type { QueryExecutorProvider } from 'kysely';
import { column, defineTable, insertRows, queryPage, type RowOf, rowsIn } from '../../../kit/db/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import type { Role } from '../people/roles.ts';

export const invitations = defineTable('user_invitations', {
  id: column.uuid(),
  orgId: column.uuid(),
  email: column.text(),
  role: column.text<Role>(),
  userId: column.uuid().orNull(),
  tokenHash: column.bytes(),
  invitedBy: column.uuid(),
  createdAt: column.timestamp(),
  expiresAt: column.timestamp(),
});

/** A link to join, or for a member to set a new password. Ids are UUIDs. */
export type Invitation = RowOf<typeof invitations>;

/** Inserts the invitation and voids any earlier link for the address. */
export async function replaceInvitation(tx: AccessTransaction, invitation: Invitation): Promise<void> {
  const { orgId, email, createdAt } = invitation;
  // Serialized: two invitations for one address would collide on its index.
  await rowsIn(tx)('select id from organizations where id = $1 for no key update', [orgId]);
  await rowsIn(tx)('delete from user_invitations where org_id = $1 and (email = $2 or expires_at <= $3)', [
    orgId,
    email,
    createdAt,
  ]);
  await insertRows(rowsIn(tx), invitations, [invitation]);
}

/**
 * The invitation behind a link, with its organization; undefined when it has expired. Not limited to an
 * organization: it is what the token tells.
 */
export async function findInvitation(
  db: QueryExecutorProvider,
  tokenHash: Buffer,
  now: Date,
): Promise<(Invitation & { organization: string }) | undefined> {
  const rows = await rowsIn(db)<Invitation & { organization: string }>(
    `select ${invitations.columnsOf('i')}, o.name as organization
     from user_invitations i join organizations o on o.id = i.org_id
     where i.token_hash = $1 and i.expires_at > $2`,
    [tokenHash, now],
  );
  return rows[0];
}

/** The open invitation for an address that single sign-on has verified. */
export async function findInvitationOf(
  db: QueryExecutorProvider,
  orgId: string,
  email: string,
  now: Date,
): Promise<Invitation | undefined> {
  const rows = await rowsIn(db)<Invitation>(
    `select ${invitations.columns} from user_invitations
     where org_id = $1 and email = $2 and user_id is null and expires_at > $3`,
    [orgId, email, now],
  );
  return rows[0];
}

/** False when it was used or expired meanwhile: a link admits one person. */
export async function useInvitation(tx: AccessTransaction, orgId: string, id: string): Promise<boolean> {
  const rows = await rowsIn(tx)('delete from user_invitations where org_id = $1 and id = $2 returning id', [
    orgId,
    id,
  ]);
  return rows.length > 0;
}

/** Invitations of people yet to join. Newest first, ties by id. */
export async function listInvitations(
  db: QueryExecutorProvider,
  orgId: string,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ rows: Invitation[]; total: number }> {
  const open = 'from user_invitations where org_id = $1 and user_id is null and expires_at > $2';
  return queryPage<Invitation>(
    rowsIn(db),
    {
      rows: `select ${invitations.columns} ${open} order by created_at desc, id desc limit $3 offset $4`,
      count: `select count(*) ${open}`,
    },
    [orgId, now, limit, offset],
  );
}
