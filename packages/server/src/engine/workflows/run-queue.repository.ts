import { float8Array, int4Array, type QueryRows, textArray, uuidArray } from '../../kit/db/index.ts';
import { type StoredEvent, storedEventColumns } from '../spine/index.ts';
import type { ActionStep, RunStatus, StepResult } from './workflow.ts';

/** A due run, with everything needed to perform it. */
export interface DueRun {
  workflowId: string;
  runId: string;
  environment: string;
  keyId: string;
  revision: number;
  depth: number;
  /** Completed attempts. */
  attempts: number;
  /** Starts that did not finish by themselves, including this one. */
  starts: number;
  /** From an earlier attempt. */
  actions: StepResult[] | null;
  event: StoredEvent;
}

export interface SettledRun {
  orgId: string;
  workflowId: string;
  runId: string;
  /** Completed attempts before this one; a row with another number is left alone. */
  attempts: number;
  /** Including this one, unless it does not count. */
  attemptsNow: number;
  depth: number;
  status: RunStatus;
  /** Unix milliseconds: when it is due again, or when it ended. */
  at: number;
  actions: StepResult[];
  /** Starts that did not finish by themselves. */
  starts: number;
}

/** Something that an action created: events about it with this correlation were caused by the run. */
export interface Effect {
  orgId: string;
  correlationId: string;
  resourceId: string;
  depth: number;
}

interface DueRow extends StoredEvent {
  workflow_id: string;
  run_id: string;
  environment: string;
  key_id: string;
  revision: number;
  depth: number;
  attempts: number;
  starts: number;
  actions: StepResult[] | null;
}

/**
 * Due runs of an organization, oldest first, excluding those in progress and those of deleted workflows. The
 * first start of each is counted here; for a run that was started before, `countStart` does so right before
 * it starts.
 */
export async function claimDueRuns(
  query: QueryRows,
  orgId: string,
  underWay: readonly string[],
  wanted: number,
): Promise<DueRun[]> {
  const rows = await query<DueRow>(
    `with d as materialized (
       select r.*, w.environment, w.key_id from workflow_runs r
       join workflows w on w.org_id = $1 and w.id = r.workflow_id and w.deleted_at is null
       where r.org_id = $1 and r.status = 'queued' and r.next_attempt_at <= clock_timestamp() and r.id <> all($2::uuid[])
       order by r.next_attempt_at, r.id limit $3
     ), counted as (
       update workflow_runs r set starts = 1 from d
       where r.org_id = $1 and r.workflow_id = d.workflow_id and r.id = d.id and r.status = 'queued' and r.starts = 0
     )
     select d.workflow_id, d.id as run_id, d.environment, d.key_id, d.revision, d.depth, d.attempts, d.starts + 1 as starts,
       d.actions, e.*
     from d
     join (select ${storedEventColumns} from events where org_id = $1) e on e.position = d.position
     order by d.next_attempt_at, d.id`,
    [orgId, underWay, wanted],
  );
  return rows.map(
    ({ workflow_id, run_id, environment, key_id, revision, depth, attempts, starts, actions, ...event }) => ({
      workflowId: workflow_id,
      runId: run_id,
      environment,
      keyId: key_id,
      revision,
      depth,
      attempts,
      starts,
      actions,
      event,
    }),
  );
}

type RunName = Pick<DueRun, 'workflowId' | 'runId'> & { event: Pick<StoredEvent, 'orgId'> };

/** Counts another start of a run that was started before. */
export async function countStart(query: QueryRows, { workflowId, runId, event }: RunName): Promise<void> {
  await query(
    `update workflow_runs set starts = starts + 1
     where org_id = $3 and workflow_id = $1 and id = $2 and status = 'queued'`,
    [workflowId, runId, event.orgId],
  );
}

/** Uncounts starts that did not happen, or that this process ended in an orderly way. */
export async function uncountStarts(query: QueryRows, runs: readonly RunName[]): Promise<void> {
  if (runs.length === 0) return;
  await query(
    `update workflow_runs r set starts = r.starts - 1 from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as u(workflow_id, id, org_id)
     where r.org_id = u.org_id and r.workflow_id = u.workflow_id and r.id = u.id and r.status = 'queued' and r.starts > 0`,
    [
      uuidArray(runs.map(({ workflowId }) => workflowId)),
      uuidArray(runs.map(({ runId }) => runId)),
      uuidArray(runs.map(({ event }) => event.orgId)),
    ],
  );
}

/** The actions of these revisions of an organization's workflows, by `revisionKey`. */
export async function readRevisions(
  query: QueryRows,
  orgId: string,
  wanted: readonly { workflowId: string; revision: number }[],
): Promise<Map<string, ActionStep[]>> {
  const rows = await query<{ workflow_id: string; revision: number; actions: ActionStep[] }>(
    `select r.workflow_id, r.revision, r.actions
     from unnest($1::uuid[], $2::int[]) as w(workflow_id, revision)
     join workflow_revisions r on r.org_id = $3 and r.workflow_id = w.workflow_id and r.revision = w.revision`,
    [
      uuidArray(wanted.map(({ workflowId }) => workflowId)),
      int4Array(wanted.map(({ revision }) => revision)),
      orgId,
    ],
  );
  return new Map(rows.map((row) => [revisionKey(row.workflow_id, row.revision), row.actions]));
}

export function revisionKey(workflowId: string, revision: number): string {
  return `${workflowId} ${revision}`;
}

/** Records completed attempts and what they created; this may also reveal the depth of a run. */
export async function settleRuns(
  query: QueryRows,
  runs: readonly SettledRun[],
  effects: readonly Effect[],
): Promise<void> {
  await query(
    `with noted as (
       insert into workflow_effects (org_id, correlation_id, resource_id, depth, created_at)
       select distinct on (e.org_id, e.correlation_id, e.resource_id) e.*, clock_timestamp()
       from unnest($8::uuid[], $9::text[], $10::text[], $11::int[]) as e(org_id, correlation_id, resource_id, depth)
       order by e.org_id, e.correlation_id, e.resource_id, e.depth desc
       on conflict (org_id, correlation_id, resource_id)
       do update set depth = greatest(workflow_effects.depth, excluded.depth)
     )
     update workflow_runs r
     set status = s.status, attempts = s.attempts_now, depth = s.depth,
       next_attempt_at = to_timestamp(s.at / 1000.0), actions = s.actions::json, starts = s.starts
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::float8[], $6::text[], $7::int[], $12::int[], $13::int[],
         $14::uuid[])
       as s(workflow_id, id, attempts, status, at, actions, depth, attempts_now, starts, org_id)
     where r.org_id = s.org_id and r.workflow_id = s.workflow_id and r.id = s.id and r.status = 'queued' and r.attempts = s.attempts`,
    [
      uuidArray(runs.map(({ workflowId }) => workflowId)),
      uuidArray(runs.map(({ runId }) => runId)),
      int4Array(runs.map(({ attempts }) => attempts)),
      textArray(runs.map(({ status }) => status)),
      float8Array(runs.map(({ at }) => at)),
      textArray(runs.map(({ actions }) => JSON.stringify(actions))),
      int4Array(runs.map(({ depth }) => depth)),
      uuidArray(effects.map(({ orgId }) => orgId)),
      textArray(effects.map(({ correlationId }) => correlationId)),
      textArray(effects.map(({ resourceId }) => resourceId)),
      int4Array(effects.map(({ depth }) => depth)),
      int4Array(runs.map(({ attemptsNow }) => attemptsNow)),
      int4Array(runs.map(({ starts }) => starts)),
      uuidArray(runs.map(({ orgId }) => orgId)),
    ],
  );
}

/** Depth of the runs that created what an event is about; 0 when none did. */
export async function readEffectDepth(
  query: QueryRows,
  orgId: string,
  correlationId: string,
  resourceIds: readonly string[],
): Promise<number> {
  const [found] = await query<{ depth: number | null }>(
    `select max(depth) as depth from workflow_effects
     where org_id = $1 and correlation_id = $2 and resource_id = any($3::text[])`,
    [orgId, correlationId, resourceIds],
  );
  return found?.depth ?? 0;
}

/**
 * Organizations with queued runs, and when the earliest of each is due. Skips along the index from one to the
 * next.
 */
export async function readQueuedOrganizations(query: QueryRows): Promise<{ orgId: string; dueAt: Date }[]> {
  const rows = await query<{ org_id: string; due_at: Date }>(
    `with recursive queued as (
       (select org_id, next_attempt_at from workflow_runs where status = 'queued'
        order by org_id, next_attempt_at limit 1)
       union all
       select n.org_id, n.next_attempt_at from queued q cross join lateral (
         select r.org_id, r.next_attempt_at from workflow_runs r
         where r.status = 'queued' and r.org_id > q.org_id order by r.org_id, r.next_attempt_at limit 1
       ) n
     )
     select org_id, next_attempt_at as due_at from queued`,
    [],
  );
  return rows.map((row) => ({ orgId: row.org_id, dueAt: row.due_at }));
}

/** When an organization's next queued run is due. */
export async function readNextDue(query: QueryRows, orgId: string): Promise<Date | undefined> {
  const [row] = await query<{ next_attempt_at: Date }>(
    `select next_attempt_at from workflow_runs where org_id = $1 and status = 'queued'
     order by next_attempt_at limit 1`,
    [orgId],
  );
  return row?.next_attempt_at;
}
