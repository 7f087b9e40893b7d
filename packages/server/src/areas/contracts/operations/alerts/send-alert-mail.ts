import { defineJob, handleJob, type JobHandler } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { findAlert } from './alert.repository.ts';
import type { AlertMailer } from './alert-ports.ts';

/** One mail about one alert to one recipient. */
export const sendAlertMail = defineJob<{ orgId: string; environment: string; alertId: string; to: string }>(
  'contracts.send_alert_mail',
  { maxAttempts: 8 },
);

export function alertMailJob({ db, mailer }: { db: AnyDatabase; mailer: AlertMailer }): JobHandler {
  return handleJob(sendAlertMail, async ({ orgId, environment, alertId, to }) => {
    const alert = await findAlert(db, { orgId, environment }, alertId);
    // The rule was deleted meanwhile, together with its alerts.
    if (alert === undefined) return;
    await mailer.send({
      orgId,
      to,
      subject: `[${alert.severity}] ${alert.ruleName}`.replace(/[\r\n]+/g, ' '),
      text: [
        alert.message,
        '',
        `Rule: ${alert.ruleName}`,
        `Contract: ${formatId('ctr', alert.contractId)} (${environment})`,
        ...(alert.executionId === null ? [] : [`Execution: ${formatId('exe', alert.executionId)}`]),
        ...(alert.transactionHash === null ? [] : [`Transaction: ${alert.transactionHash}`]),
        `Fired: ${alert.triggeredAt.toISOString()}`,
        `Alert: ${formatId('alr', alert.id)}`,
        '',
      ].join('\n'),
      messageId: `<${formatId('alr', alertId)}.${Buffer.from(to).toString('hex').slice(0, 60)}@alerts.trivium.invalid>`,
    });
  });
}
