import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { readAtOnce } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { findNetwork } from '../../transactions/history/contract-network.repository.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import {
  readSpans,
  readTotals,
  type TransactionTotal,
} from '../../transactions/history/transaction-history.repository.ts';
import { listAlerts, type StoredAlert } from '../alerts/alert.repository.ts';

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy' | 'unknown';

export interface HealthMetrics {
  executionCount: number;
  successCount: number;
  failureCount: number;
  /** Of settled ones, 0 to 1; 1 if there are none. */
  successRate: number;
  avgGasUsed: number;
  avgExecutionTimeMs: number;
}

export interface ContractHealth {
  status: HealthStatus;
  /** Of all executions. */
  metrics: HealthMetrics;
  /** The same for those sent within the last minutes. */
  windows: { minutes: number; metrics: HealthMetrics }[];
  alerts: StoredAlert[];
}

export interface HealthService {
  db: AnyDatabase;
  clock: Clock;
  /** Whether a configured network answers; undefined for one on an embedded chain. */
  isReachable?: ((network: string) => Promise<boolean | undefined>) | undefined;
}

/** A higher failure rate makes a contract degraded, or unhealthy. */
const DEGRADED_ABOVE = 0.05;
const UNHEALTHY_ABOVE = 0.25;

export const HEALTH_WINDOWS_MINUTES = [5, 60, 1_440, 10_080] as const;
/** The status depends on this window, if anything was executed in it. */
const STATUS_WINDOW_MINUTES = 60;
const MAX_ALERTS = 100;
const ALERTS_SHOWN_MS = 86_400_000;

/** A contract's health, from its stored executions. Throws `not_found`. */
export async function readContractHealth(
  service: HealthService,
  scope: ContractScope,
): Promise<ContractHealth> {
  const now = service.clock.now();
  const found = await readAtOnce(service.db, async (tx) => {
    const network = await findNetwork(tx, scope);
    if (network === undefined) throw notFound('contract');
    const starts = HEALTH_WINDOWS_MINUTES.map((minutes) => new Date(now - minutes * 60_000));
    const [total = [], ...spans] = await readTotals(tx, scope, [null, ...starts]);
    const all = metricsOf(total);
    const windows = HEALTH_WINDOWS_MINUTES.map((minutes, i) => ({
      minutes,
      metrics: metricsOf(spans[i] ?? []),
    }));
    const since = new Date(now - ALERTS_SHOWN_MS);
    return { network, all, windows, alerts: await listAlerts(tx, scope, { since, limit: MAX_ALERTS }) };
  });
  const isDown = (await service.isReachable?.(found.network)) === false;
  return {
    status: isDown ? 'unhealthy' : statusOf(found.all, found.windows),
    metrics: found.all,
    windows: found.windows,
    alerts: found.alerts,
  };
}

/** The length of a bucket, and the number of buckets. */
export const statisticsSpans = {
  minute: { ms: 60_000, buckets: 60 },
  hour: { ms: 3_600_000, buckets: 48 },
  day: { ms: 86_400_000, buckets: 30 },
} as const;
export type StatisticsSpan = keyof typeof statisticsSpans;

export interface ContractStatistics {
  span: StatisticsSpan;
  buckets: { startsAt: Date; metrics: HealthMetrics }[];
}

/**
 * A contract's statistics over time: the newest whole buckets, including the current one. Throws `not_found`.
 */
export async function readContractStatistics(
  { db, clock }: HealthService,
  scope: ContractScope,
  span: StatisticsSpan,
): Promise<ContractStatistics> {
  if ((await findNetwork(db, scope)) === undefined) throw notFound('contract');
  const { ms, buckets } = statisticsSpans[span];
  const newest = Math.floor(clock.now() / ms) * ms;
  const starts = Array.from({ length: buckets }, (_, i) => newest - (buckets - 1 - i) * ms);
  const totals = await readSpans(
    db,
    scope,
    starts.map((at) => ({ from: new Date(at), to: new Date(at + ms) })),
  );
  return {
    span,
    buckets: starts.map((at, i) => ({ startsAt: new Date(at), metrics: metricsOf(totals[i] ?? []) })),
  };
}

function statusOf(all: HealthMetrics, windows: ContractHealth['windows']): HealthStatus {
  const recent = windows.find(({ minutes }) => minutes === STATUS_WINDOW_MINUTES)?.metrics;
  const judged = recent !== undefined && settledOf(recent) > 0 ? recent : all;
  const settled = settledOf(judged);
  if (settled === 0) return 'unknown';
  const failureRate = judged.failureCount / settled;
  if (failureRate > UNHEALTHY_ABOVE) return 'unhealthy';
  return failureRate > DEGRADED_ABOVE ? 'degraded' : 'healthy';
}

function settledOf({ successCount, failureCount }: HealthMetrics): number {
  return successCount + failureCount;
}

function metricsOf(totals: readonly TransactionTotal[]): HealthMetrics {
  const executions = totals.filter(({ kind }) => kind === 'execution');
  const sum = (field: 'transactions' | 'mined' | 'gasUsed' | 'settled' | 'durationMs', outcome?: string) =>
    executions
      .filter((total) => outcome === undefined || total.outcome === outcome)
      .reduce((all, total) => all + total[field], 0);
  // Cancelled transactions have the gas and the time of the empty transaction that replaced them.
  const ended = (field: 'mined' | 'gasUsed' | 'settled' | 'durationMs') =>
    sum(field, 'confirmed') + sum(field, 'failed');
  const successCount = sum('transactions', 'confirmed');
  const failureCount = sum('transactions', 'failed');
  return {
    executionCount: sum('transactions'),
    successCount,
    failureCount,
    successRate: successCount + failureCount === 0 ? 1 : successCount / (successCount + failureCount),
    avgGasUsed: ended('mined') === 0 ? 0 : ended('gasUsed') / ended('mined'),
    avgExecutionTimeMs: ended('settled') === 0 ? 0 : ended('durationMs') / ended('settled'),
  };
}
