import type { TSchema } from 'typebox';
import type { ModelSource } from '../../../../engine/models/index.ts';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { EnrichPorts } from '../../people/enrichment/enrich-lead.ts';
import type { ScorePorts } from '../../people/scoring/score-one.ts';
import type { AgentRole } from '../../terms/agent-role.ts';
import type { AgentResult } from './agent-result.ts';
import type { ModelTask } from './model-task.ts';

/** Dependencies of the agents. */
export interface AgentPorts extends EnrichPorts, ScorePorts {
  db: AnyDatabase;
  clock: Clock;
  hasCampaign(orgId: string, campaignId: string): Promise<boolean>;
  /** The language model; undefined when none is configured, and then nothing uses one. */
  model?: ModelSource | undefined;
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
  /** Whether a model may be used; by default it may. */
  engine?: 'rules' | 'llm' | undefined;
  signal: AbortSignal;
}

/** A kind of agent: its input, its output, and its rules. */
export interface AgentKind {
  role: AgentRole;
  name: string;
  description: string;
  input: TSchema;
  output: TSchema;
  run(ports: AgentPorts, call: AgentCall): Promise<AgentResult>;
  /** What to ask a model once the rules have run; undefined when there is nothing to ask. */
  ask?(ports: AgentPorts, call: AgentCall, rules: AgentResult): Promise<ModelTask<unknown> | undefined>;
}

/** Types the rules by the agent's own input, which has already been validated against its schema. */
export function defineAgent<Input>(
  kind: Omit<AgentKind, 'run' | 'ask'> & {
    run(ports: AgentPorts, call: AgentCall<Input>): Promise<AgentResult>;
    ask?(
      ports: AgentPorts,
      call: AgentCall<Input>,
      rules: AgentResult,
    ): Promise<ModelTask<unknown> | undefined>;
  },
): AgentKind {
  return kind as AgentKind;
}
