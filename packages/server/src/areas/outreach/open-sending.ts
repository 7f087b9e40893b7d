import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { handleJob, type JobHandler, type Jobs } from '../../engine/jobs/index.ts';
import type { Mail } from '../../engine/mail/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import type { InboundPorts, JudgeReply } from './answers/inbound/inbound-ports.ts';
import type { CostLedger } from './books/economics/ledger.ts';
import type { CampaignPorts } from './campaigns/campaigns/campaign-ports.ts';
import { pauseIn } from './campaigns/campaigns/change-state.ts';
import { enrollLeads, failLaunch } from './campaigns/campaigns/enroll-leads.ts';
import { enrollLeadsJob } from './campaigns/campaigns/enroll-leads-job.ts';
import { CommunicationQueue } from './mail/communications/queue-communication.ts';
import { Sender } from './mail/communications/sender/sender.ts';
import type { Nodes } from './mail/communications/sending-ports.ts';
import { loadLinkSecret } from './mail/links/link-secret.repository.ts';
import { Links } from './mail/links/links.ts';
import { SendingUpkeep } from './sending-upkeep.ts';

/** Dependencies of the sending half of outreach. */
export interface SendingOptions {
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
  /** Asks a model about replies the rules are unsure of; undefined without one. */
  judgeReply: JudgeReply | undefined;
  /** Public base URL of the service, without a trailing slash; undefined until it is known. */
  publicUrl(): string | undefined;
  /** What runs agents unless a campaign says otherwise. */
  agentEngine: 'rules' | 'llm';
  /** Cost of one sent mail in micro-USD. */
  mailPriceMicros: number;
  mailDomain: string;
  bounceAddress: string | undefined;
  /** SMTP listener for bounces and replies; undefined for none. */
  inboundSmtp: { port: number; host: string; tls: { cert: string; key: string } | undefined } | undefined;
  /** Mailbox to read bounces and replies from; undefined for none. */
  imapUrl: string | undefined;
  /** Its Sent folder; undefined for the one the server marks as such. */
  imapSentFolder: string | undefined;
  /** Only one of several nodes reads that mailbox. */
  isImapLeader(): boolean;
}

/** Campaigns, messages and the responses to them. */
export interface OutreachSending extends CampaignPorts, InboundPorts {
  queue: CommunicationQueue;
  sender: Sender;
  /** The inbound listener's port, once it is listening. */
  inbound: { smtpPort: number | undefined };
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openSending(options: SendingOptions): Promise<OutreachSending> {
  const { mail, publicUrl, pool, secretBox } = options;
  const links = new Links({ secret: await loadLinkSecret(pool, secretBox), publicUrl });
  const ports: InboundPorts = {
    ...options,
    mailer: mail.mailer,
    keys: mail.keys,
    links,
    pauseUnfunded: (query, spent) => pauseIn(query, { ...spent, reason: 'budget' }),
  };
  const upkeep = new SendingUpkeep(ports, () => sender.wake());
  const sender = new Sender(ports, () => upkeep.look());
  const queue = new CommunicationQueue(ports, () => sender.wake());
  const inbound: { smtpPort: number | undefined } = { smtpPort: undefined };
  const { inboundSmtp } = options;
  const listener = inboundSmtp && { ...inboundSmtp, smtp: await createListener(ports, inboundSmtp.tls) };
  const imap = options.imapUrl === undefined ? undefined : await createImap(ports, options, options.imapUrl);
  return {
    ...ports,
    inbound,
    jobs: options.jobs,
    agentEngine: options.agentEngine,
    queue,
    sender,
    wake: () => upkeep.wake(),
    async start() {
      await sender.start();
      upkeep.start();
      if (listener !== undefined) {
        inbound.smtpPort = await listener.smtp.listen(listener.port, listener.host);
      }
      imap?.reader.start();
      imap?.sent?.start();
    },
    async stop() {
      await Promise.all([imap?.reader.stop(), imap?.sent?.stop()]);
      if (inbound.smtpPort !== undefined) await listener?.smtp.stop();
      await upkeep.stop();
      await queue.drain();
      await sender.stop();
    },
  };
}

// Loaded only when the settings need it.
async function createListener(ports: InboundPorts, tls: { cert: string; key: string } | undefined) {
  const { InboundListener } = await import('./answers/inbound/smtp-listener.ts');
  return new InboundListener(ports, tls);
}

async function createImap(ports: InboundPorts, options: SendingOptions, url: string) {
  const { isImapLeader: isLeader, imapSentFolder: folder } = options;
  const { ImapReader } = await import('./answers/inbound/imap-reader.ts');
  const { SentFolderWatch } = await import('./answers/inbound/sent-folder.ts');
  return {
    reader: new ImapReader(ports, { url, isLeader }),
    // The sandbox itself reports what it accepted.
    sent: ports.mailer.mode === 'smtp' ? new SentFolderWatch(ports, { url, folder, isLeader }) : undefined,
  };
}

/** The background jobs of sending. */
export function sendingJobs(service: OutreachSending): JobHandler[] {
  return [
    handleJob(
      enrollLeadsJob,
      (payload) => enrollLeads(service, payload),
      (payload) => failLaunch(service, payload),
    ),
  ];
}
