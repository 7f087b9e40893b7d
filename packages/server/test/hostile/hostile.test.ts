import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { callerOf } from '../../src/kit/http/testing/call-api.ts';
import { freePort } from '../../src/kit/net/free-port.fixture.ts';
import { required } from '../../src/kit/required.ts';
import { threadMs } from '../../src/kit/threads/thread-ms.fixture.ts';
import { hostileContracts } from './contracts.ts';
import {
  hostileBuiltInRules,
  hostileConditions,
  hostileRules,
  hostileTransformations,
} from './expressions.ts';
import { hostileReports, hostileTables } from './files.ts';
import type { Ask, HostileInput } from './hostile-input.ts';
import { hostileInbound, hostileMails } from './mails.ts';
import { hostileMessages } from './messages.ts';
import { hostilePayloads } from './payloads.ts';
import { hostileTemplates } from './templates.ts';

const corpus: Record<string, HostileInput[]> = {
  conditions: hostileConditions,
  rules: hostileRules,
  transformations: hostileTransformations,
  'built-in rules': hostileBuiltInRules,
  templates: hostileTemplates,
  mails: hostileInbound,
  messages: hostileMessages,
  payloads: hostilePayloads,
  tables: hostileTables,
  reports: hostileReports,
  contracts: hostileContracts,
};

/** A request that blocks others would work for many seconds on this thread. */
const MAX_SILENCE_MS = 2_500;
/** Mostly, owners of stopped work are paused; more frequent requests would be most of the cost of these tests. */
const ASK_EVERY_MS = 50;

let service: TestService;
let smtpPort: number;
beforeAll(async () => {
  smtpPort = await freePort();
  service = await startTestService({
    INBOUND_SMTP_PORT: String(smtpPort),
    BOUNCE_ADDRESS: 'bounces@in.example.test',
  });
});
afterAll(() => service?.stop());

const askAs = (key: string): Ask => callerOf(service.address, key);

/**
 * Repeatedly checks whether the service is alive. Returns the longest CPU time in milliseconds that its thread, which
 * is also this one, used between two answers. Other programs on the machine do not affect it.
 */
function watchLife() {
  let isOver = false;
  let longestMs = 0;
  const watching = (async () => {
    let last = threadMs();
    while (!isOver) {
      const { status } = await fetch(`${service.address}/livez`);
      expect(status).toBe(200);
      const now = threadMs();
      longestMs = Math.max(longestMs, now - last);
      last = now;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longestMs;
  };
}

test('there are at least two hundred inputs', () => {
  expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.keys(corpus))('hostile %s', (place) => {
  test('are answered properly, delay nobody, and end', async () => {
    const organizations = await Promise.all([1, 2, 3].map((n) => service.addKey(`${place} ${n}`)));
    if (place === 'reports') await Promise.all(organizations.map((key) => addApplication(askAs(key))));
    const healthy = askAs(await service.addKey(`healthy beside ${place}`));
    const waiting = [...required(corpus[place], 'one of corpus')];
    const faults: unknown[] = [];
    const sendAll = async (ask: Ask): Promise<void> => {
      for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) {
        const statuses = await input.send(ask);
        if (statuses.some((status) => status >= 500 && status !== 503)) faults.push([input.name, statuses]);
      }
    };
    const endWatch = watchLife();
    const sent = Promise.all(organizations.map((key) => sendAll(askAs(key))));
    const published = await healthy('POST', '/v1/events', { type: 'healthy.event', source: 's', data: {} });
    expect(published.status).toBe(201);
    await sent;
    expect(await endWatch()).toBeLessThan(MAX_SILENCE_MS);
    expect(faults).toEqual([]);
  }, 300_000);
});

test('mails of ten megabytes from strangers delay nobody, and a normal mail is accepted at the same time', async () => {
  const isTaken = (name: string, raw: string) =>
    deliver(raw).then(
      () => [name, 'taken'],
      (error: { responseCode?: number }) => [name, error.responseCode],
    );
  const endWatch = watchLife();
  const large = Object.entries(hostileMails(9_500_000)).filter(([name]) => costly.has(name));
  expect(large).toHaveLength(costly.size);
  const sent = Promise.all(large.map(([name, raw]) => isTaken(name, raw)));
  expect(
    await isTaken('plain', 'From: ann@person.example.test\r\nSubject: Re: hello\r\n\r\nYes.\r\n'),
  ).toEqual(['plain', 'taken']);
  for (const [name, outcome] of await sent)
    expect([name, [name, 'taken', 451, 554].includes(required(outcome, 'outcome'))]).toEqual([name, true]);
  expect(await endWatch()).toBeLessThan(MAX_SILENCE_MS);
}, 300_000);

/** Kinds that were most expensive when the service parsed them on its own thread. */
const costly = new Set([
  'blank lines',
  'very many parts',
  'headers without end',
  'quoted-printable without end',
  'markup that nests',
  'a hundred thousand recipients',
]);

/** Sends a mail like an unknown mail server. */
async function deliver(raw: string): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  try {
    const envelope = { from: 'a@stranger.example.test', to: 'bounces+x@in.example.test' };
    await transport.sendMail({ envelope, raw });
  } finally {
    transport.close();
  }
}

async function addApplication(ask: Ask): Promise<void> {
  const archive = await zipOf({ 'a.js': 'export const a = 1;\n' });
  const { status } = await ask('POST', '/v1/review/applications?name=a', archive, {
    'content-type': 'application/zip',
  });
  expect(status).toBe(202);
}
