import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { compileValidator, isTimestamp } from '../../../../kit/http/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { Expense } from '../../books/economics/ledger-terms.ts';
import { microsOfUsd, usdOfMicros } from '../../books/economics/money.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { formatTraceId, newSpanId, newTraceId, traceIdOf } from '../../books/traces/trace-ids.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';
import type { AgentCall, AgentKind, AgentPorts } from '../agent/agent.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type Driver, rulesAlone } from '../agent/driver.ts';
import { agentKind } from '../kinds/squad.ts';
import { askModel } from '../model/ask-model.ts';
import {
  type Agent,
  type AgentTerms,
  type Execution,
  findExecution,
  insertExecution,
  readAgents,
  readAgentTerms,
} from './agent.repository.ts';
import { spansOf } from './agent-spans.ts';

export interface ExecuteRequest {
  orgId: string;
  agentId: string;
  input: Record<string, unknown>;
  campaignId: string | undefined;
  leadId: string | undefined;
  /** Default: the campaign's choice, else the model if there is one. */
  engine?: 'rules' | 'llm' | undefined;
  timeoutMs: number;
  /** A second request with the same key always returns the first execution. */
  idempotencyKey: string | undefined;
  correlationId: string | undefined;
}

const ajv = new Ajv2020({
  strict: false,
  useDefaults: true,
  allErrors: false,
  formats: { timestamp: isTimestamp },
});
const validators = new Map<string, ValidateFunction>();

/** Agents currently running on this node, by id. */
export const running = new Map<string, number>();

/**
 * Runs an agent on its input and stores the result. Throws `not_found`, `invalid_agent_input` when the input
 * does not match its schema, and `invalid_state` for a disabled agent; an error while it works becomes a
 * failed execution.
 */
export async function executeAgent(
  ports: AgentPorts,
  request: ExecuteRequest,
): Promise<{ execution: Execution; isReplayed: boolean }> {
  const { orgId, agentId } = request;
  const [agent] = await readAgents(ports.db, orgId, agentId);
  if (agent === undefined) throw notFound('agent');
  if (agent.isDisabled) throw new AppError('invalid_state', { message: 'This agent is disabled.' });
  if (request.engine === 'llm' && ports.model === undefined) {
    throw new AppError(outreachErrors.provider_unavailable, {
      field: 'engine',
      message: 'No language model is set (LLM_MODEL). Leave `engine` out, and the rules do the work.',
    });
  }
  const kind = agentKind(agent.role);
  const id = executionIdOf(request);
  const earlier = request.idempotencyKey === undefined ? undefined : await findExecution(ports.db, orgId, id);
  if (earlier !== undefined) return { execution: sameOrRefused(earlier, request), isReplayed: true };
  const input = structuredClone(request.input);
  checkInput(kind, input);
  const { execution, driver } = await runAgent(ports, kind, agent, id, request, input);
  const isNew = await ports.unitOfWork(async (tx) => {
    const inserted = await insertExecution(tx, execution);
    // Model requests were paid for, even if another execution was stored first.
    const paid = await ports.ledger.settleIn(
      tx,
      orgId,
      modelExpenses(execution, driver),
      driver.reservation === undefined ? [] : [driver.reservation],
    );
    if (!inserted) return { value: false, events: paid };
    await recordSpans(tx, orgId, spansOf(execution, driver));
    return { value: true, events: [...paid, executedEvent(execution, request.correlationId)] };
  });
  if (isNew) return { execution, isReplayed: false };
  const first = required(await findExecution(ports.db, orgId, id), 'the execution that came first');
  return { execution: sameOrRefused(first, request), isReplayed: true };
}

async function runAgent(
  ports: AgentPorts,
  kind: AgentKind,
  agent: Agent,
  id: string,
  request: ExecuteRequest,
  input: Record<string, unknown>,
): Promise<{ execution: Execution; driver: Driver }> {
  const { orgId, campaignId, leadId, correlationId, timeoutMs } = request;
  const startedAt = new Date(ports.clock.now());
  const beganAt = performance.now();
  running.set(agent.id, (running.get(agent.id) ?? 0) + 1);
  const call = {
    orgId,
    agentId: agent.id,
    executionId: id,
    input,
    campaignId,
    leadId,
    correlationId,
    engine: request.engine,
    signal: AbortSignal.timeout(timeoutMs),
  };
  const { driver, ...outcome } = await settle(ports, work(ports, kind, call, timeoutMs), timeoutMs).finally(
    () => {
      running.set(agent.id, (running.get(agent.id) ?? 1) - 1);
    },
  );
  const durationMs = Math.round(performance.now() - beganAt);
  const traceId = leadId === undefined ? newTraceId() : traceIdOf(orgId, campaignId, leadId);
  const execution = {
    id,
    orgId,
    agentId: agent.id,
    role: agent.role,
    ...outcome,
    driver,
    campaignId,
    leadId,
    input: request.input,
    durationMs,
    traceId,
    spanId: newSpanId(),
    startedAt,
    completedAt: new Date(startedAt.getTime() + durationMs),
  };
  return { execution, driver };
}

interface Worked {
  result: AgentResult;
  driver: Driver;
}

/** Runs the rules; then the model, if there is one, may improve on their result. */
async function work(
  ports: AgentPorts,
  kind: AgentKind,
  request: AgentCall,
  timeoutMs: number,
): Promise<Worked> {
  const beganAt = performance.now();
  const { orgId, campaignId, leadId } = request;
  const { terms, spentMicros } =
    campaignId === undefined || ports.model === undefined
      ? { terms: {} as AgentTerms, spentMicros: 0 }
      : await readAgentTerms(ports.db, orgId, campaignId, leadId);
  const call = { ...request, engine: request.engine ?? terms.engine };
  const rules = await kind.run(ports, call);
  const usd = terms.max_cost_per_lead_usd;
  const cap = leadId === undefined || usd === undefined ? undefined : { leadId, maxMicros: microsOfUsd(usd) };
  return askModel(ports, kind, call, rules, {
    maxCostMicros: cap && Math.max(0, cap.maxMicros - spentMicros),
    cap,
    temperature: terms.temperature,
    remainingMs: timeoutMs - (performance.now() - beganAt),
  });
}

type Outcome = Pick<Execution, 'status' | 'output' | 'error' | 'toolCalls' | 'costMicros'> & {
  driver: Driver;
};

/** Throws when the request itself is refused; everything else is an outcome. */
async function settle({ ledger }: AgentPorts, working: Promise<Worked>, timeoutMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  const failed = { output: null, toolCalls: 0, costMicros: 0, driver: rulesAlone };
  try {
    const worked = await Promise.race([working, late]);
    if (worked === 'late') {
      // A late result is discarded; only its reserved budget must be released.
      working
        .then(({ driver }) => ledger.release(driver.reservation === undefined ? [] : [driver.reservation]))
        .catch(() => {});
      return {
        ...failed,
        status: 'timed_out',
        error: { code: 'timeout', message: `The agent took longer than ${timeoutMs} ms.` },
      };
    }
    const { output, isBlocked = false, costMicros = 0, toolCalls = 0 } = worked.result;
    return {
      status: isBlocked ? 'blocked' : 'succeeded',
      output,
      error: null,
      costMicros: costMicros + worked.driver.costMicros,
      toolCalls,
      driver: worked.driver,
    };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    return {
      ...failed,
      status: 'failed',
      error: { code: 'internal_error', message: 'The agent failed. The log has the reason.' },
    };
  } finally {
    clearTimeout(timer);
  }
}

/** The cost of the model's part, as ledger entries. */
function modelExpenses(
  { id, spanId, agentId, campaignId, leadId }: Execution,
  { costMicros, model, usage }: Driver,
): Expense[] {
  if (costMicros === 0) return [];
  const reference = `agent ${id} ${spanId}`;
  return [
    {
      category: 'ai_inference',
      amountMicros: costMicros,
      campaignId,
      agentId,
      leadId,
      reference,
      detail: { model, ...usage },
    },
  ];
}

function checkInput(kind: AgentKind, input: Record<string, unknown>): void {
  const validate = validators.get(kind.role) ?? ajv.compile(kind.input);
  validators.set(kind.role, validate);
  if (validate(input)) return;
  try {
    compileValidator('body', Type.Object({ input: kind.input }))({ input });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(outreachErrors.invalid_agent_input, {
      field: error.field ?? 'input',
      message: `${error.message} GET /v1/outreach/agents shows what this agent takes.`,
    });
  }
}

/** With an idempotency key the id is derived from it, so that concurrent requests result in one execution. */
function executionIdOf({ orgId, agentId, idempotencyKey }: ExecuteRequest): string {
  if (idempotencyKey === undefined) return newUuid();
  const hex = hash('sha256', `execution ${orgId} ${agentId} ${idempotencyKey}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function sameOrRefused(earlier: Execution, { input, campaignId, leadId }: ExecuteRequest): Execution {
  if (
    isDeepStrictEqual(earlier.input, input) &&
    earlier.campaignId === campaignId &&
    earlier.leadId === leadId
  )
    return earlier;
  throw new AppError('idempotency_conflict', {
    message: 'This idempotency key was used with another input. Use another key.',
    field: 'idempotency_key',
  });
}

function executedEvent(execution: Execution, correlationId: string | undefined): NewEvent {
  const { orgId, id, agentId, role, status, campaignId, leadId, durationMs, costMicros, traceId } = execution;
  return {
    orgId,
    type: 'agent.executed',
    source: 'outreach',
    data: {
      agent_id: formatId('agt', agentId),
      execution_id: formatId('agx', id),
      role,
      status,
      campaign_id: campaignId === undefined ? null : formatId('cmp', campaignId),
      lead_id: leadId === undefined ? null : formatId('led', leadId),
      engine: execution.driver.engine,
      duration_ms: durationMs,
      cost_usd: usdOfMicros(costMicros),
      trace_id: formatTraceId(traceId),
    },
    ...(correlationId !== undefined && { metadata: { correlationId } }),
  };
}
