import { sql } from 'kysely';
import { factEvent } from '../../../engine/catalog/index.ts';
import type { Jobs } from '../../../engine/jobs/index.ts';
import type { AnyTransaction, NewEvent } from '../../../engine/spine/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { AlertChanges, FiredAlert } from './alert-step.ts';
import { sendAlertMail } from './send-alert-mail.ts';

/** Writes what a pass changed and queues its mails; returns the events that tell of it. */
export async function writeChanges(
  tx: AnyTransaction,
  jobs: Jobs,
  changes: AlertChanges,
  now: Date,
): Promise<NewEvent[]> {
  await insertAlerts(tx, changes.fired);
  const before = changes.resolved.filter(
    ({ alertId }) => !changes.fired.some(({ alert }) => alert.id === alertId),
  );
  if (before.length > 0) {
    await sql`
      update alerts a set resolved_at = ${now}
      from unnest(${before.map(({ rule }) => rule.orgId)}::uuid[], ${before.map(({ rule }) => rule.environment)}::text[],
        ${before.map(({ alertId }) => alertId)}::uuid[]) as x(org_id, environment, id)
      where a.org_id = x.org_id and a.environment = x.environment and a.id = x.id`.execute(tx);
  }
  const rules = [...changes.rules];
  if (rules.length > 0) {
    await sql`
      update alert_rules r set firing_alert_id = x.firing_alert_id, last_fired_at = x.last_fired_at, last_met_at = x.last_met_at
      from unnest(${rules.map(({ orgId }) => orgId)}::uuid[], ${rules.map(({ environment }) => environment)}::text[],
        ${rules.map(({ id }) => id)}::uuid[], ${rules.map(({ firingAlertId }) => firingAlertId)}::uuid[],
        ${rules.map(({ lastFiredAt }) => lastFiredAt)}::timestamptz[], ${rules.map(({ lastMetAt }) => lastMetAt)}::timestamptz[])
        as x(org_id, environment, id, firing_alert_id, last_fired_at, last_met_at)
      where r.org_id = x.org_id and r.environment = x.environment and r.id = x.id`.execute(tx);
  }
  await jobs.addMany(tx, sendAlertMail, changes.fired.flatMap(mailsOf));
  return changes.fired.flatMap(eventsOf);
}

async function insertAlerts(tx: AnyTransaction, fired: readonly FiredAlert[]): Promise<void> {
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
  await sql`insert into alerts select * from json_populate_recordset(null::alerts, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
}

function mailsOf({ rule, alert }: FiredAlert) {
  const recipients = rule.actions.flatMap((action) => (action.type === 'email' ? action.recipients : []));
  return [...new Set(recipients)].map((to) => ({
    payload: { orgId: rule.orgId, environment: rule.environment, alertId: alert.id, to },
  }));
}

function eventsOf({ rule, alert, correlationId }: FiredAlert): NewEvent[] {
  const told = factEvent('alert_triggered', {
    orgId: rule.orgId,
    source: 'contracts',
    correlationId,
    data: {
      alert_id: formatId('alr', alert.id),
      rule_id: formatId('rul', rule.id),
      rule_name: rule.ruleName,
      contract_id: formatId('ctr', rule.contractId),
      environment: rule.environment,
      metric: rule.metric,
      operator: rule.operator,
      threshold: rule.threshold,
      value: alert.value,
      severity: rule.severity,
      status: 'firing',
      message: alert.message,
      execution_id: alert.executionId && formatId('exe', alert.executionId),
      transaction_hash: alert.transactionHash,
      triggered_at: alert.triggeredAt.toISOString(),
    },
  });
  const further = rule.actions.flatMap((action) =>
    action.type === 'event' && action.event_type !== undefined && action.event_type !== told.type
      ? [{ ...told, type: action.event_type, fact: undefined }]
      : [],
  );
  return [told, ...further];
}
