import { elapsedMs } from '../../../../kit/clock.ts';
import { newUuid } from '../../../../kit/ids.ts';
import type { AlertRule, StoredAlert } from './alert.repository.ts';
import { describeCrossing, isMet, transactionMetrics } from './alert-condition.ts';

/** The transaction that a value belongs to. */
export interface MeasuredTransaction {
  id: string;
  transactionHash: string | null;
  correlationId: string | null;
}

export interface FiredAlert {
  rule: AlertRule;
  alert: StoredAlert;
  correlationId: string | null;
}

/** Changes made by a pass; `rules` hold their new state. */
export interface AlertChanges {
  rules: Set<AlertRule>;
  fired: FiredAlert[];
  resolved: { rule: AlertRule; alertId: string }[];
}

export function noChanges(): AlertChanges {
  return { rules: new Set(), fired: [], resolved: [] };
}

const ofOneTransaction: ReadonlySet<string> = new Set([...transactionMetrics, 'reorg_depth']);
/** A reorganization has no duration: its alert is resolved after this time without another. */
const REORG_WINDOW_MINUTES = 1;

/** Minutes that an alert on single transactions stays after the last one that met its condition. */
function holdMinutes({ metric, windowMinutes }: AlertRule): number | null {
  if (!ofOneTransaction.has(metric)) return null;
  return metric === 'reorg_depth' ? (windowMinutes ?? REORG_WINDOW_MINUTES) : windowMinutes;
}

/** Evaluates a rule for one value: fires when the condition becomes true, resolves when it becomes false. */
export function stepRule(
  changes: AlertChanges,
  rule: AlertRule,
  value: number,
  now: Date,
  transaction?: MeasuredTransaction,
): void {
  if (isMet(value, rule.operator, rule.threshold)) {
    if (holdMinutes(rule) !== null) {
      rule.lastMetAt = now;
      changes.rules.add(rule);
    }
    if (rule.firingAlertId === null && hasCooledDown(rule, now)) fire(changes, rule, value, now, transaction);
    return;
  }
  resolveQuiet(changes, rule, now);
}

/** Resolves an alert whose condition is false, unless its window keeps it. */
export function resolveQuiet(changes: AlertChanges, rule: AlertRule, now: Date): void {
  if (rule.firingAlertId === null) return;
  const minutes = holdMinutes(rule);
  if (
    minutes !== null &&
    rule.lastMetAt !== null &&
    elapsedMs(rule.lastMetAt, now.getTime()) < minutes * 60_000
  )
    return;
  changes.resolved.push({ rule, alertId: rule.firingAlertId });
  const firedNow = changes.fired.find(({ alert }) => alert.id === rule.firingAlertId);
  if (firedNow) firedNow.alert.resolvedAt = now;
  rule.firingAlertId = null;
  changes.rules.add(rule);
}

function hasCooledDown({ lastFiredAt, cooldownSeconds }: AlertRule, now: Date): boolean {
  return lastFiredAt === null || elapsedMs(lastFiredAt, now.getTime()) >= cooldownSeconds * 1000;
}

function fire(
  changes: AlertChanges,
  rule: AlertRule,
  value: number,
  now: Date,
  transaction: MeasuredTransaction | undefined,
): void {
  const alert: StoredAlert = {
    id: newUuid(now.getTime()),
    ruleId: rule.id,
    contractId: rule.contractId,
    ruleName: rule.ruleName,
    metric: rule.metric,
    operator: rule.operator,
    threshold: rule.threshold,
    severity: rule.severity,
    value,
    message: describeCrossing(rule, value),
    executionId: transaction?.id ?? null,
    transactionHash: transaction?.transactionHash ?? null,
    triggeredAt: now,
    resolvedAt: null,
  };
  rule.firingAlertId = alert.id;
  rule.lastFiredAt = now;
  changes.rules.add(rule);
  changes.fired.push({ rule, alert, correlationId: transaction?.correlationId ?? null });
}
