import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type Person } from '../../test/access/open-people.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import { audited, unaudited } from './testing/audited-operations.ts';
import type { Client, ClientRequest } from './testing/operation-sample.ts';
import { openClient, operationSamples } from './testing/operation-samples.ts';
import { sampleBody } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

const SECRET = 'a secret that nobody is told';

interface Entry {
  event_id: string;
  actor: { id: string; name: string | null } | null;
  action: string;
  thing: string;
  thing_id: string | null;
  name: string | null;
  fields: string[];
  part_of: string | null;
}

let service: TestService;
let walker: ApiWalker;
let client: Client;
let ana: Person;

beforeAll(async () => {
  service = await startTestService();
  walker = await ApiWalker.open(service.address);
  client = openClient(walker, service.key);
  ana = await addPerson(service, 'ana@example.com', 'owner');
});
afterAll(() => service?.stop());

async function read(query = ''): Promise<Entry[]> {
  const { status, body, text } = await service.call('GET', `/v1/audit?limit=100${query}`);
  expect(status, text).toBe(200);
  return body.entries;
}

const sentence = ({ action, thing, fields }: Entry) =>
  `${action} ${thing}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`;

test('each operation that writes is recorded in the audit log, or listed here with the reason', () => {
  const writing = describedRoutes().filter(({ method }) => method !== 'GET');
  const ids = writing.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !(id in audited) && !(id in unaudited))).toEqual([]);
  expect([...Object.keys(audited), ...Object.keys(unaudited)].sort()).toEqual(ids.sort());
});

/** Ids returned by earlier operations: targets for the operations whose samples make none. */
const made = new Map<string, string>();
const targets: Record<string, () => string> = {
  deleteEventSubscription: () => of('createEventSubscription'),
  ...Object.fromEntries(
    [
      ...['updateWebhookSubscription', 'pauseWebhookSubscription', 'resumeWebhookSubscription'],
      ...['rotateWebhookSecret', 'rotateWebhookSigningKey', 'createPortalLink', 'revokePortalLinks'],
      'acknowledgeWebhookSubscription',
      'unacknowledgeWebhookSubscription',
      'deleteWebhookSubscription',
    ].map((id) => [id, () => of('createWebhookSubscription')]),
  ),
  ...Object.fromEntries(
    [
      ...['updateWorkflow', 'disableWorkflow', 'enableWorkflow', 'deleteWorkflow'],
      ...['acknowledgeWorkflow', 'unacknowledgeWorkflow'],
    ].map((id) => [id, () => of('createWorkflow')]),
  ),
  deleteFindingSuppression: () => of('suppressFinding'),
  updateContractAlert: () => of('createContractAlert'),
  acknowledgeContractAlert: () => of('createContractAlert'),
  unacknowledgeContractAlert: () => of('createContractAlert'),
  deleteContractAlert: () => of('createContractAlert'),
  deleteSpendLimit: () => of('setSpendLimit'),
  deleteIngestionRule: () => of('createIngestionRule'),
  deleteScalingPolicy: () => of('createScalingPolicy'),
  changeMailbox: () => of('createMailbox'),
  deleteSuppression: () => of('createSuppression'),
  updateKey: () => of('createKey'),
  rotateKey: () => of('createKey'),
  revokeKey: () => of('createKey'),
  withdrawInvitation: () => of('inviteUser'),
  changeUserRole: () => of('createPasswordLink'),
  removeUser: () => of('createPasswordLink'),
  resumeOrganization: () => of('suspendOrganization'),
  setOrganizationQuotas: () => of('resumeOrganization'),
};

function of(operationId: string): string {
  const id = made.get(operationId);
  if (id === undefined) throw new Error(`${operationId} has made nothing`);
  return id;
}

const seen = () => ({ note: 'Looked at' });

const bodies: Record<string, () => object> = {
  acknowledgeWebhookSubscription: seen,
  acknowledgeWorkflow: seen,
  acknowledgeContractAlert: seen,
  acknowledgeFinding: seen,
  createWebhookSubscription: () => ({
    name: 'Orders',
    url: 'http://127.0.0.1:9/hook',
    events: ['sample.made'],
    secret: SECRET,
    signature: 'hmac_ed25519',
  }),
  updateWebhookSubscription: () => ({
    url: `http://127.0.0.1:9/other?token=${encodeURIComponent(SECRET)}`,
    events: ['sample.done'],
    name: 'Orders',
    headers: { 'x-key': SECRET },
  }),
  rotateWebhookSecret: () => ({ secret: `${SECRET} now` }),
  updateWorkflow: () => ({ name: 'Renamed', trigger: { type: 'sample.other' } }),
  updateContractAlert: () => ({
    rule_name: 'sample',
    severity: 'critical',
    actions: [{ type: 'event' }],
    condition: { metric: 'gas_used', operator: 'greater_than', threshold: 2 },
  }),
  updateKey: () => ({ name: 'Renamed' }),
  setSpendLimit: () => ({ per_day_usd: 1_000_000 }),
  createScalingPolicy: () => ({ min_nodes: 1, max_nodes: 2 }),
  changeMailbox: () => ({ status: 'paused', daily_limit: 7 }),
  changeUserRole: () => ({ role: 'developer' }),
  setOrganizationQuotas: () => ({ subscriptions: 5 }),
};

/** Runs the operation once, on a target that it can work on. */
async function run(operationId: string): Promise<string[]> {
  const leadId = needsLead.has(operationId) ? await addLead() : '';
  const target = targets[operationId]?.() ?? (await operationSamples[operationId]?.prepare?.(client));
  const body = bodies[operationId]?.() ?? sampleBody(walker.route(operationId));
  const id = target ?? leadId;
  const asked: ClientRequest = { id, ...(body !== undefined && { body }) };
  const { text } = await client.run(operationId, asked);
  const [, own] = /"(?:id|[a-z]+_?[iI]d)":"([a-z]{3}_[0-9a-f]{32})"/.exec(text) ?? [];
  const below = operationId === 'createContractAlert' ? `${id}/${own}` : own;
  made.set(operationId, operationId === 'createPasswordLink' ? id : (below ?? id));
  // The audit log has the id of a finding, which starts with the first part of its fingerprint.
  return [...id.split('/'), own ?? '', `fnd_${id.slice(0, 32)}`];
}

const needsLead = new Set(['launchCampaign', 'eraseLead']);

async function addLead(): Promise<string> {
  const { import_job_id: id } = (await client.run('importLeads')).body;
  await client.until('getLeadImport', id, ({ status }) => /^(completed|failed)/.test(String(status)));
  return (await client.run('listLeads')).body.leads[0].id;
}

describe('the audit log records who did what', () => {
  test.each(Object.entries(audited))('%s: %s', async (operationId, told) => {
    const ids = await run(operationId);
    const entries = await read();
    const entry = entries.find((one) => sentence(one) === told);
    expect(entries.slice(0, 5).map(sentence)).toContain(told);
    expect(entry?.actor).toMatchObject({ id: expect.stringMatching(/^key_/), name: 'bootstrap' });
    const about = entry?.thing_id ?? entry?.part_of;
    if (about != null) expect(ids).toContain(about);
  });

  test('the log contains no secret', async () => {
    const { text } = await service.call('GET', '/v1/events?limit=100&type=access.configuration.*');
    expect(text).toContain('webhook_subscription');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(encodeURIComponent(SECRET));
  });
});

describe('a person', () => {
  test('is recorded by name, in the same commit as the change, with only the changed fields', async () => {
    const { body: made } = await ana.ask('POST', '/v1/webhooks/subscriptions', {
      name: 'Billing',
      url: 'http://127.0.0.1:9/hook',
      events: ['sample.made'],
      secret: SECRET,
    });
    const path = `/v1/webhooks/subscriptions/${made.subscription_id}`;
    await ana.ask('POST', `${path}/pause`);
    // These requests change nothing, so nothing is recorded.
    await ana.ask('POST', `${path}/pause`);
    await ana.ask('PUT', path, { name: 'Billing' });
    await ana.ask('PUT', path, { name: 'Invoices', rate_per_second: 5 });
    const entries = await read(`&thing_id=${made.subscription_id}`);
    expect(entries.map(sentence)).toEqual([
      'changed webhook_subscription: name, rate_per_second',
      'paused webhook_subscription',
      'created webhook_subscription',
    ]);
    expect(entries.map(({ actor, name }) => [actor?.id, actor?.name, name])).toEqual([
      [ana.userId, 'ana@example.com', 'Invoices'],
      [ana.userId, 'ana@example.com', 'Billing'],
      [ana.userId, 'ana@example.com', 'Billing'],
    ]);
  });

  test('is found by actor, kind of thing and time, page by page', async () => {
    const mine = await read(`&actor=${ana.userId}`);
    expect(mine.length).toBeGreaterThan(2);
    expect(new Set(mine.map(({ actor }) => actor?.id))).toEqual(new Set([ana.userId]));
    const kinds = await read('&thing=workflow');
    expect(new Set(kinds.map(({ thing }) => thing))).toEqual(new Set(['workflow']));
    expect(await read(`&from=${new Date(Date.now() + 3_600_000).toISOString()}`)).toEqual([]);
    const all: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const next = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await service.call('GET', `/v1/audit?limit=20${next}`);
      all.push(...body.entries.map((entry: Entry) => entry.event_id));
      cursor = body.next_cursor;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(60);
  });

  test('of another organization sees none of it', async () => {
    const other = await service.addKey('other');
    const answer = await walker.ask(walker.route('readAudit'), {
      key: other,
      query: `?actor=${ana.userId}`,
    });
    expect(answer.body.entries).toEqual([]);
  });

  test('cannot be forged: a client may not publish events with these names', async () => {
    const body = { type: 'access.configuration.changed', source: 'access', data: { thing: 'workflow' } };
    expect((await service.call('POST', '/v1/events', body)).status).toBe(400);
    const forged = { type: 'campaign.created', source: 'access', data: { campaign_id: 'cmp_1' } };
    expect((await service.call('POST', '/v1/events', forged)).status).toBe(201);
    expect((await read('&thing=campaign')).map(({ thing_id: id }) => id)).not.toContain('cmp_1');
  });
});
