import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyStoredLogs } from '../engine/spine/index.ts';
import { createPool } from '../kit/db/index.ts';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { parseId } from '../kit/ids.ts';
import { readExportLines, verifyLog } from '../kit/merkle/index.ts';
import { organizationTables } from './organization-tables.ts';
import { ApiWalker } from './testing/api-walker.ts';
import { fillOrganization, openRefusingReceiver, type Receiver } from './testing/filled-organization.ts';
import { readZip } from './testing/read-zip.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

interface Archived {
  name: string;
  rows: number | null;
  bytes: number;
  sha256: string;
}

let service: TestService;
let receiver: Receiver;
let pool: Pool;
/** An organization that has one of everything. */
let acme: { id: string; key: string };
let files: Map<string, Buffer>;
let operatorRows: Record<string, number | undefined>;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0', CLUSTER_SCALING: 'everyone' });
  receiver = await openRefusingReceiver();
  pool = createPool(service.database.owner, { max: 2, applicationName: 'test', onError: () => {} });
  const walker = await ApiWalker.open(service.address);
  acme = (await service.call('POST', '/v1/organizations', { name: 'Acme' })).body;
  await fillOrganization(walker, acme.key, receiver.url);
  await service.call('POST', '/v1/events', { type: 'own.noted', source: 'test', data: { n: 1 } });
});
afterAll(async () => {
  await pool?.end();
  await service?.stop();
  await receiver?.close();
});

const path = (rest: string) => `/v1/organizations/${acme.id}${rest}`;

async function countRows(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, through } of organizationTables) {
    const owned = through
      ? `${through.column} in (select id from ${through.table} where org_id = $1)`
      : 'org_id = $1';
    const { rows } = await pool.query<{ rows: number }>(
      `select count(*) as rows from ${name} where ${owned}`,
      [parseId('org', id)],
    );
    counts[name] = rows[0]?.rows ?? 0;
  }
  return counts;
}

async function ended(address: string): Promise<Record<string, unknown>> {
  return vi.waitFor(
    async () => {
      const { body } = await service.call('GET', address);
      expect(body.status).toBe('completed');
      return body;
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function download(address: string): Promise<Buffer> {
  const answer = await fetch(service.address + address, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return Buffer.from(await answer.arrayBuffer());
}

const linesOf = (name: string) =>
  (files.get(name)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('an export contains every record of the organization and nothing of others, as its manifest says', async () => {
  const before = await countRows(acme.id);
  const asked = await service.call('POST', path('/exports'));
  expect(asked.body).toMatchObject({ status: 'queued', organization_id: acme.id, files: null });
  const again = await service.call('POST', path('/exports'));
  expect(again.body.error?.code ?? 'done').toMatch(/conflict|done/);
  const made = (await ended(path(`/exports/${asked.body.id}`))) as { files: Archived[]; sha256: string };
  const zip = await download(path(`/exports/${asked.body.id}/archive`));
  expect(createHash('sha256').update(zip).digest('hex')).toBe(made.sha256);
  files = readZip(zip);
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  expect(manifest).toMatchObject({ organization: { id: acme.id, name: 'Acme' }, missing_files: [] });
  expect(manifest.files).toEqual(made.files);
  expect([...files.keys()].sort()).toEqual([...made.files.map(({ name }) => name), 'manifest.json'].sort());
  for (const { name, rows, bytes, sha256 } of made.files) {
    const content = files.get(name) ?? Buffer.alloc(0);
    expect([name, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
      name,
      bytes,
      sha256,
    ]);
    if (rows !== null) expect([name, linesOf(name).length]).toEqual([name, rows]);
  }
  // Checkpoints and deliveries continue in the background.
  const after = await countRows(acme.id);
  const expectRows = (name: string, rows: number) => {
    const bounds = [before[name] ?? 0, after[name] ?? 0];
    expect([name, rows >= Math.min(...bounds) && rows <= Math.max(...bounds)]).toEqual([name, true]);
  };
  for (const { name, notExported } of organizationTables)
    if (notExported === undefined) expectRows(name, linesOf(`${name}.jsonl`).length);
  expectRows('events', linesOf('log.jsonl').length);
  const operator = parseId('org', (await service.call('GET', '/v1/organization')).body.id) ?? '';
  for (const content of files.values()) expect(content.includes(operator)).toBe(false);
});

test('an export contains no key, password or sealed secret', async () => {
  const { rows } = await pool.query<{ secret: string }>(
    `select sealed as secret from subscription_secrets union select sealed from subscription_signing_keys
     union select sealed_key from wallets where sealed_key is not null union select sealed_secret from booking_secrets
     union select password_hash from users where password_hash is not null`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const content of files.values()) {
    expect(content.includes(acme.key)).toBe(false);
    for (const { secret } of rows) expect(content.includes(secret)).toBe(false);
  }
});

test('the log in an export can be verified offline with the checkpoints and keys in it', async () => {
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '');
  const report = await verifyLog({
    entries: readExportLines([files.get('log.jsonl') ?? Buffer.alloc(0)]),
    checkpoints: linesOf('event_checkpoints.jsonl').map(({ note }) => note),
    verifierKeys: manifest.verifier_keys,
  });
  expect(report).toMatchObject({ ok: true, problems: [] });
  expect(report.provenSize).toBeGreaterThan(0);
});

test('only a suspended organization can be erased, confirmed by its name, and never the operator’s', async () => {
  const early = await service.call('POST', path('/erase'), { name: 'Acme' });
  expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state']);
  expect((await service.call('GET', path('/erasure'))).status).toBe(404);
  await service.call('POST', path('/suspend'));
  const mistyped = await service.call('POST', path('/erase'), { name: 'acme' });
  expect(mistyped.body.error).toMatchObject({ code: 'invalid_request', field: 'name' });
  const own = (await service.call('GET', '/v1/organization')).body;
  const refused = await service.call('POST', `/v1/organizations/${own.id}/erase`, { name: own.name });
  expect(refused.status).toBe(409);
});

test('an erasure leaves no row and no file, reports what it erased, and changes nothing else', async () => {
  const { id: own } = (await service.call('GET', '/v1/organization')).body;
  const untouched = ({ leads, subscriptions, users, api_keys, contracts }: Record<string, number>) => ({
    leads,
    subscriptions,
    users,
    api_keys,
    contracts,
  });
  operatorRows = untouched(await countRows(own));
  const before = await countRows(acme.id);
  // The organization was filled, so nearly every table has rows.
  expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(60);
  const asked = await service.call('POST', path('/erase'), { name: 'Acme' });
  expect([asked.status, asked.body.status]).toEqual([202, 'running']);
  const proof = await ended(path('/erasure'));
  const after = await countRows(acme.id);
  const left = organizationTables.filter(({ name, kept }) => kept === undefined && after[name] !== 0);
  expect(left).toEqual([]);
  expect([after.blobs, after.organization_exports]).toEqual([0, 0]);
  const deleted = new Map(
    (proof.deleted as { table: string; rows: number }[]).map((one) => [one.table, one.rows]),
  );
  for (const table of ['leads', 'subscriptions', 'users', 'contracts', 'review_applications', 'workflows'])
    expect([table, deleted.get(table)]).toEqual([table, before[table]]);
  expect((proof.kept as { table: string }[]).map(({ table }) => table)).toContain('events');
  expect(proof.files_deleted).toBeGreaterThan(1);
  expect(proof.events_redacted).toBe(after.events);
  expect(untouched(await countRows(own))).toEqual(operatorRows);
});

test('after an erasure the log only contains hashes, which still prove it', async () => {
  const { rows } = await pool.query(
    `select count(*) filter (where data <> '' or metadata <> '' or correlation_id is not null) as told,
       count(*) as events from events where org_id = $1`,
    [parseId('org', acme.id)],
  );
  expect(rows).toEqual([{ told: 0, events: expect.any(Number) }]);
  for await (const { events, proven, problems } of verifyStoredLogs(pool)) {
    expect(problems).toEqual([]);
    expect(proven).toBeGreaterThanOrEqual(Math.min(events, 1));
  }
});

test('the operator’s log proves who erased the organization, and it cannot be restored', async () => {
  const [told] = (await service.call('GET', '/v1/events?type=access.organization.erased')).body.events;
  expect(told.data).toMatchObject({
    organization_id: acme.id,
    requested_by: expect.stringMatching(/^key_/),
    deleted: expect.arrayContaining([{ table: 'subscriptions', rows: expect.any(Number) }]),
  });
  expect((await service.call('GET', `/v1/events/proofs/${told.eventId}`)).status).toBe(200);
  for (const [rest, body] of [
    ['/resume', undefined],
    ['/erase', { name: 'Acme' }],
    ['/exports', undefined],
  ] as const)
    expect((await service.call('POST', path(rest), body)).body.error.code).toBe('invalid_state');
  const listed = (await service.call('GET', '/v1/organizations')).body.organizations;
  expect(listed.find(({ id }: { id: string }) => id === acme.id)).toMatchObject({
    name: expect.stringMatching(/^erased /),
    erased_at: expect.any(String),
  });
  expect((await callerOf(service.address, acme.key)('GET', '/v1/organization')).status).toBeGreaterThan(400);
});

test('the service cannot remove the payload of an event unless its organization is being erased', async () => {
  const asService = createPool(service.database.connection, {
    max: 1,
    applicationName: 'test',
    onError: () => {},
  });
  const { id } = (await service.call('GET', '/v1/organization')).body;
  const org = parseId('org', id);
  await expect(asService.query('select redact_events($1, 0, 1000)', [org])).rejects.toThrow('append-only');
  // Nor can it when it records an erasure of its own.
  await asService.query(
    `insert into organization_erasures (org_id, requested_by, status, requested_at) values ($1, 'x', 'running', now())`,
    [org],
  );
  await expect(asService.query('select redact_events($1, 0, 1000)', [org])).rejects.toThrow('append-only');
  await asService.end();
});
