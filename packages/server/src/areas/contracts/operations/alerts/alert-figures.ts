import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import type { AlertRule } from './alert.repository.ts';
import { stateMetrics, windowMetrics } from './alert-condition.ts';
import type { Settled } from './alert-pass.repository.ts';
import { type AlertChanges, resolveQuiet, stepRule } from './alert-step.ts';
import { readStates, readWindows, type StateFigures, type WindowFigures } from './alert-values.repository.ts';

/** A rule's metric for one execution; `events` are counts by `eventKey`. */
export function transactionValue(
  { metric, eventName }: AlertRule,
  transaction: Settled,
  events: ReadonlyMap<string, number>,
): number | undefined {
  switch (metric) {
    case 'gas_used':
      return transaction.gasUsed ?? undefined;
    case 'gas_price_gwei':
      return transaction.gasPriceGwei ?? undefined;
    case 'cost_eth':
      return transaction.costEth ?? undefined;
    case 'cost_usd':
      return transaction.costUsd ?? undefined;
    case 'execution_time_ms':
      return transaction.durationMs;
    case 'event_count':
      return events.get(eventKey(transaction.id, eventName));
    default:
      return undefined;
  }
}

/** Evaluates the rules on counts, rates and states. */
export async function stepFigures(
  tx: AnyTransaction,
  changes: AlertChanges,
  rules: readonly AlertRule[],
  now: Date,
): Promise<void> {
  const ofWindow = rules.filter(({ metric }) => windowMetrics.includes(metric as never));
  const ofState = rules.filter(({ metric }) => stateMetrics.includes(metric as never));
  const windows = await readWindows(tx, ofWindow, now);
  const states = await readStates(tx, ofState, now);
  for (const [rule, figures] of windows) stepOrResolve(changes, rule, windowValue(rule, figures), now);
  for (const [rule, figures] of states) stepOrResolve(changes, rule, stateValue(rule, figures, now), now);
}

/** A rate of zero transactions has no value: it meets no condition. */
function stepOrResolve(changes: AlertChanges, rule: AlertRule, value: number | undefined, now: Date): void {
  if (value === undefined) resolveQuiet(changes, rule, now);
  else stepRule(changes, rule, value, now);
}

function windowValue({ metric }: AlertRule, figures: WindowFigures): number | undefined {
  const judged = figures.succeeded + figures.failed;
  const over = (amount: number, number: number) => (number === 0 ? undefined : amount / number);
  switch (metric) {
    case 'execution_count':
      return figures.executions;
    case 'success_count':
      return figures.succeeded;
    case 'failure_count':
      return figures.failed;
    case 'failure_rate':
      return over(figures.failed, judged);
    case 'success_rate':
      return over(figures.succeeded, judged);
    case 'avg_gas_used':
      return over(figures.gasUsed, figures.mined);
    case 'avg_execution_time_ms':
      return over(figures.durationMs, figures.settled);
    default:
      return undefined;
  }
}

function stateValue({ metric }: AlertRule, figures: StateFigures, now: Date): number | undefined {
  switch (metric) {
    case 'consecutive_failures':
      return figures.consecutiveFailures;
    case 'pending_count':
      return figures.pending;
    case 'pending_age_seconds':
      return figures.oldestPendingAt === null
        ? 0
        : Math.max(0, now.getTime() - figures.oldestPendingAt.getTime()) / 1000;
    default:
      return undefined;
  }
}

/** The key of an event's count in one execution. */
export function eventKey(transactionId: string, eventName: string | null): string {
  return `${transactionId} ${eventName ?? ''}`;
}
