import { fork } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { describeLatency, type LatencyFigures, latencyFigures, median } from '../harness/statistics.ts';

/** Requests with the same idempotency key. */
const REQUESTS_PER_KEY = 10;
const CONNECTIONS = 32;
const PATIENCE_MS = 300_000;

interface Round {
  perSecond: number;
  barePerSecond: number;
  othersCores: number;
}

/**
 * Measures DKIM-signed mails to a minimal local sink, with outbox, guard, trace, money and events, compared with plain
 * RSA-2048 signing on one core; and the queueing of messages with many concurrent requests and fewer idempotency keys.
 */
export async function measureSending(bench: Bench): Promise<Figure[]> {
  const messages = bench.quick ? 4_000 : 10_000;
  const sink = startSink();
  let service: Service | undefined;
  try {
    service = await bench.startService({
      settings: {
        SMTP_URL: `smtp://127.0.0.1:${await sink.port}?connections=${CONNECTIONS}`,
        LOG_LEVEL: 'warn',
      },
    });
    const mailbox = await service.api<{ id: string }>('POST', '/v1/outreach/mailboxes', {
      address: 'bench@bench.example',
      postal_address: '1 Main Street, Springfield',
      status: 'paused',
    });
    const campaign = await service.api<{ id: string }>('POST', '/v1/outreach/campaigns', { name: 'Bench' });
    const queueing = await measureQueueing(service, mailbox.id);
    const rounds: Round[] = [];
    const faults: string[] = [];
    let expected = queueing.keys;
    for (let round = 0; round < (bench.quick ? 2 : 3); round++) {
      await queueMails(service, { mailboxId: mailbox.id, campaignId: campaign.id, round, messages });
      expected += messages;
      const one = await measureRound(service, sink, mailbox.id, { expected, messages });
      rounds.push(one);
      bench.say(`  ${Math.round(one.perSecond)} mails/s, bare ${Math.round(one.barePerSecond)} signatures/s`);
    }
    if (sink.taken() !== expected) faults.push(`${sink.taken()} mails were accepted instead of ${expected}`);
    if (sink.signed() !== expected) faults.push(`${expected - sink.signed()} mails were not signed`);
    return [sendingFigure(rounds, { messages, faults }), queueingFigure(queueing)];
  } finally {
    sink.stop();
    await service?.stop();
  }
}

/** RSA-2048 signatures per second, one after the other on this thread. */
function signBare(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const data = Buffer.alloc(600, 'a');
  let count = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 3_000) {
    for (let i = 0; i < 50; i++) sign('sha256', data, privateKey);
    count += 50;
  }
  return count / ((performance.now() - startedAt) / 1_000);
}

function startSink() {
  const child = fork(join(import.meta.dirname, 'sink.ts'), { execArgv: [] });
  const counts: { at: number; taken: number }[] = [];
  let signed = 0;
  const port = new Promise<number>((resolve) => {
    child.on('message', (message: { port?: number; taken?: number; signed?: number }) => {
      if (message.port !== undefined) resolve(message.port);
      else {
        counts.push({ at: performance.now(), taken: required(message.taken, 'when it was taken') });
        signed = required(message.signed, 'whether it was signed');
      }
    });
  });
  return {
    port,
    counts,
    taken: () => counts.at(-1)?.taken ?? 0,
    signed: () => signed,
    stop: () => child.disconnect(),
  };
}

/** Makes `total` calls, `atOnce` at a time; returns how long each took, in ms. */
async function callMany(
  total: number,
  atOnce: number,
  call: (n: number) => Promise<void>,
): Promise<number[]> {
  const took: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < total) {
      const n = next++;
      const startedAt = performance.now();
      await call(n);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return took;
}

interface Queueing {
  requests: number;
  keys: number;
  made: number;
  perSecond: number;
  latencyMs: LatencyFigures;
  othersCores: number;
}

async function measureQueueing(service: Service, mailboxId: string): Promise<Queueing> {
  const requests = 10_000;
  const keys = requests / REQUESTS_PER_KEY;
  const ids = new Set<string>();
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const startedAt = performance.now();
  const took = await callMany(requests, 128, async (n) => {
    const key = n % keys;
    const body = {
      to: `keyed${key}@bench.example`,
      subject: 'A question',
      body: 'Hello',
      mailbox_id: mailboxId,
      idempotency_key: `key ${key}`,
    };
    const answer = await service.api<{ communication_id: string }>(
      'POST',
      '/v1/outreach/communications',
      body,
    );
    ids.add(answer.communication_id);
  });
  const tookMs = performance.now() - startedAt;
  const { others, stolen } = readCpu();
  return {
    requests,
    keys,
    made: ids.size,
    perSecond: requests / (tookMs / 1_000),
    latencyMs: latencyFigures(took),
    othersCores: others + stolen,
  };
}

async function queueMails(
  service: Service,
  of: { mailboxId: string; campaignId: string; round: number; messages: number },
): Promise<void> {
  await callMany(of.messages, 64, async (n) => {
    await service.api('POST', '/v1/outreach/communications', {
      campaign_id: of.campaignId,
      to: `lead${of.round}-${n}@bench.example`,
      subject: 'A question about your warehouse',
      body: `Hello,\n\n${'we move parcels between your warehouse and your customers. '.repeat(10)}\n\nhttps://bench.example/offer`,
      mailbox_id: of.mailboxId,
    });
  });
}

async function measureRound(
  service: Service,
  sink: ReturnType<typeof startSink>,
  mailboxId: string,
  { expected, messages }: { expected: number; messages: number },
): Promise<Round> {
  const set = (status: string) => service.api('PUT', `/v1/outreach/mailboxes/${mailboxId}`, { status });
  const barePerSecond = signBare();
  const first = sink.counts.length;
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  await set('active');
  const deadline = performance.now() + PATIENCE_MS;
  while (sink.taken() < expected) {
    await sleep(50);
    if (performance.now() > deadline) throw new Error('the mails do not arrive');
  }
  const { others, stolen } = readCpu();
  await set('paused');
  const [from, to] = [expected - messages * 0.95, expected - messages * 0.05];
  const window = sink.counts.slice(first).filter(({ taken }) => taken > from && taken < to);
  const [start, end] = [
    required(window[0], 'the first of window'),
    required(window.at(-1), 'the last of window'),
  ];
  const perSecond = (end.taken - start.taken) / ((end.at - start.at) / 1_000);
  return { perSecond, barePerSecond, othersCores: others + stolen };
}

function sendingFigure(
  rounds: Round[],
  { messages, faults }: { messages: number; faults: string[] },
): Figure {
  const ratios = rounds.map(({ perSecond, barePerSecond }) => perSecond / barePerSecond);
  return {
    name: 'DKIM-signed mails to a sink over bare RSA-2048 signing on one core',
    ours: `${Math.round(median(rounds.map(({ perSecond }) => perSecond)))}/s`,
    bare: `${Math.round(median(rounds.map(({ barePerSecond }) => barePerSecond)))}/s`,
    value: median(ratios),
    unit: 'ratio',
    floor: 0.25,
    aim: 0.6,
    better: 'higher',
    spread: ratios,
    othersCores: Math.max(...rounds.map(({ othersCores }) => othersCores)),
    faults,
    details: { messages, connections: CONNECTIONS, rounds },
  };
}

function queueingFigure(queueing: Queueing): Figure {
  const { requests, keys, made, latencyMs, perSecond, othersCores } = queueing;
  return {
    name: `${requests} POST /communications at once over ${keys} keys: p99`,
    ours: `${made} messages, ${Math.round(perSecond)}/s, ${describeLatency(latencyMs)}`,
    value: latencyMs.p99,
    unit: 'ms',
    // The promise is the number of messages, which is checked as a fault; the latency is only an aim.
    floor: 1_000,
    aim: 25,
    better: 'lower',
    othersCores,
    faults: made === keys ? [] : [`${made} messages were made instead of ${keys}`],
    details: queueing,
  };
}
