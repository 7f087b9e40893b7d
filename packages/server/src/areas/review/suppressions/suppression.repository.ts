import type { Selectable } from 'kysely';
import { selectPage } from '../../../kit/db/index.ts';
import type { ReviewDatabase, SuppressionsTable } from '../review-tables.ts';

export type Suppression = Selectable<SuppressionsTable>;

/** Saves the suppression, or replaces the one of the same finding. */
export function saveSuppression(db: ReviewDatabase, suppression: Suppression): Promise<Suppression> {
  return db
    .insertInto('review_suppressions')
    .values(suppression)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'fingerprint'])
        .doUpdateSet({ reason: suppression.reason, expires_at: suppression.expires_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first, ties by id. */
export async function listSuppressions(
  db: ReviewDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ suppressions: Suppression[]; total: number }> {
  const query = db.selectFrom('review_suppressions').where('org_id', '=', orgId);
  const { rows: suppressions, total } = await selectPage(db, {
    rows: query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    count: query.select((select) => select.fn.countAll<number>().as('total')),
  });
  return { suppressions, total };
}

/** Fingerprints of a review's findings that are currently suppressed. */
export async function listSuppressed(
  db: ReviewDatabase,
  { orgId, reviewId }: { orgId: string; reviewId: string },
  at: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('review_suppressions as s')
    .innerJoin('review_findings as f', (join) =>
      join.onRef('f.fingerprint', '=', 's.fingerprint').onRef('f.org_id', '=', 's.org_id'),
    )
    .select('s.fingerprint')
    .distinct()
    .where('s.org_id', '=', orgId)
    .where('f.review_id', '=', reviewId)
    .where((where) => where.or([where('s.expires_at', 'is', null), where('s.expires_at', '>', at)]))
    .execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

/** False when there is no such suppression. */
export async function deleteSuppression(db: ReviewDatabase, orgId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('review_suppressions')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
