import { acknowledgementsOfNobody } from '../../../../../engine/acknowledgements/testing/acknowledgements-fixture.ts';
import { type Mail, startMail } from '../../../../../engine/mail/index.ts';
import {
  type Operations,
  startOperations,
} from '../../../transactions/history/testing/operations-fixture.ts';
import { contractHealthRoutes } from '../../health/contract-health.routes.ts';
import type { AlertWatchPorts } from '../alert-ports.ts';
import { alertRuleRoutes } from '../alert-rule.routes.ts';
import { AlertWatch } from '../alert-watch.ts';
import { alertMailJob } from '../send-alert-mail.ts';

type Node = Parameters<Parameters<typeof startOperations>[0]>[0]['node'];

/** Rules, their evaluation and their mails on a real database; the test controls the values of the chain. */
export interface Alerts {
  server: Operations;
  orgId: string;
  watches: AlertWatch[];
  /** Values of the chain. */
  chain: { balance: number; events: number };
  close(): Promise<void>;
}

export async function startAlerts(): Promise<Alerts> {
  let ports!: AlertWatchPorts;
  let mail!: Mail;
  const chain = { balance: 1, events: 0 };
  const server = await startOperations(
    ({ node, db, unitOfWork, jobs }) => {
      mail = openMail(node);
      ports = {
        db,
        unitOfWork,
        jobs,
        clock: node.clock,
        isLeader: () => true,
        chain: { balanceEth: async () => chain.balance, countEvents: async () => chain.events },
        onError: (error) => {
          throw error;
        },
      };
      return {
        routes: [
          ...alertRuleRoutes(() => ({
            db,
            unitOfWork,
            clock: node.clock,
            webhooks: webhooksOf(node),
            acknowledgements: acknowledgementsOfNobody({ db, unitOfWork, clock: node.clock }),
          })),
          ...contractHealthRoutes(() => ({ db, clock: node.clock })),
        ],
        jobs: [alertMailJob({ db, mailer: mailerOf(mail) })],
      };
    },
    { retryDelaysSeconds: [0, 0.05, 0.05] },
  );
  await server.runner.start();
  const orgId = await server.addOrganization();
  // Two nodes that both believe that they lead: nothing may fire twice.
  const watches = [new AlertWatch(ports), new AlertWatch(ports)];
  for (const watch of watches) watch.start();
  return {
    server,
    orgId,
    watches,
    chain,
    async close() {
      await Promise.all(watches.map((watch) => watch.stop()));
      await server.close();
      await mail.stop();
    },
  };
}

function openMail({ pool, clock, secretBox }: Node): Mail {
  return startMail({ pool, clock, secretBox, relay: undefined, onError: () => {} });
}

function mailerOf({ mailer }: Mail) {
  return {
    send: async (alert: Omit<Parameters<typeof mailer.send>[0], 'from'>) => {
      await mailer.send({ ...alert, from: 'Trivium <alerts@trivium.example>' });
    },
  };
}

function webhooksOf({ subscriptions }: Node) {
  return {
    async create(
      orgId: string,
      id: string,
      { name, url, secret, ruleId }: { name: string; url: string; secret: string; ruleId: string },
    ) {
      await subscriptions.create(orgId, id, {
        face: 'webhooks',
        name,
        url,
        secret,
        patterns: ['alert.triggered'],
        platform: 'contracts',
        filter: { rule_id: ruleId },
      });
    },
    async rename(orgId: string, id: string, name: string) {
      await subscriptions.update(orgId, id, { name });
      return true;
    },
    remove: (orgId: string, id: string) => subscriptions.delete(orgId, id),
  };
}
