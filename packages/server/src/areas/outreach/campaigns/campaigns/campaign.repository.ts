import type { QueryRows } from '../../../../kit/db/index.ts';
import { insertRows, queryPage } from '../../../../kit/db/index.ts';
import type { SequenceStep } from '../../terms/strategy.ts';
import { type Campaign, type CampaignStatus, campaigns, type Execution, executions } from './campaign.ts';

/** False when the id already exists. */
export async function insertCampaign(query: QueryRows, campaign: Campaign): Promise<boolean> {
  const rows = await insertRows(query, campaigns, [campaign], { skipTaken: true, returning: ['id'] });
  return rows.length > 0;
}

export async function findCampaign(
  query: QueryRows,
  orgId: string,
  id: string,
  lock = false,
): Promise<Campaign | undefined> {
  const rows = await query<Campaign>(
    `select ${campaigns.columns} from outreach_campaigns where org_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [orgId, id],
  );
  return rows[0];
}

/** Newest first, ties by id. */
export async function listCampaigns(
  query: QueryRows,
  request: { orgId: string; status?: string | undefined; limit: number; offset: number },
): Promise<{ campaigns: Campaign[]; total: number }> {
  const values = [request.orgId, request.status ?? null];
  const where = 'org_id = $1 and ($2::text is null or status = $2)';
  const { rows, total } = await queryPage<Campaign>(
    query,
    {
      rows: `select ${campaigns.columns} from outreach_campaigns where ${where}
        order by created_at desc, id desc limit $3 offset $4`,
      matching: `select 1 from outreach_campaigns where ${where}`,
      page: request,
    },
    [...values, request.limit, request.offset],
  );
  return { campaigns: rows, total };
}

/** Campaigns of all organizations in this state. */
export async function campaignsIn(query: QueryRows, status: CampaignStatus): Promise<Campaign[]> {
  const rows = await query<Campaign>(
    `select ${campaigns.columns} from outreach_campaigns where status = $1 order by org_id, id limit 10000`,
    [status],
  );
  return rows;
}

/** Changes a campaign's state if it is in one of the given ones; false otherwise. */
export async function moveCampaign(
  query: QueryRows,
  move: {
    orgId: string;
    id: string;
    from: readonly CampaignStatus[];
    to: CampaignStatus;
    pauseReason?: Campaign['pauseReason'];
    at: Date;
  },
): Promise<boolean> {
  const rows = await query(
    `update outreach_campaigns set status = $4, pause_reason = $5, updated_at = $6,
       launched_at = case when $4 = 'active' then coalesce(launched_at, $6) else launched_at end,
       completed_at = case when $4 = 'completed' then $6 else null end
     where org_id = $1 and id = $2 and status = any($3::text[]) returning id`,
    [move.orgId, move.id, [...move.from], move.to, move.pauseReason ?? null, move.at],
  );
  return rows.length > 0;
}

/** Updates a draft. */
export async function updateDraft(query: QueryRows, campaign: Campaign): Promise<void> {
  const { orgId, id, name, description, icp, channels, strategy, slo, updatedAt } = campaign;
  await query(
    `update outreach_campaigns set name = $3, description = $4, icp = $5, channels = $6, messaging_strategy = $7,
       slo = $8, updated_at = $9
     where org_id = $1 and id = $2 and status = 'draft'`,
    [
      ...[orgId, id, name, description, JSON.stringify(icp), channels],
      ...[JSON.stringify(strategy), JSON.stringify(slo), updatedAt],
    ],
  );
}

export async function setDailyLimit(
  query: QueryRows,
  orgId: string,
  id: string,
  limit: number | null,
): Promise<void> {
  await query('update outreach_campaigns set daily_send_limit = $3 where org_id = $1 and id = $2', [
    orgId,
    id,
    limit,
  ]);
}

export async function setSequence(
  query: QueryRows,
  orgId: string,
  id: string,
  sequence: SequenceStep[],
): Promise<void> {
  await query(
    `update outreach_campaigns set messaging_strategy = messaging_strategy || jsonb_build_object('sequence', $3::jsonb)
     where org_id = $1 and id = $2`,
    [orgId, id, JSON.stringify(sequence)],
  );
}

export async function insertExecution(query: QueryRows, execution: Execution): Promise<void> {
  await insertRows(query, executions, [execution]);
}

/** Newest first; campaigns have few, so there are no pages. */
export async function executionsOf(
  query: QueryRows,
  orgId: string,
  campaignId: string,
): Promise<Execution[]> {
  const rows = await query<Execution>(
    `select ${executions.columns} from campaign_executions where org_id = $1 and campaign_id = $2
     order by created_at desc, id desc limit 100`,
    [orgId, campaignId],
  );
  return rows;
}

/** Launches whose leads are not chosen yet. */
export function launchingExecutions(
  query: QueryRows,
  orgId: string,
  campaignId: string,
): Promise<Pick<Execution, 'id' | 'correlationId'>[]> {
  return query<Pick<Execution, 'id' | 'correlationId'>>(
    `select id, correlation_id as "correlationId" from campaign_executions
     where org_id = $1 and campaign_id = $2 and status = 'launching' order by created_at, id limit 100`,
    [orgId, campaignId],
  );
}

export async function lockExecution(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<Execution | undefined> {
  const rows = await query<Execution>(
    `select ${executions.columns} from campaign_executions where org_id = $1 and id = $2 for update`,
    [orgId, id],
  );
  return rows[0];
}

export async function moveExecutions(
  query: QueryRows,
  orgId: string,
  campaignId: string,
  to: Execution['status'],
): Promise<void> {
  await query(
    `update campaign_executions set status = $3
     where org_id = $1 and campaign_id = $2 and status in ('launching', 'active')`,
    [orgId, campaignId, to],
  );
}

/** With fewer leads reached, rates are meaningless. */
const MIN_HISTORY = 50;

export async function readHistory(query: QueryRows, orgId: string) {
  const rows = await query<{ metric: string; value: number }>(
    `select metric, sum(value)::bigint as value from campaign_counters
     where org_id = $1 and metric in ('delivered_leads', 'replied_leads', 'meetings_booked') group by metric`,
    [orgId],
  );
  const of = (metric: string) => rows.find((row) => row.metric === metric)?.value ?? 0;
  const delivered = of('delivered_leads');
  if (delivered < MIN_HISTORY) return undefined;
  return {
    delivered,
    replyRate: of('replied_leads') / delivered,
    meetingRate: of('meetings_booked') / delivered,
  };
}

export async function setExecutionStatus(
  query: QueryRows,
  orgId: string,
  executionId: string,
  to: { status: 'active'; leadsTargeted: number } | { status: 'failed' },
): Promise<void> {
  await query(
    `update campaign_executions set status = $3, leads_targeted = coalesce($4, leads_targeted)
     where org_id = $1 and id = $2`,
    [orgId, executionId, to.status, 'leadsTargeted' in to ? to.leadsTargeted : null],
  );
}

/** Makes everything that waited for the campaign to resume due now. */
export async function wakeCampaign(
  query: QueryRows,
  { orgId, campaignId, at }: { orgId: string; campaignId: string; at: Date },
): Promise<void> {
  await query(
    `update communications set next_attempt_at = least(next_attempt_at, greatest(scheduled_at, $3)), waiting_for = null
     where org_id = $1 and campaign_id = $2 and is_open and status = 'pending'
       and waiting_for in ('campaign_paused', 'budget')`,
    [orgId, campaignId, at],
  );
}

/** Stops everything of a cancelled campaign; queued messages are not sent. */
export async function stopAll(
  query: QueryRows,
  { orgId, campaignId }: { orgId: string; campaignId: string },
): Promise<void> {
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = 'cancelled', due_at = null
     where org_id = $1 and campaign_id = $2 and status = 'active'`,
    [orgId, campaignId],
  );
  await query(
    `update communications set status = 'failed', failure_code = 'cancelled', waiting_for = null, lease_node = null,
       failure_detail = 'The campaign was cancelled.'
     where org_id = $1 and campaign_id = $2 and is_open and status = 'pending'`,
    [orgId, campaignId],
  );
}

/** A completed campaign with its totals. */
interface CompletedCampaign {
  orgId: string;
  campaignId: string;
  leadsTargeted: number;
  emailsSent: number;
  replies: number;
  meetingsBooked: number;
  spentMicros: number;
}

/** A campaign (`c`) that is active and has nothing left to do. */
const IS_DONE = `c.status = 'active'
  and not exists (select from sequence_runs r where r.org_id = c.org_id and r.campaign_id = c.id and r.status = 'active')
  and not exists (select from campaign_executions e where e.org_id = c.org_id and e.campaign_id = c.id and e.status = 'launching')
  and not exists (select from communications m where m.org_id = c.org_id and m.campaign_id = c.id and m.is_open)`;

/** Locks campaigns that seem to be done; at most 50. What is launched or queued meanwhile has still to be looked for. */
export async function lockDone(query: QueryRows): Promise<{ orgIds: string[]; ids: string[] }> {
  const rows = await query<{ orgId: string; id: string }>(
    `select org_id as "orgId", id from outreach_campaigns c where ${IS_DONE}
     order by org_id, id limit 50 for update of c skip locked`,
    [],
  );
  return { orgIds: rows.map(({ orgId }) => orgId), ids: rows.map(({ id }) => id) };
}

/** Completes those of the locked campaigns, and their launches, that have nothing left to do. */
export function completeFinished(
  query: QueryRows,
  { orgIds, ids }: { orgIds: readonly string[]; ids: readonly string[] },
  at: Date,
): Promise<CompletedCampaign[]> {
  return query<CompletedCampaign>(
    `with done as (
       select c.org_id, c.id from outreach_campaigns c
       join unnest($2::uuid[], $3::uuid[]) as l(org_id, id) on l.org_id = c.org_id and l.id = c.id
       where ${IS_DONE}
     ), completed as (
       update outreach_campaigns c set status = 'completed', completed_at = $1, updated_at = $1
       from done where c.org_id = done.org_id and c.id = done.id
     ), ended as (
       update campaign_executions e set status = 'completed' from done
       where e.org_id = done.org_id and e.campaign_id = done.id and e.status in ('launching', 'active')
     )
     select done.org_id as "orgId", done.id as "campaignId", counted.*, coalesce(b.spent_micros, 0) as "spentMicros"
     from done
     left join budgets b on b.org_id = done.org_id and b.campaign_id = done.id
     cross join lateral (
       select coalesce(sum(value) filter (where metric = 'leads_targeted'), 0)::bigint as "leadsTargeted",
         coalesce(sum(value) filter (where metric = 'emails_sent'), 0)::bigint as "emailsSent",
         coalesce(sum(value) filter (where metric = 'replies'), 0)::bigint as replies,
         coalesce(sum(value) filter (where metric = 'meetings_booked'), 0)::bigint as "meetingsBooked"
       from campaign_counters k where k.org_id = done.org_id and k.campaign_id = done.id
     ) counted
     order by done.org_id, done.id`,
    [at, orgIds, ids],
  );
}
