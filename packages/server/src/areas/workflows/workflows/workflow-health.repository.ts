import { sql } from 'kysely';
import type { AnyDatabase } from '../../../engine/spine/index.ts';
import type { RunStatus, StepResult } from '../../../engine/workflows/index.ts';
import { required } from '../../../kit/required.ts';
import type { Workflow } from './workflow.repository.ts';

/** How the latest runs of a workflow went. */
export interface WorkflowHealth {
  succeeded: number;
  failed: number;
  queued: number;
  /**
   * Status of the latest run that was attempted; `queued` when its attempt failed and a retry is due. Null
   * when none was.
   */
  lastTried: RunStatus | null;
  /** When the first of the latest consecutive failures started; null when the latest run did not fail. */
  failingSince: Date | null;
  lastRunAt: Date | null;
  lastFailure: { runId: string; status: RunStatus; actions: StepResult[] | null } | null;
}

export interface WorkflowWithHealth extends Workflow {
  health: WorkflowHealth;
}

/** Number of latest runs examined per workflow, however many there are. */
const MAX_EXAMINED = 100;

/** An organization's workflows with their health; a run's time is in its id. */
export async function withHealth(
  db: AnyDatabase,
  orgId: string,
  workflows: readonly Workflow[],
): Promise<WorkflowWithHealth[]> {
  if (workflows.length === 0) return [];
  const ids = workflows.map(({ id }) => id);
  const { rows } = await sql<WorkflowHealth & { id: string }>`
    select w.id, h.succeeded, h.failed, h.queued, h."lastTried", h."failingSince", h."lastRunAt",
      (select json_build_object('runId', r.id, 'status', r.status, 'actions', r.actions) from workflow_runs r
        where r.workflow_id = w.id and r.id = h.last_failed) as "lastFailure"
    from unnest(${ids}::uuid[]) as w(id) cross join lateral (
      select count(*) filter (where status = 'succeeded')::int as succeeded,
        count(*) filter (where status in ('failed', 'loop_stopped'))::int as failed,
        count(*) filter (where status = 'queued')::int as queued,
        (array_agg(status order by place) filter (where status <> 'queued' or is_retried))[1] as "lastTried",
        min(started_at) filter (where since_success = 0 and (is_retried or status in ('failed', 'loop_stopped')))
          as "failingSince",
        max(started_at) as "lastRunAt",
        (array_agg(id order by place) filter (where is_retried or status in ('failed', 'loop_stopped')))[1]
          as last_failed
      from (
        select l.*, count(*) filter (where status = 'succeeded') over (order by place) as since_success from (
          -- One that waits after an attempt has failed at it: this is not an all-clear.
          select r.id, r.status, r.status = 'queued' and r.actions is not null as is_retried, row_number() over (order by r.id desc) as place,
            to_timestamp(('x' || substr(replace(r.id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
              as started_at
          from workflow_runs r where r.workflow_id = w.id and r.org_id = ${orgId}
          order by r.id desc limit ${MAX_EXAMINED}
        ) l
      ) runs
    ) h`.execute(db);
  const byId = new Map(rows.map(({ id, ...health }) => [id, health]));
  return workflows.map((workflow) => ({
    ...workflow,
    health: required(byId.get(workflow.id), 'the health of a workflow'),
  }));
}
