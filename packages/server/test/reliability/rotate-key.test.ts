import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey } from './harness/api-client.ts';
import { Installation } from './harness/installation.ts';
import { auditLog, query } from './harness/log-audit.ts';
import { Publisher } from './harness/publisher.ts';
import { runCommand } from './harness/run-command.ts';
import { WebhookSink } from './harness/webhook-sink.ts';

const COUNTER = 'pragma solidity ^0.8.20; contract Counter { uint256 public count; }';

let installation: Installation;
let sink: WebhookSink;
let own: Server;
/** Headers of requests to a receiver with its own authentication. */
const received: IncomingHttpHeaders[] = [];
let publisher: Publisher;
const file = (name: string) => join(installation.directory.path, name);

beforeAll(async () => {
  installation = await Installation.make();
  await installation.start();
  sink = await WebhookSink.open();
  const { api } = installation;
  const secret = 'a secret that sinks and service share';
  const receiver = {
    headers: { 'X-Key': 'k-1' },
    auth: { type: 'bearer', token: 'abc' },
    signature: 'hmac_ed25519',
  };
  own = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const ownUrl = `http://127.0.0.1:${(own.address() as AddressInfo).port}/`;
  const body = { name: 'own ways', url: ownUrl, events: ['load.*'], secret, ...receiver };
  await api.ask('POST', '/v1/webhooks/subscriptions', { body });
  await api.subscribe(['load.*'], sink.url);
  await api.ask('POST', '/v1/outreach/mailboxes', { body: { address: 'cara@delta.example' } });
  await api.ask('POST', '/v1/outreach/booking-webhook', { body: {} });
  await writeFile(file('Counter.sol'), COUNTER);
  const url = installation.address ?? '';
  const deployed = await runCommand(['contracts', 'deploy', file('Counter.sol')], {
    TRIVIUM_URL: url,
    TRIVIUM_API_KEY: apiKey,
  });
  expect(deployed.output).toMatch(/ctr_/);
  publisher = new Publisher({ api, clients: 4, keyedClients: 2, ratePerSecond: 40 }).start();
  await publisher.acknowledgedAfter(performance.now());
}, 300_000);

afterAll(async () => {
  await publisher?.stop();
  sink?.close();
  own?.close();
  await installation?.remove();
});

/** Every place in the database with a text that is sealed with the key, in any table and column. */
async function placesSealedUnder(keyId: string): Promise<string[]> {
  const connection = await installation.connection();
  const tables = await query<{ name: string }>(
    connection,
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'`,
  );
  const found = await query<{ name: string }>(
    connection,
    tables
      .map(
        ({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text like $1)`,
      )
      .join(' union all '),
    [`%v1.${keyId}.%`],
  );
  return found.map(({ name }) => name).sort();
}

async function sealingKey(): Promise<string> {
  const [row] = await query<{ key_id: string }>(
    await installation.connection(),
    'select key_id from encryption_key_check',
  );
  return row?.key_id ?? '';
}

test('the encryption key is rotated while the service publishes and delivers', async () => {
  const before = await sealingKey();
  const places = await placesSealedUnder(before);
  expect(places).toEqual([
    'booking_secrets',
    'checkpoint_keys',
    'encryption_key_check',
    'idempotency_keys',
    'mail_signing_keys',
    'outreach_secrets',
    'subscription_revisions',
    'subscription_secrets',
    'subscription_signing_keys',
    'subscriptions',
    'wallets',
  ]);
  const { code, output } = await runCommand(['rotate-key'], { DATA_DIR: installation.directory.path });
  expect(output).toMatch(
    /\d+ secrets were encrypted again\. All are encrypted with the key [0-9a-f]{8} now\./,
  );
  expect(output).toContain(`The database no longer needs ${before}`);
  expect(code).toBe(0);
  const now = await sealingKey();
  expect(now).not.toBe(before);
  expect(await placesSealedUnder(before)).toEqual([]);
  expect(await placesSealedUnder(now)).toEqual(places);
  await publisher.acknowledgedAfter(performance.now());
  expect(await placesSealedUnder(before)).toEqual([]);
}, 300_000);

test('the service starts without the previous key, signs as before, and lost nothing', async () => {
  expect((await readFile(file('encryption.previous.keys'), 'utf8')).trim().split('\n')).toHaveLength(1);
  await rm(file('encryption.previous.keys'));
  await installation.stop();
  received.length = 0;
  await installation.start();
  const startedAt = performance.now();
  await publisher.acknowledgedAfter(startedAt);
  await publisher.stop();
  const audit = await auditLog(installation.api, await installation.connection(), publisher);
  expect(audit.lost).toEqual([]);
  expect(publisher.changedAnswers).toEqual([]);
  const last = [...publisher.acknowledged.values()].filter(({ sentAt }) => sentAt > startedAt).at(-1);
  await expect.poll(() => sink.hasEvent(last?.eventId ?? ''), { timeout: 60_000 }).toBe(true);
  expect(sink.forged).toBe(0);
  await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(received.at(-1)).toMatchObject({
    authorization: 'Bearer abc',
    'x-key': 'k-1',
    'webhook-signature': expect.stringContaining('v1a,'),
  });
  expect((await installation.api.ask('GET', `/v1/events/${last?.eventId}/proof`)).checkpoint).toContain(
    'trivium/org_',
  );
}, 300_000);

test('a node that has neither key is refused with one line', async () => {
  await installation.stop();
  await writeFile(file('encryption.key'), `${Buffer.alloc(32, 9).toString('base64')}\n`);
  const refused = installation.launch();
  expect((await refused.exited).code).toBe(1);
  expect(refused.output).toMatch(
    /secrets are sealed under the encryption key [0-9a-f]{8}, but this node has/,
  );
}, 120_000);
