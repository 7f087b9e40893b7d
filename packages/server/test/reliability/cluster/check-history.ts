import { checkBudgets } from './check-budgets.ts';
import { checkChain } from './check-chain.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkLimits } from './check-limits.ts';
import { checkLog } from './check-log.ts';
import { checkReads } from './check-reads.ts';
import type { History, Receiver } from './history.ts';

/** Something that a single correct machine could not have done. */
export interface Violation {
  kind: string;
  /** The first examples. */
  seen: string[];
  count: number;
}

const SHOWN = 5;

/** Compares what clients observed with a single correct machine. Empty if there is no difference. */
export function checkHistory(history: History, receivers: Receiver[]): Violation[] {
  const findings: Record<string, string[]> = {
    ...checkLog(history),
    ...checkDeliveries(history, receivers),
    ...checkReads(history),
    ...checkLimits(history),
    ...checkChain(history),
    ...checkBudgets(history),
    'an answer that no client should get': history.unexpected,
    'the log contradicts a checkpoint': history.unproven,
  };
  return Object.entries(findings)
    .filter(([, seen]) => seen.length > 0)
    .map(([kind, seen]) => ({ kind, seen: seen.slice(0, SHOWN), count: seen.length }));
}
