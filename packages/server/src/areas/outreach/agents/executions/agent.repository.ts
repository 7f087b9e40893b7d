import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { holdLeads } from '../../people/leads/known-lead.repository.ts';
import { type AgentRole, agentRoles } from '../../terms/agent-role.ts';
import type { Driver } from '../agent/driver.ts';

/** An organization's agent with its figures. Ids are UUIDs. */
export interface Agent {
  id: string;
  role: AgentRole;
  isDisabled: boolean;
  totalExecutions: number;
  successCount: number;
  failureCount: number;
  totalDurationMs: number;
  totalCostMicros: number;
  p95DurationMs: number | null;
  lastStatus: string | null;
  lastExecutionAt: Date | null;
}

/** Number of executions the 95th percentile is computed from. */
const RECENT_EXECUTIONS = 1_000;

export async function ensureAgents(db: AnyDatabase, orgId: string): Promise<void> {
  await sql`insert into outreach_agents (org_id, role, id)
    select ${orgId}::uuid, role, id from unnest(${[...agentRoles]}::text[], ${agentRoles.map(() => newUuid())}::uuid[]) as a(role, id)
    where not exists (select from outreach_agents x where x.org_id = ${orgId} and x.role = a.role)
    on conflict do nothing`.execute(db);
}

export async function readAgents(db: AnyDatabase, orgId: string, id?: string): Promise<Agent[]> {
  const { rows } = await sql<Agent>`
    select id, role, is_disabled as "isDisabled", total_executions as "totalExecutions", success_count as "successCount",
      failure_count as "failureCount", total_duration_ms as "totalDurationMs", total_cost_micros as "totalCostMicros",
      last_status as "lastStatus", last_execution_at as "lastExecutionAt",
      (select percentile_disc(0.95) within group (order by duration_ms) from (
        select duration_ms from agent_executions e where e.org_id = a.org_id and e.agent_id = a.id
        order by started_at desc limit ${RECENT_EXECUTIONS}) r) as "p95DurationMs"
    from outreach_agents a where org_id = ${orgId} and (${id ?? null}::uuid is null or id = ${id ?? null})`.execute(
    db,
  );
  return rows.sort((a, b) => agentRoles.indexOf(a.role) - agentRoles.indexOf(b.role));
}

export interface Execution {
  id: string;
  orgId: string;
  agentId: string;
  role: AgentRole;
  status: 'succeeded' | 'failed' | 'blocked' | 'timed_out';
  campaignId: string | undefined;
  leadId: string | undefined;
  input: object;
  output: object | null;
  error: { code: string; message: string } | null;
  toolCalls: number;
  costMicros: number;
  /** Who did the work; `usage` is the model's tokens. */
  driver: Pick<Driver, 'engine' | 'model' | 'fallbackFrom' | 'fallbackReason' | 'usage'>;
  durationMs: number;
  traceId: string;
  spanId: string;
  startedAt: Date;
  completedAt: Date;
}

/**
 * Inserts an execution and counts it; false when the id already exists. If its lead was erased while the agent
 * worked, only what an erasure leaves of it is stored.
 */
export async function insertExecution(tx: AnyTransaction, made: Execution): Promise<boolean> {
  const { orgId, leadId } = made;
  const isThere =
    leadId === undefined || (await holdLeads(rowsIn(tx), orgId, [leadId], { waits: true })).has(leadId);
  const one = isThere ? made : { ...made, input: {}, output: null, error: null };
  const { rows } = await sql`
    insert into agent_executions (org_id, id, agent_id, role, status, campaign_id, lead_id, input, output, error, engine,
      model, fallback_from, fallback_reason, usage, tool_calls, cost_micros, duration_ms, trace_id, span_id, started_at, completed_at)
    values (${one.orgId}, ${one.id}, ${one.agentId}, ${one.role}, ${one.status}, ${one.campaignId ?? null},
      ${one.leadId ?? null}, ${JSON.stringify(one.input)}, ${one.output && JSON.stringify(one.output)},
      ${one.error && JSON.stringify(one.error)}, ${one.driver.engine}, ${one.driver.model}, ${one.driver.fallbackFrom},
      ${one.driver.fallbackReason}, ${JSON.stringify(one.driver.usage)}, ${one.toolCalls}, ${one.costMicros}, ${one.durationMs},
      ${one.traceId}, ${one.spanId}, ${one.startedAt}, ${one.completedAt})
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return false;
  const failed = one.status === 'failed' || one.status === 'timed_out' ? 1 : 0;
  await sql`update outreach_agents set total_executions = total_executions + 1, success_count = success_count + ${1 - failed},
      failure_count = failure_count + ${failed}, total_duration_ms = total_duration_ms + ${one.durationMs},
      total_cost_micros = total_cost_micros + ${one.costMicros}, last_status = ${one.status},
      last_execution_at = ${one.completedAt}
    where org_id = ${one.orgId} and role = ${one.role}`.execute(tx);
  return true;
}

interface ExecutionRow
  extends Omit<Execution, 'campaignId' | 'leadId' | 'driver'>,
    Omit<Driver, 'provider' | 'costMicros' | 'calls' | 'reservation'> {
  campaignId: string | null;
  leadId: string | null;
}

export async function findExecution(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<Execution | undefined> {
  const { rows } = await sql<ExecutionRow>`
    select id, org_id as "orgId", agent_id as "agentId", role, status, campaign_id as "campaignId", lead_id as "leadId",
      input, output, error, tool_calls as "toolCalls", cost_micros as "costMicros", duration_ms as "durationMs",
      trace_id as "traceId", span_id as "spanId", started_at as "startedAt", completed_at as "completedAt",
      engine, model, fallback_from as "fallbackFrom", fallback_reason as "fallbackReason", usage
    from agent_executions where org_id = ${orgId} and id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { engine, model, fallbackFrom, fallbackReason, usage, campaignId, leadId, ...rest } = row;
  return {
    ...rest,
    campaignId: campaignId ?? undefined,
    leadId: leadId ?? undefined,
    driver: { engine, model, fallbackFrom, fallbackReason, usage },
  };
}

/** How a campaign wants its agents to work. */
export interface AgentTerms {
  engine?: 'rules' | 'llm';
  temperature?: number;
  max_cost_per_lead_usd?: number;
}

/** A campaign's terms, and what its agents have cost for a lead so far, in micro-USD. */
export async function readAgentTerms(
  db: AnyDatabase,
  orgId: string,
  campaignId: string,
  leadId: string | undefined,
): Promise<{ terms: AgentTerms; spentMicros: number }> {
  const { rows } = await sql<{ terms: AgentTerms; spentMicros: number }>`
    select agent_config as terms, coalesce((select sum(cost_micros) from agent_executions e
      where e.org_id = c.org_id and e.campaign_id = c.id and e.lead_id = ${leadId ?? null}), 0)::bigint as "spentMicros"
    from outreach_campaigns c where org_id = ${orgId} and id = ${campaignId}`.execute(db);
  return rows[0] ?? { terms: {}, spentMicros: 0 };
}
