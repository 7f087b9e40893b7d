import { sql } from 'kysely';
import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { type FailureKind, ThreadFailure } from '../../kit/threads/index.ts';
import type { ReviewService } from './review-service.ts';
import type { ReviewDatabase } from './review-tables.ts';

/**
 * Work that was begun so often and came to nothing fails on the service, or takes it down; it is not begun again. A service
 * that is killed for other reasons may be killed a few times in the same work.
 */
const MAX_TRIES = 5;
/** When it is known what went wrong, such as the end of its process, it is given up sooner. */
const MAX_FAILURES = 3;

/** What is tried: an analysis, an agent of a review, the end of a review. Ids are UUIDs. */
export type TriedWork =
  | { kind: 'analysis'; orgId: string; id: string }
  | { kind: 'agent'; orgId: string; id: string; agentId: string }
  | { kind: 'finish'; orgId: string; id: string };

/** Counts a try before it is made: which it is, or undefined when there were too many that came to nothing. */
async function beginTry(db: ReviewDatabase, work: TriedWork): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update ${rowOf(work)} and tries < ${MAX_TRIES} returning tries`.execute(db);
  return rows[0]?.tries;
}

/** Takes a try back of which it is known how it ended: the service stopped in order, or the database was away. */
async function forgiveTry(db: ReviewDatabase, work: TriedWork): Promise<void> {
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

/**
 * Runs work, the keeping of its result included, under a count of its tries; false when there were too many.
 * A try is not counted when the service stopped in order or the database was away: those say nothing of the
 * work.
 */
export async function runTried(
  service: Pick<ReviewService, 'db' | 'log'>,
  work: TriedWork,
  run: () => Promise<void>,
): Promise<boolean> {
  const { db, log } = service;
  const tries = await beginTry(db, work);
  if (tries === undefined) return false;
  try {
    await run();
    return true;
  } catch (error) {
    if (isKind(error, 'aborted') || isDatabaseUnavailable(error)) {
      await forgiveTry(db, work).catch(() => {});
    } else if (isKind(error, 'crashed') && tries < MAX_FAILURES) {
      // A process that dies may do so for reasons of its own; what takes it down does so again.
      log.warn({ err: error, work, tries }, 'work of a review is begun again');
      return runTried(service, work, run);
    } else if (!(error instanceof ThreadFailure) && tries >= MAX_FAILURES) {
      log.error({ err: error, work }, 'work of a review is given up');
      return false;
    }
    throw error;
  }
}

function isKind(error: unknown, kind: FailureKind): boolean {
  return error instanceof ThreadFailure && error.kind === kind;
}
