import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  ok,
  okList,
  pageOf,
  pageQuery,
  strictObject,
} from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { findLead } from '../../people/leads/lead.repository.ts';
import { leadIdOf } from '../../people/leads/lead.routes.ts';
import { knownCampaign } from '../../terms/named-campaign.ts';
import type { AgentPorts } from '../agent/agent.ts';
import { ensureAgents, readAgents } from './agent.repository.ts';
import {
  agentList,
  agentParams,
  agentRecord,
  executeBody,
  executionRecord,
  toAgentRecord,
  toExecutionRecord,
} from './agent.schema.ts';
import { executeAgent } from './execute-agent.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

const read = { tag: 'Outreach', access: 'outreach:read', limits: ['outreach_queries'] } as const;

export function agentRoutes(service: () => AgentPorts): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/agents',
      operationId: 'listAgents',
      summary: 'List the agents',
      description: 'All agents with status, schemas and performance, in the order of their work.',
      query: strictObject(pageQuery),
      responses: { 200: agentList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        await ensureAgents(service().db, principal.orgId);
        const all = await readAgents(service().db, principal.orgId);
        const agents = all.slice(page.offset, page.offset + page.limit);
        return okList(
          'agents',
          agents.map((agent) => toAgentRecord(agent, service().model?.model)),
          all.length,
          page,
        );
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/agents/:id',
      operationId: 'getAgent',
      summary: 'Read an agent',
      params: agentParams,
      responses: { 200: agentRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const [agent] = await readAgents(service().db, principal.orgId, agentIdOf(params.id));
        if (agent === undefined) throw notFound('agent');
        return ok(toAgentRecord(agent, service().model?.model));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/agents/:id/execute',
      operationId: 'executeAgent',
      tag: 'Outreach',
      summary: 'Run an agent',
      description:
        "The input fits the agent's `input_schema`. What the agent refuses to let through has the status `blocked`.",
      access: 'outreach:write',
      limits: ['outreach_agents'],
      params: agentParams,
      body: executeBody,
      responses: { 200: executionRecord },
      errors: [
        'not_found',
        'invalid_agent_input',
        'invalid_state',
        'idempotency_conflict',
        'provider_unavailable',
      ],
      handler: async ({ principal, params, body, requestId }) => {
        const { orgId } = principal;
        const campaignId = await knownCampaign(service(), orgId, body.campaign_id);
        const leadId = body.lead_id === undefined ? undefined : leadIdOf(body.lead_id, 'lead_id');
        if (leadId !== undefined && (await findLead(service().db, orgId, leadId)) === undefined)
          throw notFound('lead', 'lead_id');
        const { execution, isReplayed } = await executeAgent(service(), {
          orgId,
          agentId: agentIdOf(params.id),
          input: body.input as Record<string, unknown>,
          campaignId,
          leadId,
          engine: body.engine as 'rules' | 'llm' | undefined,
          timeoutMs: body.timeout_ms ?? DEFAULT_TIMEOUT_MS,
          idempotencyKey: body.idempotency_key,
          correlationId: requestId,
        });
        const reply = ok(toExecutionRecord(execution));
        return isReplayed ? { ...reply, headers: { 'idempotent-replayed': 'true' } } : reply;
      },
    }),
  ];
}

function agentIdOf(id: string): string {
  const agentId = parseId('agt', id);
  if (agentId === undefined) throw notFound('agent');
  return agentId;
}
