import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullableText,
  openObject,
  strictObject,
  textField,
  timestampField,
  toJsonSchema,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { formatTraceId } from '../../books/traces/trace-ids.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { agentKind } from '../kinds/squad.ts';
import type { Agent, Execution } from './agent.repository.ts';
import { running } from './execute-agent.ts';

export const agentParams = Type.Object({ id: Type.String({ description: 'The agent, `agt_…`.' }) });

const MAX_INPUT_BYTES = 262_144;

export const executeBody = strictObject({
  input: openObject(MAX_INPUT_BYTES, "Fits the agent's `input_schema`."),
  campaign_id: Type.Optional(campaignField('The campaign that it works for.')),
  lead_id: Type.Optional(Type.String({ maxLength: 100, description: 'The lead that it works on.' })),
  engine: Type.Optional(
    Type.String({
      enum: ['rules', 'llm'],
      description:
        '`rules` asks no language model; `llm` requires one. Default: what the campaign says, else the model if there is one.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: 30_000,
      description: 'Milliseconds after which it is stopped.',
    }),
  ),
  idempotency_key: Type.Optional(
    textField(255, 'A second request with the same key gets the first execution. It does not expire.'),
  ),
});

export const agentRecord = named(
  'OutreachAgent',
  Type.Object({
    id: Type.String({ description: '`agt_…`' }),
    name: Type.String({ description: 'For people to read.' }),
    role: Type.String({ description: 'Its job, such as `scorer`. Each role has one agent.' }),
    description: Type.String({ description: 'What it does, in a sentence.' }),
    status: Type.String({
      enum: ['idle', 'running', 'degraded', 'disabled'],
      description:
        '`degraded`: its last execution failed or timed out. `running`: it is working on this node.',
    }),
    engine: Type.String({ description: 'What drives it: `rules`, or `llm` where a language model is set.' }),
    model: nullableText('The model; null for rules.'),
    input_schema: Type.Object(
      {},
      { additionalProperties: true, description: 'JSON Schema of what `execute` takes as `input`.' },
    ),
    output_schema: Type.Object(
      {},
      { additionalProperties: true, description: 'JSON Schema of its `output`.' },
    ),
    metrics: Type.Object(
      {
        total_executions: Type.Integer({ description: 'Number of executions.' }),
        success_count: Type.Integer({ description: 'Executions that succeeded.' }),
        failure_count: Type.Integer({ description: 'Executions that failed, timed out or were blocked.' }),
        success_rate: Type.Number({ description: 'Over all executions; 0 before the first.' }),
        avg_duration_ms: Type.Number({ description: 'Mean duration; 0 before the first execution.' }),
        p95_duration_ms: Type.Number({ description: 'Over the last 1,000 executions.' }),
        total_cost_usd: Type.Number({ description: 'What its language model cost; 0 for rules.' }),
      },
      { description: 'Over all its executions.' },
    ),
    last_execution_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'timestamp',
      description: 'When it last ran.',
    }),
  }),
);

export const agentList = listOf('agents', agentRecord);

export const executionRecord = named(
  'AgentExecution',
  Type.Object({
    execution_id: Type.String({ description: '`agx_…`' }),
    agent_id: Type.String({ description: '`agt_…`' }),
    status: Type.String({
      enum: ['succeeded', 'failed', 'blocked', 'timed_out'],
      description: '`blocked`: a rule or a budget stopped it. `error` explains every status but `succeeded`.',
    }),
    output: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: "Fits the agent's `output_schema`.",
    }),
    metadata: Type.Object(
      {
        engine: Type.String({ description: 'What did the work: `rules` or `llm`.' }),
        model: nullableText('The model that was asked; null when none was.'),
        fallback_from: nullableText('`llm` if the rules replaced the model; null if they did not.'),
        fallback_reason: nullableText(
          'Why, such as `model_timeout`, `model_unsupported_answer` or `budget_exceeded`.',
        ),
        duration_ms: Type.Integer({ description: 'Duration.' }),
        usage: Type.Object(
          {
            input_tokens: Type.Integer({ description: 'Input tokens, including cached ones.' }),
            cached_input_tokens: Type.Integer({
              description: 'Input tokens that the provider read from its cache.',
            }),
            output_tokens: Type.Integer({ description: 'Output tokens, including reasoning.' }),
            reasoning_tokens: Type.Integer({ description: 'Output tokens that were used for reasoning.' }),
          },
          { description: 'Tokens of the language model; 0 for rules.' },
        ),
        cost_usd: Type.Number({
          description: 'What the tokens cost, by the prices that are set; 0 for rules.',
        }),
        tool_calls: Type.Integer({ description: 'Number of tool calls.' }),
        trace_id: Type.String({ description: 'Its trace, 32 hex digits.' }),
        span_id: Type.String({ description: 'Its span in the trace, 16 hex digits.' }),
      },
      { description: 'How it reached its output.' },
    ),
    started_at: timestampField('When it began.'),
    completed_at: timestampField('When it ended.'),
    error: Type.Unsafe<{ code: string; message: string } | null>({
      type: ['object', 'null'],
      description: 'Why it failed.',
    }),
  }),
);

export function toAgentRecord(agent: Agent, model: string | undefined): Static<typeof agentRecord> {
  const kind = agentKind(agent.role);
  const { totalExecutions: total } = agent;
  const isDegraded = agent.lastStatus === 'failed' || agent.lastStatus === 'timed_out';
  const isRunning = (running.get(agent.id) ?? 0) > 0;
  return {
    id: formatId('agt', agent.id),
    name: kind.name,
    role: agent.role,
    description: kind.description,
    status: agent.isDisabled ? 'disabled' : isRunning ? 'running' : isDegraded ? 'degraded' : 'idle',
    engine: model === undefined ? 'rules' : 'llm',
    model: model ?? null,
    input_schema: toJsonSchema(kind.input),
    output_schema: toJsonSchema(kind.output),
    metrics: toRecord(agentRecord.properties.metrics, agent, {
      success_rate: total === 0 ? 0 : agent.successCount / total,
      avg_duration_ms: total === 0 ? 0 : agent.totalDurationMs / total,
      p95_duration_ms: agent.p95DurationMs ?? 0,
      total_cost_usd: usdOfMicros(agent.totalCostMicros),
    }),
    last_execution_at: agent.lastExecutionAt?.toISOString() ?? null,
  };
}

export function toExecutionRecord(one: Execution): Static<typeof executionRecord> {
  const { metadata } = executionRecord.properties;
  const { driver } = one;
  return toRecord(executionRecord, one, {
    execution_id: formatId('agx', one.id),
    agent_id: formatId('agt', one.agentId),
    metadata: toRecord(
      metadata,
      { ...one, ...driver },
      {
        usage: toRecord(metadata.properties.usage, driver.usage),
        cost_usd: usdOfMicros(one.costMicros),
        trace_id: formatTraceId(one.traceId),
      },
    ),
  });
}
