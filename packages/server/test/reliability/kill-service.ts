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
  /** Each kill comes within so long after the service is up; every fourth within so long after its start began. */
  maxUpMs: number;
  /** No further kill after so long; as long as it takes unless told. */
  maxMs?: number;
  /** Told after each kill. */
  onKill?(kill: number, inFlight: number): void;
}

export interface KillServiceReport {
  kills: number;
  /** Kills that came before the service was up. */
  killsWhileStarting: number;
  log: Audit;
  sinks: Record<string, SinkAudit>;
  /** Deliveries that a receiver had and whose end was not written, summed over the kills. */
  inFlight: number;
  duplicates: number;
  /** Copies that no kill explains: their delivery was not in flight at enough kills. */
  unexplained: string[];
  /** The longest that a first copy had arrived before the kill that made the second. */
  oldestDuplicateMs: number;
  /** From the start of the process to its address, per start that was let to end. */
  startMs: number[];
  /** Answers other than 201, 503 and a running key's 409; keys answered with two events. */
  unexpected: string[];
  changedAnswers: string[];
  /** Where a client that followed the event stream all along missed an event or got one twice. */
  streamBreaks: string[];
  streamed: number;
  /** Checkpoints that were signed meanwhile, and what the log breaks of them. */
  checkpoints: number;
  unproven: string[];
}

/** Receivers that keep different numbers of deliveries in flight. */
async function openSinks(): Promise<Record<string, WebhookSink>> {
  return {
    prompt: await WebhookSink.open(),
    slow: await WebhookSink.open({ delayMs: () => 20 + Math.random() * 180 }),
  };
}

/** Kills the service again and again under load, then holds log, ledger and receivers against one another. */
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
    // The last service runs undisturbed until every keyed publish has its answer.
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
  /** Webhook ids that the killed process had sent and whose end was not written. */
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

/** What the process that lived since `bornAt` had sent and not written down. Its PostgreSQL runs on for now. */
async function findInFlight(
  installation: Installation,
  sinks: WebhookSink[],
  bornAt: number,
): Promise<Set<string>> {
  const connection = await installation.directory.connection();
  // Killed before it had started PostgreSQL: it had sent nothing.
  if (connection === undefined) return new Set();
  await awaitQuietDatabase(connection);
  // Requests whose bytes are under way still arrive after their sender died.
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
