import { sql } from 'kysely';
import { type ContractsOperationsPorts, createContractsOperations } from '../areas/contracts/index.ts';
import { AppError } from '../kit/errors/index.ts';
import { openLauncher } from './open-launcher.ts';
import type { AreaPorts } from './start-areas.ts';

/** Gives the operations of the contracts platform what they need of the delivery, the mail and the chain. */
export function wireContractsOperations(
  ports: AreaPorts,
  contracts: Pick<ContractsOperationsPorts, 'executeContract' | 'core'>,
  address: () => string,
) {
  const { spine, mail, settings, log, db } = ports;
  const onError = (error: unknown) => log.warn({ err: error }, 'operations of the contracts platform');
  return createContractsOperations({
    ...ports,
    ...contracts,
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
    launcher: ports.role === 'worker' ? undefined : openLauncher(ports, address, onError),
    maxNodes: settings.CLUSTER_MAX_NODES,
    scalers: settings.CLUSTER_SCALING,
    async operatorOrgId() {
      const { rows } = await sql<{ id: string }>`select id from organizations where is_default`.execute(db);
      return rows[0]?.id;
    },
    onError,
  });
}
