import { sql } from 'kysely';
import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import type { AlertRule } from './alert.repository.ts';
import type { AlertChanges, FiredAlert } from './alert-step.ts';

export async function insertAlerts(tx: AnyTransaction, fired: readonly FiredAlert[]): Promise<void> {
  if (fired.length === 0) return;
  const rows = fired.map(({ rule, alert }) => ({
    org_id: rule.orgId,
    environment: rule.environment,
    id: alert.id,
    rule_id: rule.id,
    contract_id: rule.contractId,
    value: alert.value,
    message: alert.message,
    execution_id: alert.executionId,
    transaction_hash: alert.transactionHash,
    triggered_at: alert.triggeredAt,
    resolved_at: alert.resolvedAt,
  }));
  await sql`
    insert into alerts select * from json_populate_recordset(null::alerts, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
}

/** Ends alerts that fired in an earlier pass. */
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

/** Writes what a pass changed of rules. */
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
