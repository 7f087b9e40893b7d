import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiWalker } from '../../src/app/testing/api-walker.ts';
import type { Client } from '../../src/app/testing/operation-sample.ts';
import { openClient } from '../../src/app/testing/operation-samples.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { factByName, facts, namesOf, primaryName } from '../../src/engine/catalog/index.ts';
import { isTimestamp } from '../../src/kit/http/index.ts';
import { required } from '../../src/kit/required.ts';
import { openReceiver } from '../webhook-receiver.ts';

const TIMEOUT_MS = 90_000;
/** Every event name in one of the catalogues of the interface. */
const names = facts.filter(({ platform }) => platform !== 'system').flatMap(namesOf);
const SECRET = 'of the catalogue';
const ajv = new Ajv2020({ strict: false, formats: { timestamp: isTimestamp, 'date-time': isTimestamp } });

let service: TestService;
let client: Client;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  // With its own workers and without Kubernetes: an added node is a process of this machine.
  service = await startTestService({
    DEVNET_BLOCK_TIME: '0.2',
    KUBERNETES_DEPLOYMENT: undefined,
    KUBERNETES_API_URL: undefined,
    KUBERNETES_TOKEN: undefined,
  });
  client = openClient(await ApiWalker.open(service.address), service.key);
  receiver = await openReceiver(SECRET);
  await Promise.all(names.map(subscribe));
  await Promise.all([useContracts(), useReview(), useOutreach()]);
  await failBackup();
}, 4 * TIMEOUT_MS);
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

/** Subscribes to only one name, so that the receiver gets the event with that name. */
async function subscribe(name: string): Promise<void> {
  const body = { name, url: receiver.url, events: [name], secret: SECRET };
  await client.run('createWebhookSubscription', { body });
}

/**
 * A contract that works and one that cannot be deployed, calls that succeed and fail, an alert, a backup, a new node.
 */
async function useContracts(): Promise<void> {
  const abi = [
    { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' },
    { type: 'function', name: 'break', inputs: [], outputs: [], stateMutability: 'nonpayable' },
  ];
  // It stops when `ping()` is called, whose selector begins with 5c; otherwise it reverts.
  const runtime = '60003560f81c605c1460115760006000fd5b00';
  const bytecode = `0x60${(runtime.length / 2).toString(16)}600c60003960${(runtime.length / 2).toString(16)}6000f3${runtime}`;
  const { id } = (await client.run('createContract', { body: { name: 'Sample', abi, bytecode } })).body;
  await client.run('createContractAlert', { id });
  await client.run('deployContract', { id, body: {} });
  await client.until('getContract', id, ({ status }) => status === 'deployed');
  const { execution_id } = (await client.run('executeContract', { id, body: { function: 'ping' } })).body;
  await client.until('getExecution', execution_id, ({ status }) => status === 'confirmed');
  await client.ask('executeContract', { id, body: { function: 'break' } });
  const bad = await client.run('createContract', {
    body: { name: 'Bad', abi: [], bytecode: '0x60006000fd' },
  });
  await client.ask('deployContract', { id: bad.body.id, body: {} });
  const { backup_id } = (await client.run('createBackup', { body: {} })).body;
  await client.until('getBackup', backup_id, ({ status }) => status === 'completed');
  const scaled = (await client.run('scaleCluster', { body: { action: 'scale_up', node_count: 1 } })).body;
  await client.until('getScalingAction', scaled.scaling_id, ({ status }) => status === 'completed');
}

/**
 * Applications that are approved, rejected and archived after a complete review; a component that is promoted and
 * deprecated.
 */
async function useReview(): Promise<void> {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await client.run('uploadApplication')).body.id);
  for (const id of ids) await client.until('getApplication', id, ({ status }) => status === 'analyzed');
  const [first, second, third] = ids as [string, string, string];
  const { review_id } = (await client.run('requestReview', { id: first, body: { categories: 'all' } })).body;
  await client.until('getReview', review_id, ({ status }) => status === 'completed');
  const component = (await client.run('listComponents', { id: first })).body.components[0].id;
  await client.run('promoteComponent', { id: component });
  await client.run('deprecateComponent', { id: component });
  await client.run('approveApplication', { id: first });
  await client.run('rejectApplication', { id: second });
  await client.run('archiveApplication', { id: third });
}

/**
 * Leads that are imported, scored, enriched and written to; a mail that is opened and answered; a meeting; campaigns
 * with every outcome.
 */
async function useOutreach(): Promise<void> {
  const { import_job_id } = (await client.run('importLeads')).body;
  await client.until('getLeadImport', import_job_id, ({ status }) => status === 'completed');
  const lead = (await client.run('listLeads')).body.leads[0];
  await client.run('scoreLead', { id: lead.id });
  await client.run('enrichLead', { id: lead.id, body: {} });
  const campaign = await startCampaign({});
  const message = await vi.waitFor(
    async () => {
      const { messages } = (await client.run('listSandboxMessages')).body;
      expect(messages.length).toBeGreaterThan(0);
      return messages[0];
    },
    { timeout: TIMEOUT_MS, interval: 100 },
  );
  const raw = (await client.run('getRawSandboxMessage', { id: message.id })).text;
  await openMail(raw);
  await client.run('receiveMail', { body: { raw: replyTo(message, lead.email) } });
  await client.run('bookMeeting', {
    body: {
      lead_id: lead.id,
      campaign_id: campaign,
      meeting_time: '2027-01-31T09:30:00.000Z',
      sales_rep: 'Ann',
    },
  });
  await client.until('getCampaign', campaign, ({ status }) => status === 'completed');
  await startCampaign({ budgetUsd: 0.0001 });
  await startCampaign({ slo: { open_rate_min: 1, min_sample: 1 }, steps: 2 });
  const paused = await startCampaign({ delayHours: 48 });
  await client.run('pauseCampaign', { id: paused });
  await client.ask('queueCommunication', {
    body: {
      to: 'dan@example.com',
      subject: 'Re: our talk',
      body: 'Hello {{ nobody }}.',
      campaign_id: campaign,
    },
  });
}

interface CampaignTerms {
  slo?: object;
  budgetUsd?: number;
  delayHours?: number;
  /** One by default; further steps follow after days. */
  steps?: number;
}

async function startCampaign({ slo, budgetUsd, delayHours = 0, steps = 1 }: CampaignTerms): Promise<string> {
  const { campaign_id } = (
    await client.run('createCampaign', {
      body: {
        name: 'Sample',
        channels: ['email'],
        filter: {},
        ...(slo && { slo }),
        messaging_strategy: {
          sequence: Array.from({ length: steps }, (_, i) => ({
            step: i + 1,
            delay_hours: i === 0 ? delayHours : 72,
            subject: 'A question',
            body: 'Hello {{ first_name }}.',
          })),
          send_window: {
            days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
            start: '00:00',
            end: '23:59',
            timezone: 'UTC',
          },
          legal: { postal_address: '1 Main Street, 12345 Town', basis: 'legitimate_interest' },
        },
      },
    })
  ).body;
  const body = budgetUsd === undefined ? {} : { budget_limit_usd: budgetUsd };
  await client.run('launchCampaign', { id: campaign_id, body });
  await client.until('getCampaign', campaign_id, ({ status }) => status !== 'launching');
  return campaign_id;
}

/** Fetches the tracking pixel of a mail, like a mail program. */
async function openMail(raw: string): Promise<void> {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [path] = required(/\/o\/p\/[\w.-]+/.exec(text), 'a match of the pattern');
  const answer = await fetch(service.address + path, {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux)' },
  });
  expect(answer.status).toBe(200);
}

function replyTo({ message_id, envelope_from }: { message_id: string; envelope_from: string }, from: string) {
  return [
    `From: ${from}`,
    `To: ${envelope_from}`,
    `In-Reply-To: ${message_id}`,
    'Message-ID: <reply@example.com>',
    'Subject: Re: A question',
    '',
    'Sounds interesting, let us talk.',
  ].join('\r\n');
}

/** Makes a backup whose store is missing. */
async function failBackup(): Promise<void> {
  const blobs = join(service.dataDir, 'blobs');
  await rm(blobs, { recursive: true, force: true });
  await writeFile(blobs, 'no folder');
  const { backup_id } = (await client.run('createBackup', { body: {} })).body;
  await client.until('getBackup', backup_id, ({ status }) => status === 'failed');
}

interface Told {
  type?: string;
  event?: string;
  platform?: string;
  data: object;
}

describe('every name of the catalogues is published when it happens, logged, and delivered with that name', () => {
  test('and the names are exactly those of the interface', () => {
    expect(names.length).toBe(46);
  });

  test.each(names)('%s', async (name) => {
    const fact = required(factByName(name), 'the fact');
    const validate = ajv.compile(fact.data);
    const requireFit = ({ data }: Told) =>
      expect(validate(data), `${JSON.stringify(data)} ${ajv.errorsText(validate.errors)}`).toBe(true);

    const logged = async () => {
      const { body } = await client.run('queryEvents', { query: `?type=${name}&limit=1` });
      return (body.events as Told[])[0];
    };
    await expect.poll(logged, { timeout: TIMEOUT_MS, interval: 200 }).toBeDefined();
    const event = required(await logged(), 'the event in the log');
    expect(event.type).toBe(primaryName(fact));
    requireFit(event);

    const delivered = () =>
      receiver.verified.map(({ payload }) => payload as Told).find((one) => one.event === name);
    await expect.poll(delivered, { timeout: TIMEOUT_MS, interval: 100 }).toBeDefined();
    expect(required(delivered(), 'the delivery').platform).toBe(fact.platform);
    requireFit(required(delivered(), 'the delivery'));
  });
});
