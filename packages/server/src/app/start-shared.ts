import type { BlobStore } from '../engine/blobs/index.ts';
import { type JobHandler, JobRunner } from '../engine/jobs/index.ts';
import { type Mail, startMail } from '../engine/mail/index.ts';
import { CallBook, ModelSource } from '../engine/models/index.ts';
import { createPool } from '../kit/db/index.ts';
import { createAddressPolicy, createGuardedClient } from '../kit/net/index.ts';
import type { EngineParts } from './area-base.ts';
import { isLoopbackHost } from './loopback.ts';
import { openBlobStore } from './start-blobs.ts';

export async function startBlobs({ settings, pool, clock, log, stops }: EngineParts): Promise<BlobStore> {
  const onError = (error: unknown) => log.warn({ err: error }, 'stored files');
  const blobs = await openBlobStore(settings, { pool, clock, onError });
  blobs.start();
  stops.add('stored files', () => blobs.stop());
  return blobs;
}

export function startMailer({ settings, pool, clock, secretBox, log, stops }: EngineParts): Mail {
  const { DKIM_PRIVATE_KEY: pem, DKIM_SELECTOR: selector } = settings;
  const mail = startMail({
    pool,
    clock,
    secretBox,
    relay: settings.SMTP_URL,
    operatorKey: pem === undefined ? undefined : { selector, pem },
    onError: (error) => log.warn({ err: error }, 'mail'),
  });
  stops.add('mail', () => mail.stop());
  return mail;
}

/** The configured language model; undefined if there is none. */
export function openModelSource({
  settings,
  pool,
  clock,
  spine,
  stops,
}: EngineParts): ModelSource | undefined {
  if (settings.LLM_MODEL === undefined) return undefined;
  const client = createGuardedClient({
    // The operator sets this address, and self-hosted models often have no certificate.
    policy: createAddressPolicy({
      allowedNetworks: settings.ALLOWED_PRIVATE_NETWORKS,
      allowLoopback: isLoopbackHost(settings.HOST),
      requireHttps: false,
    }),
    userAgent: 'Trivium-Models/1.0',
    ...(settings.EXTRA_CA_CERTIFICATES && { caCertificates: [settings.EXTRA_CA_CERTIFICATES] }),
  });
  stops.add('connections to the language model', () => client.close());
  return new ModelSource({
    provider: settings.LLM_PROVIDER,
    model: settings.LLM_MODEL,
    baseUrl: settings.LLM_BASE_URL,
    apiKey: settings.LLM_API_KEY,
    price: settings.LLM_PRICE_USD,
    timeoutMs: settings.LLM_TIMEOUT_SECONDS * 1000,
    client,
    book: new CallBook({
      pool,
      clock,
      maxMonthMicros: Math.floor(settings.LLM_MONTHLY_BUDGET_USD * 1_000_000),
      onCall: (call) => spine.metrics.modelAsked(call),
    }),
  });
}

/** Runs jobs on their own connections. */
export async function startJobs(parts: EngineParts, handlers: JobHandler[]): Promise<void> {
  const { settings, connection, isAlone, registry, figures, log, stops } = parts;
  const { metrics } = parts.spine;
  const pool = createPool(connection, {
    max: settings.JOB_CONCURRENCY + 1,
    applicationName: `trivium jobs ${registry.nodeId}`,
    onError: (error) => log.warn({ err: error }, 'database connection of the jobs'),
  });
  stops.add('connections of the jobs', () => pool.end());
  let running = 0;
  figures.countQueue(() => running);
  const runner = new JobRunner({
    pool,
    registry,
    log,
    handlers: handlers.map((handler) => ({
      ...handler,
      async run(payload, context) {
        running++;
        await handler.run(payload, context).finally(() => running--);
      },
    })),
    concurrency: settings.JOB_CONCURRENCY,
    onFailure: (job) => metrics.jobFailed(job),
    isAlone,
  });
  await runner.start();
  stops.add(
    'jobs',
    () => runner.stop(),
    () => `${running} under way`,
  );
}
