import { compileFilter, type EventFilter, eventConditions, SqlValues } from '../../../engine/spine/index.ts';
import { only, rowsIn } from '../../../kit/db/index.ts';
import type { ReviewDatabase } from '../review-tables.ts';

/**
 * Positions in the log of the events about an application, whatever their correlation id: one page, newest
 * first, and the total.
 */
export async function findApplicationEvents(
  db: ReviewDatabase,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  filter: Omit<EventFilter, 'source'>,
  page: { limit: number; offset: number },
): Promise<{ positions: number[]; total: number }> {
  const values = new SqlValues();
  const where = [
    `org_id = ${values.add(orgId)}`,
    `application_id = ${values.add(applicationId)}`,
    ...eventConditions(compileFilter(filter), values),
  ].join(' and ');
  const found = await rowsIn(db)<{ positions: number[]; total: number }>(
    `select (select count(*)::float8 from review_events where ${where}) as total,
         array(select position::float8 from review_events where ${where}
           order by position desc offset ${values.add(page.offset)} limit ${values.add(page.limit)}) as positions`,
    values.list,
  );
  return only(found);
}
