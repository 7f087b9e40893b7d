import type { QueryExecutorProvider } from 'kysely';
import { column, defineTable, queryPage, type RowOf, rowsIn } from '../../../kit/db/index.ts';
import type { AccessTransaction } from '../access-tables.ts';

/**
 * NOTIFY channel on which nodes announce that an organization was suspended or resumed, or that its quotas
 * changed.
 */
export const ORGANIZATIONS_CHANNEL = 'organizations';

export const operatedOrganizations = defineTable('organizations', {
  id: column.uuid(),
  name: column.text(),
  isDefault: column.boolean(),
  createdAt: column.timestamp(),
  suspendedAt: column.timestamp().orNull(),
  erasedAt: column.timestamp().orNull(),
  /** Status of its erasure; null when none was requested. */
  erasure: column.computed<'running' | 'completed' | 'failed' | null>(
    '(select r.status from organization_erasures r where r.org_id = organizations.id)',
  ),
});

/** An organization as the operator sees it. The operator may query all of them. */
export type OperatedOrganization = RowOf<typeof operatedOrganizations>;

/** Newest first, ties by id. */
export async function listOrganizations(
  db: QueryExecutorProvider,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OperatedOrganization[]; total: number }> {
  return queryPage<OperatedOrganization>(
    rowsIn(db),
    {
      rows: `select ${operatedOrganizations.columns} from organizations
        order by created_at desc, id desc limit $1 offset $2`,
      count: 'select count(*) from organizations',
    },
    [limit, offset],
  );
}

export async function findOperatedOrganization(
  db: QueryExecutorProvider,
  id: string,
): Promise<OperatedOrganization | undefined> {
  const rows = await rowsIn(db)<OperatedOrganization>(
    `select ${operatedOrganizations.columns} from organizations where id = $1`,
    [id],
  );
  return rows[0];
}

/** Serializes changes to an organization until the transaction ends. */
export async function lockOrganization(tx: AccessTransaction, id: string): Promise<void> {
  await rowsIn(tx)('select 1 from organizations where id = $1 for no key update', [id]);
}

/** Notifies every node of a change to an organization, once the transaction commits. */
export async function announceOrganization(tx: AccessTransaction, id: string): Promise<void> {
  await rowsIn(tx)(`select pg_notify('${ORGANIZATIONS_CHANNEL}', $1)`, [id]);
}

/** Suspends or, with null, resumes, and notifies every node. Undefined when nothing changed. */
export async function writeSuspension(
  tx: AccessTransaction,
  id: string,
  suspendedAt: Date | null,
): Promise<OperatedOrganization | undefined> {
  const rows = await rowsIn(tx)<OperatedOrganization>(
    `update organizations set suspended_at = $2
     where id = $1 and (suspended_at is null) = ($2::timestamptz is not null)
     returning ${operatedOrganizations.columns}`,
    [id, suspendedAt],
  );
  const [changed] = rows;
  if (changed !== undefined) await announceOrganization(tx, id);
  return changed;
}
