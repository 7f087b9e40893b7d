import type { ReadinessKind } from '@trivium/scanner';
import { sql } from 'kysely';
import type { ReadinessRow } from '../pipeline/worker-protocol.ts';
import type { ReviewDatabase, ReviewTransaction } from '../review-tables.ts';

/** Saves the scores of an application, replacing earlier ones. */
export async function saveReadiness(
  tx: ReviewTransaction,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  rows: readonly ReadinessRow[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('review_readiness')
    .values(
      rows.map(({ kind, score, grade, checklist }) => ({
        application_id: applicationId,
        org_id: orgId,
        kind,
        score,
        grade,
        checklist,
        computed_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('review_readiness_pkey').doUpdateSet({
        score: sql`excluded.score`,
        grade: sql`excluded.grade`,
        checklist: sql`excluded.checklist`,
        computed_at: sql`excluded.computed_at`,
      }),
    )
    .execute();
}

export function findReadiness(db: ReviewDatabase, orgId: string, applicationId: string, kind: ReadinessKind) {
  return db
    .selectFrom('review_readiness')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** The three scores by kind. */
export async function readScores(
  db: ReviewDatabase,
  orgId: string,
  applicationId: string,
): Promise<Record<ReadinessKind, { score: number; checklist: string }>> {
  const rows = await db
    .selectFrom('review_readiness')
    .select(['kind', 'score', 'checklist'])
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .execute();
  return Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row])) as Record<
    ReadinessKind,
    { score: number; checklist: string }
  >;
}
