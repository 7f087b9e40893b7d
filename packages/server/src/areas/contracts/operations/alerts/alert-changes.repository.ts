import { sql } from 'kysely';
import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import { column, defineTable, insertRows, rowsIn } from '../../../../kit/db/index.ts';
import type { AlertRule } from './alert.repository.ts';
import type { AlertChanges, FiredAlert } from './alert-step.ts';

export const alerts = defineTable('alerts', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  ruleId: column.uuid(),
  contractId: column.uuid(),
  value: column.float(),
  message: column.text(),
  executionId: column.uuid().orNull(),
  transactionHash: column.text().orNull(),
  triggeredAt: column.timestamp(),
  resolvedAt: column.timestamp().orNull(),
});

export async function insertAlerts(tx: AnyTransaction, fired: readonly FiredAlert[]): Promise<void> {
  const rows = fired.map(({ rule: { orgId, environment, contractId, id: ruleId }, alert }) => ({
    ...alert,
    orgId,
    environment,
    contractId,
    ruleId,
  }));
  await insertRows(rowsIn(tx), alerts, rows);
}

/** Resolves alerts that fired in an earlier pass. */
export async function resolveAlerts(
  tx: AnyTransaction,
  resolved: AlertChanges['resolved'],
  at: Date,
): Promise<void> {
  if (resolved.length === 0) return;
  await sql`
    update alerts a set resolved_at = ${at}
    from unnest(${resolved.map(({ rule }) => rule.orgId)}::uuid[], ${resolved.map(({ rule }) => rule.environment)}::text[],
      ${resolved.map(({ alertId }) => alertId)}::uuid[]) as x(org_id, environment, id)
    where a.org_id = x.org_id and a.environment = x.environment and a.id = x.id`.execute(tx);
}

/**
 * Saves the wording of a rule in its alerts before the rule changes, so that they still say what they fired
 * for.
 */
export async function storeEventLabels(tx: AnyTransaction, rule: AlertRule): Promise<void> {
  await sql`
    update alerts set rule_name = ${rule.ruleName}, metric = ${rule.metric}, operator = ${rule.operator},
      threshold = ${rule.threshold}, severity = ${rule.severity}
    where org_id = ${rule.orgId} and environment = ${rule.environment} and rule_id = ${rule.id}
      and metric is null`.execute(tx);
}

/** Saves the rules that a pass changed. */
export async function updateRules(tx: AnyTransaction, rules: readonly AlertRule[]): Promise<void> {
  if (rules.length === 0) return;
  await sql`
    update alert_rules r set firing_alert_id = x.firing_alert_id, last_fired_at = x.last_fired_at, last_met_at = x.last_met_at
    from unnest(${rules.map(({ orgId }) => orgId)}::uuid[], ${rules.map(({ environment }) => environment)}::text[],
      ${rules.map(({ id }) => id)}::uuid[], ${rules.map(({ firingAlertId }) => firingAlertId)}::uuid[],
      ${rules.map(({ lastFiredAt }) => lastFiredAt)}::timestamptz[], ${rules.map(({ lastMetAt }) => lastMetAt)}::timestamptz[])
      as x(org_id, environment, id, firing_alert_id, last_fired_at, last_met_at)
    where r.org_id = x.org_id and r.environment = x.environment and r.id = x.id`.execute(tx);
}
