import type { ReviewDatabase } from '../review-tables.ts';

/** Packages of an application after a position, as the JSON texts written by the analysis. */
export function listPackages(
  db: ReviewDatabase,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  after: number,
  limit: number,
): Promise<{ ordinal: number; text: string }[]> {
  return db
    .selectFrom('review_packages')
    .select(['ordinal', 'package as text'])
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .where('ordinal', '>', after)
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}
