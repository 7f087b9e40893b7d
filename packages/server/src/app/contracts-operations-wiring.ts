import { type ContractsOperationsPorts, createContractsOperations } from '../areas/contracts/index.ts';
import { AppError } from '../kit/errors/index.ts';
import type { AreaPorts } from './start-areas.ts';

/** Gives the operations of the contracts platform what they need of the delivery, the mail and the chain. */
export function wireContractsOperations(
  ports: AreaPorts,
  chain: Pick<ContractsOperationsPorts, 'executeContract' | 'chain' | 'isReachable'>,
) {
  const { spine, mail, settings, log } = ports;
  return createContractsOperations({
    ...ports,
    ...chain,
    unitOfWork: spine.unitOfWork,
    webhooks: {
      async create(orgId, id, { name, url, secret, ruleId }) {
        await spine.subscriptions.create(orgId, id, {
          face: 'webhooks',
          name,
          url,
          secret,
          patterns: ['alert.triggered'],
          platform: 'contracts',
          filter: { rule_id: ruleId },
        });
      },
      async remove(orgId, id) {
        await spine.subscriptions.delete(orgId, id).catch((error) => {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
        });
      },
    },
    mailer: {
      async send(alert) {
        await mail.mailer.send({ ...alert, from: `Trivium alerts <alerts@${settings.MAIL_DOMAIN}>` });
      },
    },
    onError: (error) => log.warn({ err: error }, 'operations of the contracts platform'),
  });
}
