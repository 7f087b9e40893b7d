import { type Selectable, sql } from 'kysely';
import { selectPage } from '../../../kit/db/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import type { ComponentRow } from '../pipeline/worker-protocol.ts';
import type {
  ComponentsTable,
  Maturity,
  PromotionsTable,
  ReviewDatabase,
  ReviewTransaction,
} from '../review-tables.ts';

export type Component = Selectable<ComponentsTable>;
export type Promotion = Selectable<PromotionsTable>;

interface ApplicationKey {
  orgId: string;
  applicationId: string;
}

export async function insertComponents(
  tx: ReviewTransaction,
  { orgId, applicationId }: ApplicationKey,
  rows: readonly ComponentRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('review_components')
    .values(
      rows.map((row) => ({
        id: newUuid(),
        org_id: orgId,
        application_id: applicationId,
        key: row.key,
        name: row.name,
        path: row.path,
        version: row.version,
        maturity: 'experimental' as const,
        reusability_score: row.score,
        details: row.details,
        findings: row.findings,
        promoted_at: null,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
}

/** Saves the number of a review's findings in each component's files. */
export async function updateComponentFindings(
  tx: ReviewTransaction,
  { orgId, applicationId }: ApplicationKey,
  counts: readonly { key: string; findings: readonly number[] }[],
  at: Date,
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    update review_components c set findings = array[g.critical, g.high, g.medium, g.low], updated_at = ${at}
    from unnest(
      ${counts.map(({ key }) => key)}::text[],
      ${counts.map(({ findings }) => findings[0])}::int[],
      ${counts.map(({ findings }) => findings[1])}::int[],
      ${counts.map(({ findings }) => findings[2])}::int[],
      ${counts.map(({ findings }) => findings[3])}::int[]
    ) as g (key, critical, high, medium, low)
    where c.org_id = ${orgId} and c.application_id = ${applicationId} and c.key = g.key`.execute(tx);
}

/** Best score first, ties by id. */
export async function listComponents(
  db: ReviewDatabase,
  { orgId, applicationId }: ApplicationKey,
  page: { limit: number; offset: number },
): Promise<{ components: Component[]; total: number }> {
  const query = db
    .selectFrom('review_components')
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId);
  const { rows: components, total } = await selectPage(db, {
    rows: query
      .selectAll()
      .orderBy('reusability_score', 'desc')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset),
    matching: query.select((select) => select.lit(1).as('matched')),
    page,
  });
  return { components, total };
}

export function findComponent(db: ReviewDatabase, orgId: string, id: string): Promise<Component | undefined> {
  return db
    .selectFrom('review_components')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockComponent(
  tx: ReviewTransaction,
  orgId: string,
  id: string,
): Promise<Component | undefined> {
  return tx
    .selectFrom('review_components')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The promotion history of these components, oldest first. */
export async function listPromotions(
  db: ReviewDatabase,
  orgId: string,
  componentIds: readonly string[],
): Promise<Promotion[]> {
  if (componentIds.length === 0) return [];
  return db
    .selectFrom('review_promotions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('component_id', 'in', componentIds)
    .orderBy('ordinal')
    .execute();
}

export interface Change {
  version: string | null;
  maturity: Maturity;
  reason: string | null;
  at: Date;
}

/** Sets a component's version and level, and records the previous ones. */
export async function changeMaturity(
  tx: ReviewTransaction,
  component: Component,
  change: Change,
): Promise<Component> {
  const { id, org_id: orgId } = component;
  await sql`
    insert into review_promotions
      (component_id, org_id, ordinal, version, previous_version, maturity, previous_maturity, reason, promoted_at)
    select ${id}, ${orgId}, count(*) + 1, ${change.version}, ${component.version}, ${change.maturity},
      ${component.maturity}, ${change.reason}, ${change.at}
    from review_promotions where component_id = ${id} and org_id = ${orgId}`.execute(tx);
  return tx
    .updateTable('review_components')
    .set({
      version: change.version,
      maturity: change.maturity,
      updated_at: change.at,
      ...(change.maturity !== 'deprecated' && { promoted_at: change.at }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
