import type { QueryRows } from '../../kit/db/index.ts';
import { uuidBound } from '../../kit/ids.ts';
import type { RunStatus } from './workflow.ts';

/** A run that an event started. Ids are UUIDs. */
export interface EventRun {
  runId: string;
  workflowId: string;
  workflowName: string;
  status: RunStatus;
  attempts: number;
}

/** An event starts at most one run per workflow, so there are no more than workflows. */
const MAX_RUNS = 100;

/** The runs that an event started, by workflow name; run ids begin with the event's time. */
export function runsOfEvent(
  query: QueryRows,
  { orgId, position, occurredAt }: { orgId: string; position: number; occurredAt: number },
): Promise<EventRun[]> {
  return query<EventRun>(
    `select r.id as "runId", w.id as "workflowId", w.name as "workflowName", r.status, r.attempts
     from workflows w join workflow_runs r
       on r.workflow_id = w.id and r.id between $3 and $4 and r.org_id = $1 and r.position = $2
     where w.org_id = $1 and w.deleted_at is null order by w.name, w.id limit ${MAX_RUNS}`,
    [orgId, position, uuidBound(occurredAt, '0'), uuidBound(occurredAt, 'f')],
  );
}
