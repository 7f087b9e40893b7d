import { availableParallelism } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { contractsRoutes } from '../areas/contracts/index.ts';
import {
  createOutreachLeads,
  createOutreachSending,
  forgetMessages,
  outreachRoutes,
  pauseForBudget,
} from '../areas/outreach/index.ts';
import { type AgentSettings, createReviewService, requestReviewAction } from '../areas/review/index.ts';
import type { BlobStore } from '../engine/blobs/index.ts';
import type { NodeRegistry, ProcessFigures } from '../engine/cluster/index.ts';
import { createJobs, type JobHandler, JobRunner, type Jobs } from '../engine/jobs/index.ts';
import { type Mail, startMail } from '../engine/mail/index.ts';
import { ModelSource } from '../engine/models/index.ts';
import type { AnyDatabase } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import { createPool, type DatabaseConnection, type Notifications } from '../kit/db/index.ts';
import type { IdempotencyStore, RateLimiter } from '../kit/http/index.ts';
import type { AddressPolicy, GuardedClient } from '../kit/net/index.ts';
import type { SecretBox } from '../kit/secrets/index.ts';
import { areaJobs } from './area-jobs.ts';
import { wireContractsOperations } from './contracts-operations-wiring.ts';
import { executeContractAction } from './execute-contract-action.ts';
import { isLoopbackHost } from './loopback.ts';
import { openWorkflows } from './open-workflows.ts';
import type { Settings } from './settings.ts';
import { openBlobStore } from './start-blobs.ts';
import type { NodeRole } from './start-engine.ts';
import type { Spine } from './start-spine.ts';
import type { StopSequence } from './stop-sequence.ts';
import { wireContractsCore } from './wire-contracts-core.ts';

/** What the platforms stand on. */
export interface AreaPorts {
  settings: Settings;
  log: Logger;
  clock: Clock;
  pool: Pool;
  db: AnyDatabase;
  connection: DatabaseConnection;
  /** The database is our own, below DATA_DIR. */
  isEmbedded: boolean;
  notifications: Notifications;
  secretBox: SecretBox;
  policy: AddressPolicy;
  client: GuardedClient;
  registry: NodeRegistry;
  figures: ProcessFigures;
  role: NodeRole;
  /** What the settings were read from; workers are started with the same. */
  env: NodeJS.ProcessEnv;
  spine: Spine;
  rateLimiter: RateLimiter;
  idempotency: IdempotencyStore;
  jobs: Jobs;
  blobs: BlobStore;
  mail: Mail;
  stops: StopSequence;
}

/** Starts the file store, the areas and their jobs, in this order. */
export async function startAreas(ports: Omit<AreaPorts, 'jobs' | 'blobs' | 'mail'>): Promise<Areas> {
  const { settings, log, clock, pool, connection, registry, isEmbedded, stops } = ports;
  const onError = (error: unknown) => log.warn({ err: error }, 'stored files');
  const blobs = await openBlobStore(settings, { pool, clock, onError });
  blobs.start();
  stops.add('stored files', () => blobs.stop());
  const workerPool = createPool(connection, {
    max: settings.JOB_CONCURRENCY + 1,
    applicationName: 'trivium jobs',
    onError: (error) => log.warn({ err: error }, 'database connection of the jobs'),
  });
  stops.add('connections of the jobs', () => workerPool.end());
  const mail = startMail({
    ...ports,
    relay: settings.SMTP_URL,
    ...(settings.DKIM_PRIVATE_KEY && {
      operatorKey: { selector: settings.DKIM_SELECTOR, pem: settings.DKIM_PRIVATE_KEY },
    }),
    onError: (error) => log.warn({ err: error }, 'mail'),
  });
  stops.add('mail', () => mail.stop());
  const areas = await createAreas({ ...ports, jobs: createJobs(), blobs, mail });
  const runner = new JobRunner({
    pool: workerPool,
    registry,
    log,
    handlers: countRunning(areaJobs(areas), ports.figures),
    concurrency: settings.JOB_CONCURRENCY,
    isAlone: isEmbedded,
  });
  await areas.start();
  await runner.start();
  stops.add('jobs', () => runner.stop());
  return areas;
}

/** Has the node's figures tell of jobs under way. */
function countRunning(handlers: JobHandler[], figures: ProcessFigures): JobHandler[] {
  let running = 0;
  figures.countQueue(() => running);
  return handlers.map((handler) => ({
    ...handler,
    async run(payload, context) {
      running++;
      await handler.run(payload, context).finally(() => running--);
    },
  }));
}

export type Areas = Awaited<ReturnType<typeof createAreas>>;

/** Puts each platform together. Its routes are listed in area-routes.ts, its jobs in area-jobs.ts. */
export async function createAreas(ports: AreaPorts) {
  const { log, stops, spine, settings } = ports;
  const outreachLeads = createOutreachLeads({
    ...ports,
    unitOfWork: spine.unitOfWork,
    pauseForBudget: pauseForBudget(ports.clock),
    eraseShares: [forgetMessages],
    onError: (error) => log.warn({ err: error }, 'upkeep of outreach'),
    enrichment: enrichmentSettings(settings),
    model: modelSourceOf(settings),
    collector: collectorOf(settings),
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  });
  const ownAddress = settings.PORT === 0 ? undefined : `http://${settings.HOST}:${settings.PORT}`;
  const reach: { address: string | undefined } = { address: settings.PUBLIC_URL ?? ownAddress };
  const publicAddress = () => reach.address ?? `http://${settings.HOST}`;
  const outreachSending = await createOutreachSending({
    ...ports,
    unitOfWork: spine.unitOfWork,
    nodes: ports.registry,
    ledger: outreachLeads.ledger,
    judgeReply: outreachLeads.judgeReply,
    agentEngine: settings.LLM_MODEL === undefined ? 'rules' : 'llm',
    publicUrl: () => reach.address,
    mailPriceMicros: Math.round(settings.MAIL_PRICE_USD * 1_000_000),
    mailDomain: settings.MAIL_DOMAIN,
    bounceAddress: settings.BOUNCE_ADDRESS,
    inboundSmtp:
      settings.INBOUND_SMTP_PORT === undefined
        ? undefined
        : {
            port: settings.INBOUND_SMTP_PORT,
            host: settings.INBOUND_SMTP_HOST,
            tls: certificateOf(settings),
          },
    imapUrl: settings.IMAP_URL,
    imapSentFolder: settings.IMAP_SENT_FOLDER,
    isImapLeader: (() => {
      const leadership = ports.registry.leader('outreach imap');
      return () => leadership.isLeader();
    })(),
  });
  const review = createReviewService({
    ...ports,
    unitOfWork: spine.unitOfWork,
    threads: settings.REVIEW_THREADS ?? Math.min(availableParallelism(), 4),
    threadMemoryMb: settings.REVIEW_THREAD_MEMORY_MB,
    beginsAhead: true,
    bounds: {
      analysisTimeoutMs: settings.REVIEW_ANALYSIS_TIMEOUT_SECONDS * 1000,
      agentTimeoutMs: settings.REVIEW_AGENT_TIMEOUT_SECONDS * 1000,
    },
    agents: { advisoryDbPath: settings.ADVISORY_DB_PATH, osv: osvOf(settings), llm: modelOf(settings) },
  });
  stops.add('threads of application review', () => review.stop());
  const contracts = wireContractsCore(ports);
  const contractsOperations = wireContractsOperations(ports, contracts, publicAddress);
  contracts.onExecutionSettled(() => contractsOperations.onSettled());
  contracts.onBlock((block) => contractsOperations.onBlock(block));
  const rows = contractsRoutes(() => ({ core: contracts.core, operations: contractsOperations }));
  const executeRoute = rows.find(({ operationId }) => operationId === 'executeContract')!;
  const workflows = openWorkflows(
    ports,
    [requestReviewAction(review), executeContractAction(contracts.executeContract, executeRoute)],
    [...rows, ...outreachRoutes(() => ({ leads: outreachLeads, sending: outreachSending }))],
  );
  return {
    review,
    contracts,
    contractsOperations,
    outreachLeads,
    outreachSending,
    workflows,
    /** Where people reach this service. */
    publicAddress,
    /** Told once the server listens, since its port may be any free one. */
    listensAt(address: string): void {
      if (settings.PUBLIC_URL === undefined) reach.address = address;
    },
    /** Sets going what runs beside requests and jobs. */
    async start(): Promise<void> {
      if (settings.REVIEW_WARM_UP === 'on') review.warmUp();
      contracts.start();
      stops.add('chains', () => contracts.stop());
      contractsOperations.start();
      stops.add('contracts operations', () => contractsOperations.stop());
      await outreachLeads.start();
      stops.add('upkeep of outreach', () => outreachLeads.stop());
      await outreachSending.start();
      stops.add('sending', () => outreachSending.stop());
      workflows.engine.start();
      stops.add('workflows', () => workflows.engine.stop());
    },
  };
}

/** Where traces are told to; undefined when there is none. */
function collectorOf({ OTLP_TRACES_URL: url, OTLP_HEADERS: headers }: Settings) {
  return url === undefined ? undefined : { url, headers };
}

/** The certificate of the inbound listener; undefined when there is none. */
function certificateOf(settings: Settings) {
  const { INBOUND_SMTP_TLS_CERT: cert, INBOUND_SMTP_TLS_KEY: key } = settings;
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** The database on the network that dependencies are looked up in; undefined when there is none. */
function osvOf(settings: Settings): AgentSettings['osv'] {
  if (settings.OSV_API_URL === undefined) return undefined;
  return {
    url: settings.OSV_API_URL,
    allowLoopback: isLoopbackHost(settings.HOST),
    allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  };
}

/** The language model of the settings; undefined when there is none. */
function modelOf(settings: Settings): AgentSettings['llm'] {
  if (settings.LLM_MODEL === undefined) return undefined;
  return {
    provider: settings.LLM_PROVIDER,
    model: settings.LLM_MODEL,
    baseUrl: settings.LLM_BASE_URL,
    apiKey: settings.LLM_API_KEY,
    maxTokens: settings.LLM_MAX_TOKENS,
    timeoutMs: settings.LLM_TIMEOUT_SECONDS * 1000,
    price: settings.LLM_PRICE_USD,
  };
}

function modelSourceOf(settings: Settings): ModelSource | undefined {
  const llm = modelOf(settings);
  if (llm === undefined) return undefined;
  const { baseUrl, ...rest } = llm;
  return new ModelSource({ ...rest, ...(baseUrl !== undefined && { baseUrl }) });
}

/** Where leads are looked up beyond their own columns and sites. */
function enrichmentSettings(settings: Settings) {
  const { ENRICHMENT_PROVIDER_URL: url, ENRICHMENT_PROVIDER_KEY: key } = settings;
  const priceMicros = Math.ceil(settings.ENRICHMENT_PROVIDER_PRICE_USD * 1_000_000);
  return {
    dnsServers: settings.DNS_SERVERS,
    paid: url === undefined || key === undefined ? undefined : { url, key, priceMicros },
  };
}
