import { sql } from 'kysely';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

export interface Organization {
  id: string;
  name: string;
  createdAt: Date;
}

// Any two nodes that start at once agree on this number; it has no other meaning.
const BOOTSTRAP_LOCK = 7_420_002;

/** One bootstrap at a time over all nodes, until the transaction ends. */
export async function lockBootstrap(tx: AccessTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(tx);
}

export async function findOrganization(db: AccessDatabase, orgId: string): Promise<Organization | undefined> {
  return toOrganization(await organizations(db).where('id', '=', orgId).executeTakeFirst());
}

export async function findOrganizationNamed(
  db: AccessDatabase,
  name: string,
): Promise<Organization | undefined> {
  return toOrganization(await organizations(db).where('name', '=', name).executeTakeFirst());
}

/** The one that the first start made. */
export async function findDefaultOrganization(db: AccessDatabase): Promise<Organization | undefined> {
  return toOrganization(await organizations(db).where('is_default', '=', true).executeTakeFirst());
}

/** False when the name is taken. */
export async function insertOrganization(
  tx: AccessTransaction,
  organization: Organization & { isDefault: boolean },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('organizations')
    .values({
      id: organization.id,
      name: organization.name,
      is_default: organization.isDefault,
      created_at: organization.createdAt,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows !== 0n;
}

function organizations(db: AccessDatabase) {
  return db.selectFrom('organizations').select(['id', 'name', 'created_at']);
}

function toOrganization(
  row: { id: string; name: string; created_at: Date } | undefined,
): Organization | undefined {
  return row && { id: row.id, name: row.name, createdAt: row.created_at };
}
