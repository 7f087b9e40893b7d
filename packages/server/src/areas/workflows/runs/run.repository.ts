import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../engine/spine/index.ts';
import type { RunStatus, StepResult } from '../../../engine/workflows/index.ts';
import { selectPage } from '../../../kit/db/index.ts';
import type { WorkflowRange } from '../workflow-service.ts';

/** A run of a workflow, with what it knows of its event. Ids are UUIDs. */
export interface Run {
  id: string;
  workflowId: string;
  revision: number;
  status: RunStatus;
  attempts: number;
  depth: number;
  /** When a queued run is due; when any other run ended. */
  at: Date;
  actions: StepResult[] | null;
  eventId: string;
  eventType: string;
  correlationId: string | null;
  createdAt: Date;
}

const columns = sql`r.id, r.workflow_id as "workflowId", r.revision, r.status, r.attempts, r.depth,
  r.next_attempt_at as at, r.actions, e.id as "eventId", e.type as "eventType",
  e.correlation_id as "correlationId", e.occurred_at as "createdAt"`;

function ofWorkflow({ orgId }: WorkflowRange, workflowId: string) {
  return sql`r.workflow_id = ${workflowId} and r.org_id = ${orgId} and exists (
    select 1 from workflows w where w.id = ${workflowId} and w.org_id = ${orgId}
      and w.deleted_at is null)`;
}

/** Newest first. */
export async function listRuns(
  db: AnyDatabase,
  range: WorkflowRange,
  workflowId: string,
  status: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ runs: Run[]; total: number }> {
  const where = sql`${ofWorkflow(range, workflowId)} ${status === undefined ? sql`` : sql`and r.status = ${status}`}`;
  const { rows: runs, total } = await selectPage(db, {
    rows: sql<Run>`
      select ${columns} from (
        select r.* from workflow_runs r where ${where} order by r.id desc
        limit ${page.limit} offset ${page.offset}
      ) r join events e on e.org_id = ${range.orgId} and e.position = r.position
      order by r.id desc`,
    matching: sql`select 1 from workflow_runs r where ${where}`,
    page,
  });
  return { runs, total };
}

export async function findRun(
  db: AnyDatabase,
  range: WorkflowRange,
  workflowId: string,
  id: string,
): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select ${columns} from workflow_runs r
    join events e on e.org_id = ${range.orgId} and e.position = r.position
    where ${ofWorkflow(range, workflowId)} and r.id = ${id}`.execute(db);
  return rows[0];
}

/** Failed runs after this one, oldest first, locked until the transaction ends. */
export async function lockFailedRuns(
  tx: AnyTransaction,
  range: WorkflowRange,
  workflowId: string,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<Pick<Run, 'id' | 'revision' | 'actions'>[]> {
  const { rows } = await sql<Pick<Run, 'id' | 'revision' | 'actions'>>`
    select r.id, r.revision, r.actions from workflow_runs r
    where ${ofWorkflow(range, workflowId)} and r.status = 'failed'
      ${afterId === undefined ? sql`` : sql`and r.id > ${afterId}`}
    order by r.id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Puts locked runs back into the queue in the given state. */
export async function requeueRuns(
  tx: AnyTransaction,
  { orgId }: WorkflowRange,
  workflowId: string,
  { runs, at }: { runs: readonly Pick<Run, 'id' | 'revision' | 'actions'>[]; at: Date },
): Promise<void> {
  await sql`
    update workflow_runs r set status = 'queued', attempts = 0, starts = 0, revision = n.revision,
      next_attempt_at = ${at}, actions = n.actions::json
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ revision }) => revision)}::int[],
      ${runs.map(({ actions }) => JSON.stringify(actions))}::text[]) as n(id, revision, actions)
    where r.org_id = ${orgId} and r.workflow_id = ${workflowId} and r.id = n.id and r.status = 'failed'`.execute(
    tx,
  );
}

/** Puts a failed run back into the queue in the given state; false when it is no longer failed. */
export async function requeueRun(tx: AnyTransaction, { orgId }: WorkflowRange, run: Run): Promise<boolean> {
  const { rows } = await sql`
    update workflow_runs set status = 'queued', attempts = 0, starts = 0, revision = ${run.revision},
      next_attempt_at = ${run.at}, actions = ${JSON.stringify(run.actions)}
    where org_id = ${orgId} and workflow_id = ${run.workflowId} and id = ${run.id} and status = 'failed'
    returning id`.execute(tx);
  return rows.length > 0;
}
