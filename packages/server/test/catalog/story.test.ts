import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiWalker } from '../../src/app/testing/api-walker.ts';
import type { Client } from '../../src/app/testing/operation-sample.ts';
import { openClient } from '../../src/app/testing/operation-samples.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService({ DEVNET_BLOCK_TIME: '0.2' });
  client = openClient(await ApiWalker.open(service.address), service.key);
});
afterAll(() => service?.stop());

async function deployContract(): Promise<string> {
  const { id } = (await client.run('createContract')).body;
  await client.run('deployContract', { id, body: {} });
  await client.until('getContract', id, ({ status }) => status === 'deployed');
  return id;
}

async function upload(): Promise<string> {
  const { id } = (await client.run('uploadApplication')).body;
  await client.until('getApplication', id, ({ status }) => status === 'analyzed');
  return id;
}

interface Told {
  type: string;
  data: Record<string, unknown>;
}

test('an approval executes a contract, its confirmation writes a mail, a meeting follows: all with one correlation id', async () => {
  const [contract, application] = await Promise.all([deployContract(), upload()]);
  const { correlation_id: correlationId } = (await client.run('getApplication', { id: application })).body;
  const workflow = (name: string, type: string, action: string, input: object) =>
    client.run('createWorkflow', { body: { name, trigger: { type }, actions: [{ action, input }] } });
  await workflow('record', 'application.approved', 'contracts.execute', {
    contract_id: contract,
    function: 'ping',
  });
  await workflow('tell', 'contract.executed', 'outreach.queue_communication', {
    to: 'owner@example.com',
    subject: 'Your application is on record',
    body: '{{ "Recorded by " & event.data.transaction_hash & "." }}',
  });

  await client.run('approveApplication', { id: application });
  const read = async () =>
    (await client.run('queryEvents', { query: `?correlationId=${correlationId}&limit=100` })).body
      .events as Told[];
  const types = async () => (await read()).map(({ type }) => type).reverse();
  await expect.poll(types, { timeout: 60_000, interval: 200 }).toContain('outreach.sent');

  const sent = required(
    (await read()).find(({ type }) => type === 'outreach.sent'),
    'one of read',
  );
  await client.run('bookMeeting', {
    body: { lead_id: sent.data.lead_id, meeting_time: '2027-01-31T09:30:00.000Z', sales_rep: 'Ann' },
  });
  const chapters = [
    'code.upload.complete',
    'application.approved',
    'contract.executed',
    'outreach.sent',
    'meeting.booked',
  ];
  const story = await types();
  expect(story.filter((type) => chapters.includes(type))).toEqual(chapters);
});
