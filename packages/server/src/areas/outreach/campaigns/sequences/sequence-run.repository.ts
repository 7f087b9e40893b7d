import { column, defineTable, only, type QueryRows, type RowOf, toJson } from '../../../../kit/db/index.ts';

/** Leads on their way through a campaign's steps, as the sequencer reads them. */
export const sequenceRuns = defineTable('sequence_runs', {
  orgId: column.uuid(),
  campaignId: column.uuid(),
  leadId: column.uuid(),
  executionId: column.uuid(),
  nextStep: column.integer(),
  traceId: column.uuid(),
  timezone: column.text().orNull(),
  openedAt: column.timestamp().orNull(),
  clickedAt: column.timestamp().orNull(),
});

export type SequenceRun = RowOf<typeof sequenceRuns>;

/** Where a run goes next. */
export const runMoves = defineTable('sequence_runs', {
  campaignId: column.uuid(),
  leadId: column.uuid(),
  status: column.text<'active' | 'finished' | 'stopped'>(),
  stopReason: column.text().orNull(),
  nextStep: column.integer(),
  /** Null while one of the run's messages is being sent, and once the run has ended. */
  dueAt: column.timestamp().orNull(),
});

export type RunMove = RowOf<typeof runMoves>;

/**
 * Whose steps to advance: everyone's except some organizations', or those of a single one, whatever its texts
 * need.
 */
export type Movable = { without: readonly string[] } | { only: string };

/** The due runs, locked; those locked by another node are skipped. */
export function lockDueRuns(
  query: QueryRows,
  movable: Movable,
  { now, limit }: { now: Date; limit: number },
): Promise<SequenceRun[]> {
  return query<SequenceRun>(
    `select ${sequenceRuns.columnsOf('r')}
     from sequence_runs r join outreach_campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
     where r.status = 'active' and r.due_at <= $1 and c.status = 'active'
       and ${'only' in movable ? 'r.org_id = any($2::uuid[])' : 'r.org_id <> all($2::uuid[])'}
     order by r.due_at limit $3 for update of r skip locked`,
    [now, 'only' in movable ? [movable.only] : movable.without, limit],
  );
}

/** The last mail sent to each lead in its campaign, by lead and campaign. */
export async function readThreads(
  query: QueryRows,
  orgId: string,
  runs: readonly SequenceRun[],
): Promise<Map<string, { messageId: string; subject: string }>> {
  if (runs.length === 0) return new Map();
  const found = await query<{ run: string; messageId: string; subject: string }>(
    `select distinct on (c.campaign_id, c.lead_id) c.campaign_id || ' ' || c.lead_id as run, c.message_id as "messageId",
       c.subject
     from communications c join unnest($2::uuid[], $3::uuid[]) as r(campaign_id, lead_id)
       on c.campaign_id = r.campaign_id and c.lead_id = r.lead_id
     where c.org_id = $1 and c.sent_at is not null order by c.campaign_id, c.lead_id, c.sent_at desc`,
    [orgId, runs.map(({ campaignId }) => campaignId), runs.map(({ leadId }) => leadId)],
  );
  return new Map(found.map(({ run, ...thread }) => [run, thread]));
}

/** Updates locked runs. */
export async function moveRuns(query: QueryRows, orgId: string, moves: readonly RunMove[]): Promise<void> {
  await query(
    `update sequence_runs r set status = m.status, stop_reason = m.stop_reason, due_at = m.due_at,
       next_step = m.next_step
     from json_populate_recordset(null::sequence_runs, $2::json) m
     where r.org_id = $1 and r.campaign_id = m.campaign_id and r.lead_id = m.lead_id`,
    [orgId, toJson(runMoves, moves)],
  );
}

/** Whether a step of any lead in a running campaign is due by then. */
export async function hasDueRuns(query: QueryRows, now: Date): Promise<boolean> {
  const found = await query<{ due: boolean }>(
    `select exists (select from sequence_runs r join outreach_campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
       where r.status = 'active' and r.due_at <= $1 and c.status = 'active') as due`,
    [now],
  );
  return only(found).due;
}
