import { sql } from 'kysely';
import { column, defineTable, insertRows, type NewRowOf, rowsIn } from '../../../kit/db/index.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

export const newOrganizations = defineTable('organizations', {
  id: column.uuid(),
  name: column.text(),
  isDefault: column.boolean(),
  createdAt: column.timestamp(),
});

export type Organization = Omit<NewRowOf<typeof newOrganizations>, 'isDefault'>;

// Arbitrary, but the same for all nodes starting at once.
const BOOTSTRAP_LOCK = 7_420_002;

/** Serializes bootstraps across all nodes until the transaction ends. */
export async function lockBootstrap(tx: AccessTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(tx);
}

export function findOrganization(db: AccessDatabase, orgId: string): Promise<Organization | undefined> {
  return organizations(db).where('id', '=', orgId).executeTakeFirst();
}

export function findOrganizationNamed(db: AccessDatabase, name: string): Promise<Organization | undefined> {
  return organizations(db).where('name', '=', name).executeTakeFirst();
}

/** The organization created on first start. */
export function findDefaultOrganization(db: AccessDatabase): Promise<Organization | undefined> {
  return organizations(db).where('is_default', '=', true).executeTakeFirst();
}

/** False when the name is taken. */
export async function insertOrganization(
  tx: AccessTransaction,
  organization: Organization & { isDefault: boolean },
): Promise<boolean> {
  const options = { skipTaken: ['name'], returning: ['id'] } as const;
  const made = await insertRows(rowsIn(tx), newOrganizations, [organization], options);
  return made.length > 0;
}

function organizations(db: AccessDatabase) {
  return db.selectFrom('organizations').select(['id', 'name', 'created_at as createdAt']);
}
