import { required } from '../../src/kit/required.ts';
import { Auditor } from './harness/auditor.ts';
import { Installation } from './harness/installation.ts';
import {
  type Audit,
  auditLog,
  auditSink,
  awaitQuietDatabase,
  awaitSettled,
  readInFlight,
  type SinkAudit,
} from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { endFollower, StreamFollower } from './harness/stream-follower.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

export interface KillServiceOptions {
  kills: number;
  ratePerSecond: number;
  /** Each kill comes within this time after the service is up; every fourth within this time after its start begins. */
  maxUpMs: number;
  /** No further kill after this time; no limit by default. */
  maxMs?: number;
  /** Called after each kill. */
  onKill?(kill: number, inFlight: number): void;
}

export interface KillServiceReport {
  kills: number;
  /** Kills before the service was up. */
  killsWhileStarting: number;
  log: Audit;
  sinks: Record<string, SinkAudit>;
  /** Deliveries that a receiver had and whose result was not stored, in total over all kills. */
  inFlight: number;
  duplicates: number;
  /** Copies that no kill explains, because their delivery was not in flight at enough kills. */
  unexplained: string[];
  /** The longest time between the arrival of a first copy and the kill that caused the second. */
  oldestDuplicateMs: number;
  /** From the start of the process to its address, for each start that was not killed. */
  startMs: number[];
  /** Answers other than 201, 503 and 409 for a key in use; keys that were answered with two events. */
  unexpected: string[];
  changedAnswers: string[];
  /** Where a client that followed the event stream all the time missed an event or got one twice. */
  streamBreaks: string[];
  streamed: number;
  /** Checkpoints that were signed during the run, and contradictions between them and the log. */
  checkpoints: number;
  unproven: string[];
}

/** Receivers with different numbers of deliveries in flight. */
async function openSinks(): Promise<Record<string, WebhookSink>> {
  return {
    prompt: await WebhookSink.open(),
    slow: await WebhookSink.open({ delayMs: () => 20 + Math.random() * 180 }),
  };
}

/** Repeatedly kills the service under load, then compares log, publisher and receivers. */
export async function killService(options: KillServiceOptions): Promise<KillServiceReport> {
  const installation = await Installation.make();
  const sinks = await openSinks();
  try {
    const startMs = [await installation.start()];
    for (const sink of Object.values(sinks)) await installation.api.subscribe(['load.*'], sink.url);
    const publisher = new Publisher({
      api: installation.api,
      clients: 16,
      keyedClients: 8,
      ratePerSecond: options.ratePerSecond,
    }).start();
    const follower = new StreamFollower(() => installation.address).start();
    const auditor = new Auditor(installation.api).start();
    const killed = await killRepeatedly(installation, Object.values(sinks), options, startMs);
    // The last process runs undisturbed until every publish with a key has its answer.
    await publisher.acknowledgedAfter(performance.now());
    await publisher.stop();
    const connection = await installation.connection();
    await awaitSettled(connection);
    const log = await auditLog(installation.api, connection, publisher);
    const unproven = await auditor.verify();
    await endFollower(follower, log.logged);
    return {
      kills: killed.kills.length,
      ...killed.counts,
      log,
      streamBreaks: follower.breaks,
      streamed: follower.published,
      checkpoints: auditor.checkpoints.size,
      unproven,
      sinks: Object.fromEntries(
        Object.entries(sinks).map(([name, sink]) => [name, auditSink(sink, publisher)]),
      ),
      ...explainDuplicates(Object.values(sinks), killed.kills),
      startMs,
      unexpected: publisher.unexpected,
      changedAnswers: publisher.changedAnswers,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    for (const sink of Object.values(sinks)) await sink.close();
  }
}

interface Kill {
  at: number;
  /** Webhook ids of deliveries that the killed process had sent and whose result was not stored. */
  inFlight: Set<string>;
}

async function killRepeatedly(
  installation: Installation,
  sinks: WebhookSink[],
  { kills: count, maxUpMs, maxMs = Number.POSITIVE_INFINITY, onKill }: KillServiceOptions,
  startMs: number[],
): Promise<{ kills: Kill[]; counts: { killsWhileStarting: number } }> {
  const kills: Kill[] = [];
  let killsWhileStarting = 0;
  const until = performance.now() + maxMs;
  for (let i = 0; i < count && performance.now() < until; i++) {
    if (i % 4 !== 3) await installation.process.ready;
    await sleep(Math.random() * maxUpMs);
    if (installation.address === undefined) killsWhileStarting++;
    const at = performance.now();
    await installation.kill();
    kills.push({ at, inFlight: await findInFlight(installation, sinks, kills.at(-1)?.at ?? 0) });
    onKill?.(i + 1, required(kills.at(-1), 'the last of kills').inFlight.size);
    const launchedAt = performance.now();
    const started = installation.launch();
    started.ready.then(
      () => startMs.push(performance.now() - launchedAt),
      () => {},
    );
  }
  await installation.process.ready;
  return { kills, counts: { killsWhileStarting } };
}

/**
 * Deliveries that the process that lived since `bornAt` had sent without storing the result. Its PostgreSQL still runs.
 */
async function findInFlight(
  installation: Installation,
  sinks: WebhookSink[],
  bornAt: number,
): Promise<Set<string>> {
  const connection = await installation.directory.connection();
  // It was killed before it started PostgreSQL, so it had sent nothing.
  if (connection === undefined) return new Set();
  await awaitQuietDatabase(connection);
  // Requests on the way still arrive after the death of their sender.
  await sleep(50);
  // The very first start may not have made the tables yet.
  return readInFlight(connection, sinks, bornAt).catch(() => new Set<string>());
}

function explainDuplicates(sinks: WebhookSink[], kills: Kill[]) {
  const unexplained: string[] = [];
  let duplicates = 0;
  let oldestDuplicateMs = 0;
  for (const { webhookId, copies } of sinks.flatMap((sink) => sink.duplicates)) {
    duplicates += copies.length - 1;
    const explaining = kills.filter(({ inFlight }) => inFlight.has(webhookId));
    if (copies.length - 1 > explaining.length) {
      unexplained.push(`${webhookId}: ${copies.length} copies, in flight at ${explaining.length} kills`);
    }
    const next = kills.find(({ at }) => at > required(copies[0], 'the first of copies').at);
    if (next !== undefined)
      oldestDuplicateMs = Math.max(
        oldestDuplicateMs,
        next.at - required(copies[0], 'the first of copies').at,
      );
  }
  const inFlight = kills.reduce((sum, kill) => sum + kill.inFlight.size, 0);
  return { inFlight, duplicates, unexplained, oldestDuplicateMs };
}
