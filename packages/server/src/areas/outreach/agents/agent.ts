import type { TSchema } from 'typebox';
import type { AnyDatabase } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { EnrichPorts } from '../enrichment/enrich-lead.ts';
import type { ScorePorts } from '../scoring/score-one.ts';

export const agentRoles = [
  'icp_researcher',
  'enricher',
  'scorer',
  'copywriter',
  'compliance_guard',
  'sequencer',
  'reply_classifier',
  'meeting_scheduler',
] as const;

export type AgentRole = (typeof agentRoles)[number];

/** What the squad works with. */
export interface AgentPorts extends EnrichPorts, ScorePorts {
  db: AnyDatabase;
  clock: Clock;
  hasCampaign(orgId: string, campaignId: string): Promise<boolean>;
}

/** A call of an agent. Ids are UUIDs. */
export interface AgentCall<Input = Record<string, unknown>> {
  orgId: string;
  agentId: string;
  executionId: string;
  input: Input;
  campaignId: string | undefined;
  leadId: string | undefined;
  correlationId: string | undefined;
  signal: AbortSignal;
}

export interface AgentResult {
  output: Record<string, unknown>;
  /** The agent did its work, and its answer is no. */
  isBlocked?: boolean;
  costMicros?: number;
  /** Other parts of the service that it called. */
  toolCalls?: number;
}

/** A kind of agent: what it takes, what it gives, and the rules that it works by. */
export interface AgentKind {
  role: AgentRole;
  name: string;
  description: string;
  input: TSchema;
  output: TSchema;
  run(ports: AgentPorts, call: AgentCall): Promise<AgentResult>;
}

/** Types the rules by the agent's own input; what comes has been checked against its schema. */
export function defineAgent<Input>(
  kind: Omit<AgentKind, 'run'> & { run(ports: AgentPorts, call: AgentCall<Input>): Promise<AgentResult> },
): AgentKind {
  return kind as AgentKind;
}
