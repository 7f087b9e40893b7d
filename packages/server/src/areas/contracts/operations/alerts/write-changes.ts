import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyTransaction, NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { insertAlerts, resolveAlerts, updateRules } from './alert-changes.repository.ts';
import type { AlertChanges, FiredAlert } from './alert-step.ts';
import { sendAlertMail } from './send-alert-mail.ts';

/** Saves a pass's changes and queues its mails; returns the events about them. */
export async function writeChanges(
  tx: AnyTransaction,
  jobs: Jobs,
  changes: AlertChanges,
  now: Date,
): Promise<NewEvent[]> {
  await insertAlerts(tx, changes.fired);
  const firedNow = new Set(changes.fired.map(({ alert }) => alert.id));
  await resolveAlerts(
    tx,
    changes.resolved.filter(({ alertId }) => !firedNow.has(alertId)),
    now,
  );
  await updateRules(tx, [...changes.rules]);
  await jobs.addMany(tx, sendAlertMail, changes.fired.flatMap(mailsOf));
  return changes.fired.flatMap(eventsOf);
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
    data: factData(
      'alert_triggered',
      { ...rule, ...alert },
      {
        alert_id: formatId('alr', alert.id),
        rule_id: formatId('rul', rule.id),
        contract_id: formatId('ctr', rule.contractId),
        status: 'firing',
        execution_id: alert.executionId && formatId('exe', alert.executionId),
      },
    ),
  });
  const further = rule.actions.flatMap((action) =>
    action.type === 'event' && action.event_type !== undefined && action.event_type !== told.type
      ? [{ ...told, type: action.event_type, fact: undefined }]
      : [],
  );
  return [told, ...further];
}
