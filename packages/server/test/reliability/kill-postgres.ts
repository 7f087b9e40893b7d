import { sendSignal } from '../../src/kit/processes/index.ts';
import { required } from '../../src/kit/required.ts';
import { Auditor } from './harness/auditor.ts';
import { firstFreshDelivery } from './harness/fresh-delivery.ts';
import { Installation } from './harness/installation.ts';
import { type Audit, auditLog, auditSink, awaitSettled, query, type SinkAudit } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { endFollower, StreamFollower } from './harness/stream-follower.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

/** What is killed: the server's first process, a process that serves a connection, or all processes. */
export const postgresVictims = ['postmaster', 'backend', 'everything'] as const;
export type PostgresVictim = (typeof postgresVictims)[number];

export interface KillPostgresOptions {
  /** One kill for each, in this order. */
  victims: PostgresVictim[];
  ratePerSecond: number;
  minUpMs: number;
  maxUpMs: number;
  /** No further kill after this time; no limit by default. */
  maxMs?: number;
  onKill?(kill: number, victim: PostgresVictim, recoveryMs: number): void;
}

export interface KillPostgresReport {
  log: Audit;
  sink: SinkAudit;
  /** From each kill to the last publish that failed because of it. */
  recoveryMs: number[];
  /** From each kill to the first delivery of an event that was acknowledged afterwards. */
  deliveryMs: number[];
  /** Answers by status. */
  statuses: Record<number, number>;
  longestAnswerMs: number;
  unexpected: string[];
  changedAnswers: string[];
  /** Where a client that followed the event stream all the time missed an event or got one twice. */
  streamBreaks: string[];
  streamed: number;
  /** Checkpoints that were signed during the run, and contradictions between them and the log. */
  checkpoints: number;
  unproven: string[];
  /** Requests without an answer: the service itself was always running. */
  unanswered: number;
  /** Whether the service ended without being told to. */
  serviceEnded: boolean;
}

/** Repeatedly kills the embedded PostgreSQL under load, while the service keeps running. */
export async function killPostgres(options: KillPostgresOptions): Promise<KillPostgresReport> {
  const installation = await Installation.make();
  const sink = await WebhookSink.open({ delayMs: () => Math.random() * 50 });
  try {
    await installation.start();
    await installation.api.subscribe(['load.*'], sink.url);
    const publisher = new Publisher({
      api: installation.api,
      clients: 16,
      keyedClients: 8,
      ratePerSecond: options.ratePerSecond,
    }).start();
    const follower = new StreamFollower(() => installation.address).start();
    const auditor = new Auditor(installation.api).start();
    const times = await killRepeatedly(installation, publisher, sink, options);
    await publisher.stop();
    const connection = await installation.connection();
    await awaitSettled(connection);
    const log = await auditLog(installation.api, connection, publisher);
    const unproven = await auditor.verify();
    await endFollower(follower, log.logged);
    return {
      log,
      streamBreaks: follower.breaks,
      streamed: follower.published,
      checkpoints: auditor.checkpoints.size,
      unproven,
      sink: auditSink(sink, publisher),
      ...times,
      statuses: Object.fromEntries(publisher.statuses),
      longestAnswerMs: publisher.longestMs,
      unexpected: publisher.unexpected,
      changedAnswers: publisher.changedAnswers,
      unanswered: publisher.unanswered.size,
      serviceEnded: installation.process.hasExited,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    await sink.close();
  }
}

async function killRepeatedly(
  installation: Installation,
  publisher: Publisher,
  sink: WebhookSink,
  { victims, minUpMs, maxUpMs, maxMs = Number.POSITIVE_INFINITY, onKill }: KillPostgresOptions,
): Promise<{ recoveryMs: number[]; deliveryMs: number[] }> {
  const recoveryMs: number[] = [];
  const deliveryMs: number[] = [];
  const until = performance.now() + maxMs;
  for (const [i, victim] of victims.entries()) {
    if (performance.now() > until) break;
    await sleep(minUpMs + Math.random() * (maxUpMs - minUpMs));
    const pids = await findVictims(installation, victim);
    const at = performance.now();
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    const recovered = await publisher.recoveredFrom(at);
    recoveryMs.push(recovered);
    deliveryMs.push((await firstFreshDelivery(publisher, sink, at + recovered)) - at);
    onKill?.(i + 1, victim, required(recoveryMs.at(-1), 'the last of recovery ms'));
  }
  return { recoveryMs, deliveryMs };
}

async function findVictims(installation: Installation, victim: PostgresVictim): Promise<number[]> {
  if (victim === 'postmaster') return [await installation.directory.postmasterPid()];
  if (victim === 'everything') return installation.directory.postgresPids();
  const backends = await query<{ pid: number }>(
    await installation.connection(),
    `select pid from pg_stat_activity where application_name ~ '^trivium [0-9a-f-]{36}$' order by random() limit 1`,
  );
  return backends.map(({ pid }) => pid);
}
