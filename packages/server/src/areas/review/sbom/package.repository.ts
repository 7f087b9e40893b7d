import type { ReviewDatabase } from '../review-tables.ts';

/** An application's packages after a given ordinal, as the JSON texts that the analysis wrote. */
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
