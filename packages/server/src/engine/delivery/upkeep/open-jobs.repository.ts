import { only, type QueryRows } from '../../../kit/db/index.ts';

/** Which kinds of jobs are unfinished. A single statement, so that an idle service queries little. */
export async function findOpenJobs(
  query: QueryRows,
): Promise<{ replays: boolean; resends: boolean; backfills: boolean }> {
  return only(
    await query(
      `select exists (select from replays where finished_at is null) as replays,
         exists (select from delivery_resends where finished_at is null) as resends,
         exists (select from backfills where finished_at is null) as backfills`,
    ),
  );
}
