import { sql } from 'kysely';
import type { ReviewDatabase } from './review-tables.ts';

/** What is tried: an analysis, an agent of a review, or the end of a review. Ids are UUIDs. */
export type TriedWork =
  | { kind: 'analysis'; orgId: string; id: string }
  | { kind: 'agent'; orgId: string; id: string; agentId: string }
  | { kind: 'finish'; orgId: string; id: string };

/** Counts a try before it starts; returns its number, or undefined after too many failed ones. */
export async function beginTry(
  db: ReviewDatabase,
  work: TriedWork,
  maxTries: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update ${rowOf(work)} and tries < ${maxTries} returning tries`.execute(db);
  return rows[0]?.tries;
}

/**
 * Uncounts a try that the work did not fail: the service shut down normally, or the database was unreachable.
 */
export async function forgiveTry(db: ReviewDatabase, work: TriedWork): Promise<void> {
  await sql`update ${rowOf(work, sql`greatest(tries - 1, 0)`)}`.execute(db);
}

function rowOf(work: TriedWork, tries = sql`tries + 1`) {
  switch (work.kind) {
    case 'analysis':
      return sql`review_applications set tries = ${tries} where org_id = ${work.orgId} and id = ${work.id}`;
    case 'agent':
      return sql`review_agents set tries = ${tries} where org_id = ${work.orgId} and review_id = ${work.id} and agent_id = ${work.agentId}`;
    case 'finish':
      return sql`review_reviews set tries = ${tries} where org_id = ${work.orgId} and id = ${work.id}`;
  }
}
