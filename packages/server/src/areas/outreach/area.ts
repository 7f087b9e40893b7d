import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Area } from '../../engine/area.ts';
import type { BlobStore } from '../../engine/blobs/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { Mail } from '../../engine/mail/index.ts';
import type { ModelSource } from '../../engine/models/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import type { AddressPolicy } from '../../kit/net/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { registerBookingPages } from './answers/meetings/booking-pages.ts';
import { registerBookingWebhook } from './answers/meetings/booking-webhook.ts';
import { pauseForBudget } from './campaigns/campaigns/change-state.ts';
import { forgetMessages } from './mail/communications/erasure.repository.ts';
import type { Nodes } from './mail/communications/sending-ports.ts';
import { registerTrackingPages } from './mail/tracking/pages.ts';
import { mailGauges } from './mail-gauges.repository.ts';
import { type LeadsPorts, leadsJobs, openLeads } from './open-leads.ts';
import { openSending, type SendingOptions, sendingJobs } from './open-sending.ts';
import { outreachRoutes } from './routes.ts';

export interface OutreachPorts {
  db: AnyDatabase;
  pool: Pool;
  /** For statements over a whole import, which run on a separate connection. */
  connection: DatabaseConnection;
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Logger;
  secretBox: SecretBox;
  jobs: Jobs;
  blobs: BlobStore;
  mail: Mail;
  nodes: Nodes;
  /** Applies to the sites and services used to look up leads. */
  policy: AddressPolicy;
  /** The language model for agents and enrichment; undefined without one. */
  model: ModelSource | undefined;
  /** Only one of several nodes reads the mailbox of `imapUrl`. */
  isImapLeader(): boolean;
  /** Public base URL of the service, without a trailing slash; undefined until it is known. */
  publicUrl(): string | undefined;
  settings: OutreachSettings;
}

type SendingSettings =
  | 'mailPriceMicros'
  | 'mailDomain'
  | 'bounceAddress'
  | 'inboundSmtp'
  | 'imapUrl'
  | 'imapSentFolder';

export type OutreachSettings = Pick<LeadsPorts, 'enrichment' | 'collector' | 'caCertificates'> &
  Pick<SendingOptions, SendingSettings>;

/** Leads, the campaigns that write to them, and the replies. */
export async function openOutreach(ports: OutreachPorts): Promise<Area> {
  const { db, pool, unitOfWork, clock, log, jobs, model } = ports;
  const { enrichment, collector, caCertificates, ...mailing } = ports.settings;
  const leads = openLeads({
    db,
    connection: ports.connection,
    unitOfWork,
    clock,
    log,
    jobs,
    blobs: ports.blobs,
    policy: ports.policy,
    model,
    enrichment,
    collector,
    caCertificates,
    pauseForBudget: pauseForBudget(clock),
    eraseShares: [forgetMessages],
    onError: (error) => log.warn({ err: error }, 'upkeep of outreach'),
  });
  const sending = await openSending({
    ...mailing,
    db,
    pool,
    unitOfWork,
    clock,
    log,
    secretBox: ports.secretBox,
    jobs,
    mail: ports.mail,
    nodes: ports.nodes,
    ledger: leads.ledger,
    judgeReply: leads.judgeReply,
    agentEngine: model === undefined ? 'rules' : 'llm',
    isImapLeader: ports.isImapLeader,
    publicUrl: ports.publicUrl,
  });
  const service = { leads, sending };
  return {
    routes: outreachRoutes(() => service),
    jobs: [...leadsJobs(leads), ...sendingJobs(sending)],
    figures: [mailGauges],
    pages(app) {
      for (const register of [registerTrackingPages, registerBookingPages, registerBookingWebhook])
        register(app, () => sending);
    },
    async start() {
      await leads.start();
      await sending.start();
    },
    stop: () => sending.stop().finally(() => leads.stop()),
  };
}
