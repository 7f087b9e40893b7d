import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { column, defineTable, insertRows, type NewRowOf, rowsIn, selectPage } from '../../../kit/db/index.ts';
import type { AgentsTable, ReviewDatabase, ReviewsTable, ReviewTransaction } from '../review-tables.ts';
import type { PlannedAgent } from './agent-list.ts';

export type Review = Selectable<ReviewsTable>;
export type ReviewAgent = Selectable<AgentsTable>;

/** A review as first inserted; the rest is filled in as it runs. */
export const newReviews = defineTable('review_reviews', {
  id: column.uuid(),
  orgId: column.uuid(),
  applicationId: column.uuid(),
  origin: column.text<'agents'>(),
  status: column.text<'queued'>(),
  categories: column.textArray(),
  generatePatches: column.boolean(),
  baselineReviewId: column.uuid().orNull(),
  minSeverity: column.integer().orNull(),
  timeLimitSeconds: column.integer(),
  estimatedSeconds: column.integer(),
  correlationId: column.text(),
  workflowDepth: column.integer().orNull(),
  rulesSha256: column.text().orNull(),
  gate: column.text().orNull(),
  createdAt: column.timestamp(),
  updatedAt: column.timestamp(),
});

type FirstValues = 'origin' | 'status' | 'createdAt' | 'updatedAt';
export type NewReview = Omit<NewRowOf<typeof newReviews>, FirstValues> & { at: Date };

/** Inserts the review with its agents; false when a repeated request finds the one it created before. */
export async function insertReview(
  tx: ReviewTransaction,
  review: NewReview,
  agents: readonly PlannedAgent[],
): Promise<boolean> {
  const { at, ...given } = review;
  const row = { ...given, origin: 'agents', status: 'queued', createdAt: at, updatedAt: at } as const;
  const made = await insertRows(rowsIn(tx), newReviews, [row], { skipTaken: true, returning: ['id'] });
  if (made.length === 0) return false;
  await sql`
    insert into review_agents (review_id, org_id, agent_id, category, is_listed, status)
    select ${review.id}, ${review.orgId}, agent_id, category, is_listed, 'pending'
    from unnest(
      ${agents.map(({ id }) => id)}::text[],
      ${agents.map(({ category }) => category)}::text[],
      ${agents.map(({ isListed }) => isListed)}::boolean[]
    ) as given (agent_id, category, is_listed)`.execute(tx);
  await tx
    .updateTable('review_applications')
    .set({ latest_review_id: review.id, updated_at: review.at })
    .where('org_id', '=', review.orgId)
    .where('id', '=', review.applicationId)
    .execute();
  return true;
}

export function findReview(db: ReviewDatabase, orgId: string, id: string): Promise<Review | undefined> {
  return db
    .selectFrom('review_reviews')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockReview(tx: ReviewTransaction, orgId: string, id: string): Promise<Review | undefined> {
  return tx
    .selectFrom('review_reviews')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The newest finished review of an application with this name that covers these categories and left nothing
 * out.
 */
export async function findLatestReview(
  tx: ReviewTransaction,
  orgId: string,
  name: string,
  wanted: readonly string[],
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('review_applications as a')
    .innerJoin('review_reviews as r', (join) =>
      join.onRef('r.org_id', '=', 'a.org_id').onRef('r.application_id', '=', 'a.id'),
    )
    .select('r.id')
    .where('a.org_id', '=', orgId)
    .where('a.name', '=', name)
    .where('r.origin', '=', 'agents')
    .where('r.status', 'in', ['completed', 'completed_with_errors'])
    .where('r.min_severity', 'is', null)
    .where(sql<boolean>`r.categories @> ${wanted}::text[]`)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Newest first, ties by id. */
export async function listReviews(
  db: ReviewDatabase,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  page: { limit: number; offset: number },
): Promise<{ reviews: Review[]; total: number }> {
  const query = db
    .selectFrom('review_reviews')
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId);
  const { rows: reviews, total } = await selectPage(db, {
    rows: query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    matching: query.select((select) => select.lit(1).as('matched')),
    page,
  });
  return { reviews, total };
}

export async function queuedReviewIds(
  tx: ReviewTransaction,
  orgId: string,
  applicationId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('review_reviews')
    .select('id')
    .where('org_id', '=', orgId)
    .where('application_id', '=', applicationId)
    .where('status', '=', 'queued')
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Fails queued reviews of an application that cannot be analysed. */
export async function failQueuedReviews(
  tx: ReviewTransaction,
  { orgId, applicationId }: { orgId: string; applicationId: string },
  error: { code: string; message: string },
  at: Date,
): Promise<void> {
  const ids = await queuedReviewIds(tx, orgId, applicationId);
  if (ids.length === 0) return;
  await tx
    .updateTable('review_reviews')
    .set({
      status: 'failed',
      error_code: error.code,
      error_message: error.message,
      completed_at: at,
      updated_at: at,
    })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('review_agents')
    .set({ status: 'failed', error_code: error.code, error_message: error.message, completed_at: at })
    .where('org_id', '=', orgId)
    .where('review_id', 'in', ids)
    .execute();
}

export type ReviewChange = Partial<Omit<Review, 'id' | 'org_id' | 'application_id'>>;

export async function updateReview(
  tx: ReviewTransaction,
  review: Review,
  change: ReviewChange,
): Promise<void> {
  await tx
    .updateTable('review_reviews')
    .set(change)
    .where('org_id', '=', review.org_id)
    .where('id', '=', review.id)
    .execute();
}

/** Agents of these reviews, unordered. */
export async function listAgents(
  db: ReviewDatabase,
  orgId: string,
  reviewIds: readonly string[],
): Promise<ReviewAgent[]> {
  if (reviewIds.length === 0) return [];
  return db
    .selectFrom('review_agents')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('review_id', 'in', reviewIds)
    .execute();
}

export function findAgent(
  db: ReviewDatabase,
  orgId: string,
  reviewId: string,
  agentId: string,
): Promise<ReviewAgent | undefined> {
  return db
    .selectFrom('review_agents')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
}

/** Records that the agent runs, also again after a crash; false when it has ended. */
export async function markAgentRunning(
  db: ReviewDatabase,
  agent: Pick<ReviewAgent, 'org_id' | 'review_id' | 'agent_id'>,
  at: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('review_agents')
    .set({ status: 'running', started_at: at })
    .where('org_id', '=', agent.org_id)
    .where('review_id', '=', agent.review_id)
    .where('agent_id', '=', agent.agent_id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export type AgentEnd = Pick<
  ReviewAgent,
  | 'status'
  | 'driver'
  | 'completed_at'
  | 'duration_ms'
  | 'findings'
  | 'dropped'
  | 'reason'
  | 'llm'
  | 'error_code'
  | 'error_message'
>;

/** Records an agent's end, once; false if already recorded. */
export async function endAgent(tx: ReviewTransaction, agent: ReviewAgent, end: AgentEnd): Promise<boolean> {
  const updated = await tx
    .updateTable('review_agents')
    .set(end)
    .where('org_id', '=', agent.org_id)
    .where('review_id', '=', agent.review_id)
    .where('agent_id', '=', agent.agent_id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The number of agents that have not ended, without the two judging ones. */
export async function countDetectorsAtWork(tx: ReviewTransaction, review: Review): Promise<number> {
  const { count } = await tx
    .selectFrom('review_agents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', review.org_id)
    .where('review_id', '=', review.id)
    .where('category', '!=', 'meta')
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}
