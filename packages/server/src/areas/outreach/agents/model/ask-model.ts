import { ModelError, ModelSession } from '../../../../engine/models/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import type { LeadCap, Reservation } from '../../books/economics/ledger-terms.ts';
import type { AgentCall, AgentKind, AgentPorts } from '../agent/agent.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type Driver, rulesAlone } from '../agent/driver.ts';
import { UnfitAnswer } from '../agent/model-task.ts';

export interface ModelTerms {
  /** Micro-USD this execution may cost; undefined for no cap. */
  maxCostMicros: number | undefined;
  /** What all executions for its lead may cost together; undefined for no cap. */
  cap: LeadCap | undefined;
  temperature: number | undefined;
  /** Remaining time in milliseconds. */
  remainingMs: number;
}

const MAX_TOKENS = 60_000;
/** Leaves time to return the rules' result. */
const SHARE_OF_TIME = 0.9;

/**
 * Asks the model an agent's question, if there is a model, and accepts only what its sources support.
 * Whenever that fails the rules' result stands; the driver says who did the work and why.
 */
export async function askModel(
  ports: AgentPorts,
  kind: AgentKind,
  call: AgentCall,
  rules: AgentResult,
  terms: ModelTerms,
): Promise<{ result: AgentResult; driver: Driver }> {
  const { model } = ports;
  const byRules = { result: rules, driver: rules.driver ?? rulesAlone };
  if (model === undefined || kind.ask === undefined || call.engine === 'rules') return byRules;
  const task = await kind.ask(ports, call, rules);
  if (task === undefined) return byRules;
  const fallBack = (fallbackReason: string, spent: Partial<Driver> = {}) => ({
    result: rules,
    driver: { ...rulesAlone, fallbackFrom: 'llm', fallbackReason, ...spent },
  });
  const worst = model.worstCostMicros(task);
  if (terms.maxCostMicros !== undefined && worst > terms.maxCostMicros) return fallBack('cost_cap');
  const held = await holdMoney(ports, call, worst, terms);
  if (held === undefined) return fallBack('budget_exceeded');
  const work = { orgId: call.orgId, area: 'outreach', workId: call.executionId, agent: kind.role } as const;
  const session = new ModelSession(model, work, {
    maxTokens: MAX_TOKENS,
    maxCostMicros: held.amountMicros,
    retries: 1,
    signal: AbortSignal.timeout(Math.max(1, Math.floor(terms.remainingMs * SHARE_OF_TIME))),
    ...(terms.temperature !== undefined && { temperature: terms.temperature }),
  });
  const spent = () => ({
    provider: model.provider,
    model: model.model,
    usage: session.usage,
    costMicros: session.costMicros,
    calls: session.calls,
    reservation: held.reservation,
  });
  try {
    const result = await task.accept(await session.generateObject(task));
    return { result, driver: { ...rulesAlone, engine: 'llm', ...spent() } };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== undefined) return fallBack(reason, spent());
    if (held.reservation !== undefined) await ports.ledger.release([held.reservation]);
    throw error;
  }
}

/**
 * Reserves the cost of two requests, or of one if the budget has no more; undefined if it does not even have
 * that.
 */
async function holdMoney(
  { ledger }: AgentPorts,
  { orgId, campaignId }: AgentCall,
  worst: number,
  { maxCostMicros: most, cap }: ModelTerms,
): Promise<{ amountMicros: number; reservation: Reservation | undefined } | undefined> {
  const ample = Math.min(2 * worst, most ?? Number.POSITIVE_INFINITY);
  if (campaignId === undefined) return { amountMicros: ample, reservation: undefined };
  for (const amountMicros of [ample, worst]) {
    const reservation = await ledger.reserve({ orgId, campaignId, amountMicros, cap });
    if (reservation !== undefined) return { amountMicros, reservation };
  }
  return undefined;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ModelError) return error.kind === 'aborted' ? 'model_timeout' : `model_${error.kind}`;
  if (error instanceof UnfitAnswer || (error instanceof AppError && error.status < 500))
    return 'model_unsupported_answer';
  return undefined;
}
