import type { QueryRows } from '../../../../kit/db/index.ts';
import { queryPage } from '../../../../kit/db/index.ts';
import type { SequenceStep } from '../../terms/strategy.ts';
import type { Campaign, CampaignStatus, Execution } from './campaign.ts';

export interface CampaignRow {
  org_id: string;
  id: string;
  name: string;
  description: string;
  status: CampaignStatus;
  pause_reason: Campaign['pauseReason'];
  icp: Campaign['icp'];
  channels: string[];
  messaging_strategy: Campaign['strategy'];
  agent_config: Campaign['agentConfig'];
  agent_squad: Campaign['squad'];
  slo: Campaign['slo'];
  daily_send_limit: number | null;
  created_at: Date;
  updated_at: Date;
  launched_at: Date | null;
  completed_at: Date | null;
}

export const CAMPAIGN_COLUMNS = `org_id, id, name, description, status, pause_reason, icp, channels, messaging_strategy, agent_config,
  agent_squad, slo, daily_send_limit, created_at, updated_at, launched_at, completed_at`;

export function toCampaign(row: CampaignRow): Campaign {
  return {
    orgId: row.org_id,
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    pauseReason: row.pause_reason,
    icp: row.icp,
    channels: row.channels,
    strategy: row.messaging_strategy,
    agentConfig: row.agent_config,
    squad: row.agent_squad,
    slo: row.slo,
    dailySendLimit: row.daily_send_limit,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    launchedAt: row.launched_at,
    completedAt: row.completed_at,
  };
}

/** False when there is one with this id. */
export async function insertCampaign(query: QueryRows, campaign: Campaign): Promise<boolean> {
  const rows = await query(
    `insert into outreach_campaigns (org_id, id, name, description, status, icp, channels, messaging_strategy,
       agent_config, agent_squad, slo, daily_send_limit, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) on conflict do nothing returning id`,
    [
      campaign.orgId,
      campaign.id,
      campaign.name,
      campaign.description,
      campaign.status,
      JSON.stringify(campaign.icp),
      campaign.channels,
      JSON.stringify(campaign.strategy),
      JSON.stringify(campaign.agentConfig),
      JSON.stringify(campaign.squad),
      JSON.stringify(campaign.slo),
      campaign.dailySendLimit,
      campaign.createdAt,
    ],
  );
  return rows.length > 0;
}

export async function findCampaign(
  query: QueryRows,
  orgId: string,
  id: string,
  lock = false,
): Promise<Campaign | undefined> {
  const rows = await query<CampaignRow>(
    `select ${CAMPAIGN_COLUMNS} from outreach_campaigns where org_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [orgId, id],
  );
  return rows[0] && toCampaign(rows[0]);
}

/** Newest first, ties by id. */
export async function listCampaigns(
  query: QueryRows,
  request: { orgId: string; status?: string | undefined; limit: number; offset: number },
): Promise<{ campaigns: Campaign[]; total: number }> {
  const values = [request.orgId, request.status ?? null];
  const where = 'org_id = $1 and ($2::text is null or status = $2)';
  const { rows, total } = await queryPage<CampaignRow>(
    query,
    {
      rows: `select ${CAMPAIGN_COLUMNS} from outreach_campaigns where ${where}
        order by created_at desc, id desc limit $3 offset $4`,
      count: `select count(*) from outreach_campaigns where ${where}`,
    },
    [...values, request.limit, request.offset],
  );
  return { campaigns: rows.map(toCampaign), total };
}

/** Campaigns of all organizations in this state. */
export async function campaignsIn(query: QueryRows, status: CampaignStatus): Promise<Campaign[]> {
  const rows = await query<CampaignRow>(
    `select ${CAMPAIGN_COLUMNS} from outreach_campaigns where status = $1 order by org_id, id limit 10000`,
    [status],
  );
  return rows.map(toCampaign);
}

/** Moves a campaign that is in one of these states; false when it is in another one. */
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

interface ExecutionRow {
  id: string;
  campaign_id: string;
  status: Execution['status'];
  test_cohort_size: number | null;
  leads_targeted: number;
  estimate: Execution['estimate'];
  projection: Execution['projection'];
  warnings: string[];
  idempotency_key: string | null;
  body_hash: Buffer | null;
  start_at: Date;
  created_at: Date;
}

const EXECUTION_COLUMNS =
  'id, campaign_id, status, test_cohort_size, leads_targeted, estimate, projection, warnings, idempotency_key, body_hash, start_at, created_at';

function toExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    status: row.status,
    testCohortSize: row.test_cohort_size,
    leadsTargeted: row.leads_targeted,
    estimate: row.estimate,
    projection: row.projection,
    warnings: row.warnings,
    idempotencyKey: row.idempotency_key,
    bodyHash: row.body_hash,
    startAt: row.start_at,
    createdAt: row.created_at,
  };
}

export async function insertExecution(query: QueryRows, orgId: string, execution: Execution): Promise<void> {
  await query(
    `insert into campaign_executions (org_id, id, campaign_id, status, test_cohort_size, leads_targeted, estimate,
       projection, warnings, idempotency_key, start_at, created_at, body_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      orgId,
      execution.id,
      execution.campaignId,
      execution.status,
      execution.testCohortSize,
      execution.leadsTargeted,
      JSON.stringify(execution.estimate),
      JSON.stringify(execution.projection),
      JSON.stringify(execution.warnings),
      execution.idempotencyKey,
      execution.startAt,
      execution.createdAt,
      execution.bodyHash,
    ],
  );
}

/** Newest first; a campaign has few. */
export async function executionsOf(
  query: QueryRows,
  orgId: string,
  campaignId: string,
): Promise<Execution[]> {
  const rows = await query<ExecutionRow>(
    `select ${EXECUTION_COLUMNS} from campaign_executions where org_id = $1 and campaign_id = $2
     order by created_at desc, id desc limit 100`,
    [orgId, campaignId],
  );
  return rows.map(toExecution);
}

export async function lockExecution(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<Execution | undefined> {
  const rows = await query<ExecutionRow>(
    `select ${EXECUTION_COLUMNS} from campaign_executions where org_id = $1 and id = $2 for update`,
    [orgId, id],
  );
  return rows[0] && toExecution(rows[0]);
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
