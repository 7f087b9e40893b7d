import { required } from '../../src/kit/required.ts';
import { Installation } from './harness/installation.ts';
import { query } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

export interface RetryLadderOptions {
  /** Seconds before each attempt, as in WEBHOOK_RETRY_DELAYS. */
  delaysSeconds: number[];
  events: number;
  /** Maximum time until the service is killed, and until it is started again. */
  maxUpMs: number;
  maxDownMs: number;
}

export interface RetryLadderReport {
  kills: number;
  deliveries: number;
  /** Deliveries whose log does not have each attempt once, in order. */
  incomplete: string[];
  /** How early attempts were, in milliseconds; empty if none was. */
  early: number[];
  /** The longest delay of an attempt after its time, or after the service was up again, if that was later. */
  mostLateMs: number;
  deadLetters: number;
  /** More requests than attempts: an attempt in progress at a kill is repeated. */
  repeated: number;
}

interface LoggedAttempt {
  delivery_id: string;
  attempt: number;
  attempted_at: Date;
  next_retry_at: Date | null;
}

/** Lets every attempt fail and repeatedly kills the service until all attempts are used. */
export async function goDownLadder(options: RetryLadderOptions): Promise<RetryLadderReport> {
  const { delaysSeconds, events } = options;
  const installation = await Installation.make({ WEBHOOK_RETRY_DELAYS: delaysSeconds.join(',') });
  const sink = await WebhookSink.open({ status: () => 500 });
  try {
    await installation.start();
    await installation.api.subscribe(['load.*'], sink.url);
    const publisher = new Publisher({ api: installation.api, clients: 4, events }).start();
    await publisher.done();
    const starts = await killUntilOver(installation, options);
    const connection = await installation.connection();
    const attempts = await query<LoggedAttempt>(
      connection,
      `select delivery_id, attempt, attempted_at, next_retry_at from delivery_attempts order by delivery_id, attempt`,
    );
    const [dead] = await query<{ count: number }>(connection, 'select count(*)::int from dead_letters');
    return {
      kills: starts.length,
      ...judge(attempts, delaysSeconds.length, starts),
      deadLetters: required(dead, 'dead').count,
      repeated: sink.receptions.length - events * delaysSeconds.length,
    };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    await installation.remove();
    await sink.close();
  }
}

/** The time from the start of a process until it was up, in Unix milliseconds. */
interface Start {
  from: number;
  to: number;
}

/** Kills and starts the service until no delivery waits. */
async function killUntilOver(
  installation: Installation,
  { maxUpMs, maxDownMs }: RetryLadderOptions,
): Promise<Start[]> {
  const starts: Start[] = [];
  for (;;) {
    await sleep(200 + Math.random() * maxUpMs);
    await installation.kill();
    const connection = await installation.connection();
    const [left] = await query<{ count: number }>(connection, 'select count(*)::int from deliveries');
    if (required(left, 'left').count > 0) await sleep(Math.random() * maxDownMs);
    const from = Date.now();
    await installation.start();
    starts.push({ from, to: Date.now() });
    if (required(left, 'left').count === 0) return starts;
  }
}

function judge(attempts: LoggedAttempt[], perDelivery: number, starts: Start[]) {
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  const incomplete: string[] = [];
  const early: number[] = [];
  let mostLateMs = 0;
  for (const [id, made] of byDelivery) {
    const numbers = made.map(({ attempt }) => attempt).join(',');
    if (numbers !== Array.from({ length: perDelivery }, (_, i) => i + 1).join(','))
      incomplete.push(`${id}: ${numbers}`);
    for (const [i, { attempted_at }] of made.slice(1).entries()) {
      const dueAt = required(required(made[i], 'one of made').next_retry_at, 'the next retry at').getTime();
      const at = attempted_at.getTime();
      if (at < dueAt) early.push(dueAt - at);
      mostLateMs = Math.max(mostLateMs, at - possibleFrom(dueAt, at, starts));
    }
  }
  return { deliveries: byDelivery.size, incomplete, early, mostLateMs };
}

/** The earliest possible time of an attempt: its due time, or the time when the process that made it was up. */
function possibleFrom(dueAt: number, madeAt: number, starts: Start[]): number {
  const last = starts.findLast(({ from }) => from <= madeAt);
  return last === undefined ? dueAt : Math.max(dueAt, Math.min(last.to, madeAt));
}
