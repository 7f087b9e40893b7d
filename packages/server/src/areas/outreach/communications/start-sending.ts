import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { handleJob, type JobHandler, type Jobs } from '../../../engine/jobs/index.ts';
import type { Mail } from '../../../engine/mail/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { AnyRoute } from '../../../kit/http/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { campaignRoutes } from '../campaigns/campaign.routes.ts';
import type { CampaignPorts } from '../campaigns/campaign-ports.ts';
import { enrollLeads, enrollLeadsJob, failLaunch } from '../campaigns/enroll-leads.ts';
import type { CostLedger } from '../economics/ledger.ts';
import { mailboxRoutes } from '../mailboxes/mailbox.routes.ts';
import { sandboxRoutes } from '../sandbox/sandbox.routes.ts';
import { templateRoutes } from '../templates/template.routes.ts';
import { loadLinkSecret } from '../tracking/link-secret.ts';
import { Links } from '../tracking/links.ts';
import { communicationRoutes } from './communication.routes.ts';
import { CommunicationQueue } from './queue-communication.ts';
import { Sender } from './sender/sender.ts';
import type { Nodes, SendingPorts } from './sending-ports.ts';
import { SendingUpkeep } from './sending-upkeep.ts';

/** What the sending half of outreach stands on. */
export interface OutreachSendingPorts {
  pool: Pool;
  db: AnyDatabase;
  clock: Clock;
  log: Logger;
  unitOfWork: UnitOfWork;
  secretBox: SecretBox;
  mail: Mail;
  jobs: Jobs;
  nodes: Nodes;
  ledger: CostLedger;
  /** Where people reach the service, without a slash at its end. */
  publicUrl(): string;
  /** What one sent mail is booked at, micro-USD. */
  mailPriceMicros: number;
  mailDomain: string;
  bounceAddress: string | undefined;
}

/** Campaigns, messages and what comes back of them. */
export interface OutreachSending extends CampaignPorts {
  queue: CommunicationQueue;
  sender: Sender;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function createOutreachSending(options: OutreachSendingPorts): Promise<OutreachSending> {
  const { mail, publicUrl, pool, secretBox } = options;
  const links = new Links({ secret: await loadLinkSecret(pool, secretBox), publicUrl });
  const ports: SendingPorts = { ...options, mailer: mail.mailer, keys: mail.keys, links };
  const sender = new Sender(ports);
  const queue = new CommunicationQueue(ports, () => sender.wake());
  const upkeep = new SendingUpkeep(ports, () => sender.wake());
  return {
    ...ports,
    jobs: options.jobs,
    queue,
    sender,
    wake: () => upkeep.wake(),
    async start() {
      await sender.start();
      upkeep.start();
    },
    async stop() {
      await upkeep.stop();
      await queue.drain();
      await sender.stop();
    },
  };
}

/** The background jobs that send. */
export function outreachSendingJobs(service: OutreachSending): JobHandler[] {
  return [
    handleJob(enrollLeadsJob, async (payload, { isLastAttempt }) => {
      try {
        await enrollLeads(service, payload);
      } catch (error) {
        if (isLastAttempt) await failLaunch(service, payload);
        throw error;
      }
    }),
  ];
}

/** The rows of the route table that send. `service` is asked when a row is, not before. */
export function outreachSendingRoutes(service: () => OutreachSending): AnyRoute[] {
  return [
    ...campaignRoutes(service),
    ...communicationRoutes(service),
    ...mailboxRoutes(service),
    ...templateRoutes(service),
    ...sandboxRoutes(service),
  ];
}
