// node bench/outreach-sending/run.ts [messages] [rounds]: DKIM-signed mails a second to a thin local sink, with
// outbox, guard, trace, money and events, against bare RSA-2048 signing on one core in the same run; and the
// queueing of them, many requests at once over fewer keys.
import { fork } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, startService } from '../harness/service.ts';

const messages = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const KEYS_SHARE = 10;
const say = (line: string) => process.stdout.write(`${line}\n`);
const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

/** RSA-2048 signatures a second, one after the other on this thread. */
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
  const child = fork(join(import.meta.dirname, 'sink.ts'));
  const counts: { at: number; taken: number }[] = [];
  let signed = 0;
  const port = new Promise<number>((resolve) => {
    child.on('message', (message: { port?: number; taken?: number; signed?: number }) => {
      if (message.port !== undefined) resolve(message.port);
      else {
        counts.push({ at: performance.now(), taken: message.taken! });
        signed = message.signed!;
      }
    });
  });
  return { port, counts, signed: () => signed, stop: () => child.disconnect() };
}

/** Runs so many calls at once; returns how long each took, in ms. */
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
  return took.sort((a, b) => a - b);
}

async function queueOver(service: Service, mailboxId: string): Promise<void> {
  const keys = messages / KEYS_SHARE;
  const ids = new Set<string>();
  const startedAt = performance.now();
  const took = await callMany(messages, 128, async (n) => {
    const key = n % keys;
    const { communication_id } = await service.api<{ communication_id: string }>(
      'POST',
      '/v1/outreach/communications',
      {
        to: `keyed${key}@bench.example`,
        subject: 'A question',
        body: 'Hello',
        mailbox_id: mailboxId,
        idempotency_key: `key ${key}`,
      },
    );
    ids.add(communication_id);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  say(
    `${messages} requests over ${keys} keys made ${ids.size} messages${ids.size === keys ? '' : ' (WRONG)'}: ${Math.round(messages / seconds)}/s at 128 at once, p50 ${median(took).toFixed(1)} ms, p99 ${took[Math.floor(took.length * 0.99)]!.toFixed(1)} ms`,
  );
}

const sink = startSink();
const port = await sink.port;
const service = await startService({
  settings: { SMTP_URL: `smtp://127.0.0.1:${port}?connections=32`, LOG_LEVEL: 'warn' },
});
try {
  say(`load ${(await readFile('/proc/loadavg', 'utf8')).split(' ', 3).join(' ')}`);
  const mailbox = await service.api<{ id: string }>('POST', '/v1/outreach/mailboxes', {
    address: 'bench@bench.example',
    postal_address: '1 Main Street, Springfield',
    status: 'paused',
  });
  const campaign = await service.api<{ id: string }>('POST', '/v1/outreach/campaigns', { name: 'Bench' });
  await queueOver(service, mailbox.id);
  const pause = (status: string) => service.api('PUT', `/v1/outreach/mailboxes/${mailbox.id}`, { status });
  const ratios: number[] = [];
  let sentBefore = messages / KEYS_SHARE;
  for (let round = 1; round <= rounds; round++) {
    await callMany(messages, 64, async (n) => {
      await service.api('POST', '/v1/outreach/communications', {
        campaign_id: campaign.id,
        to: `lead${round}-${n}@bench.example`,
        subject: 'A question about your warehouse',
        body: `Hello,\n\n${'we move parcels between your warehouse and your customers. '.repeat(10)}\n\nhttps://bench.example/offer`,
        mailbox_id: mailbox.id,
      });
    });
    const bare = signBare();
    const goal = sentBefore + messages;
    const signedBefore = sink.signed();
    const first = sink.counts.length;
    await pause('active');
    while ((sink.counts.at(-1)?.taken ?? 0) < goal) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (sink.counts.length - first > 15_000) throw new Error('the mails do not arrive');
    }
    await pause('paused');
    const window = sink.counts
      .slice(first)
      .filter(({ taken }) => taken > sentBefore + messages * 0.05 && taken < goal - messages * 0.05);
    const [from, to] = [window[0]!, window.at(-1)!];
    const rate = (to.taken - from.taken) / ((to.at - from.at) / 1_000);
    sentBefore = sink.counts.at(-1)!.taken;
    ratios.push(rate / bare);
    const { emails_sent } = (
      await service.api<{ metrics: { emails_sent: number } }>('GET', `/v1/outreach/campaigns/${campaign.id}`)
    ).metrics;
    say(
      `round ${round}: ${Math.round(rate)} signed mails/s (${sink.signed() - signedBefore} signed, ${emails_sent} counted in the campaign); bare RSA-2048 ${Math.round(bare)}/s; ratio ${(rate / bare).toFixed(3)}`,
    );
  }
  say(`median ratio ${median(ratios).toFixed(3)} (floor 0.25, aim 0.6)`);
} finally {
  sink.stop();
  await service.stop();
}
