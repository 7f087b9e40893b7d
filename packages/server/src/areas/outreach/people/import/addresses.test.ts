import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let organizations = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

const newClient = async () =>
  new OutreachClient(service, await service.addKey(`addresses ${++organizations}`));
const fileOf = (cells: readonly string[]) =>
  `email,Company\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}",Acme`).join('\n')}\n`;

async function importOne(cell: string): Promise<string | undefined> {
  const client = await newClient();
  await client.import(fileOf([cell]));
  return (await client.get('/leads')).body.leads[0]?.email;
}

test.each([
  ['Ann Bee <ann@a.example>', 'ann@a.example'],
  ['<Ann@A.example>', 'ann@a.example'],
  ['"Bee, Ann" <ann@a.example>', 'ann@a.example'],
  ['Zoë Grün <zoe@a.example>', 'zoe@a.example'],
  ['mailto:ann@a.example', 'ann@a.example'],
  ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
  ['Ann <ann@BU\u0308CHER.example>', 'ann@xn--bcher-kva.example'],
  ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
  ['ann@straße.example', 'ann@xn--strae-oqa.example'],
  ['ann@a。example', 'ann@a.example'],
  ['GRU\u0308N@a.example', 'grün@a.example'],
  ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
  ['\u200bann@a.example', 'ann@a.example'],
  ['ann@-a.example', undefined],
  ['ann@a', undefined],
  ['ann@a..example', undefined],
  ['ann@ü..example', undefined],
  ['a@a.example, b@a.example', undefined],
  [`ann@${'ü'.repeat(64)}.example`, undefined],
  [`${'ü'.repeat(33)}@a.example`, undefined],
])('the cell %j becomes the lead %j', async (cell, email) => {
  expect(await importOne(cell)).toBe(email);
});

test('two forms of one domain are one lead, within a file and across files', async () => {
  const client = await newClient();
  const cells = ['ann@bücher.example', 'Ann <ann@xn--bcher-kva.example>', 'bo@xn--bcher-kva.example'];
  expect(await client.import(fileOf(cells))).toMatchObject({
    row_count: 3,
    valid_row_count: 3,
    duplicate_in_file_count: 1,
    inserted_count: 2,
  });
  const again = await client.import(fileOf(['BO@BÜCHER.example']), '?dedup_keys=email,domain_name,phone');
  expect(again).toMatchObject({ valid_row_count: 1, duplicate_existing_count: 1, inserted_count: 0 });
  for (const q of ['bücher.example', 'xn--bcher-kva', 'bo@bücher.example']) {
    expect((await client.get(`/leads?q=${encodeURIComponent(q)}`)).body.total).toBe(
      q.startsWith('bo') ? 1 : 2,
    );
  }
});

test('many non-ASCII addresses are checked in pages, and invalid ones are reported as they were written', async () => {
  const client = await newClient();
  const cells = Array.from({ length: 25_000 }, (_, i) => (i % 10 === 0 ? `ü${i}@` : `ü${i}@bücher.example`));
  const job = await client.import(fileOf(cells));
  expect(job).toMatchObject({ row_count: 25_000, valid_row_count: 22_500, inserted_count: 22_500 });
  const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text.split('\r\n');
  expect(report[2]).toBe('12,email,email_invalid,,"ü10@,Acme"');
});

test.each([
  [{ email: 'Ann@Bücher.example' }, 'ann@xn--bcher-kva.example'],
  [{ email: 'ann@xn--bcher-kva.example' }, 'ANN@BÜCHER.example'],
  [{ email: 'gru\u0308n@a.example' }, 'GRÜN@a.example'],
  [{ domain: 'bücher.example' }, 'ann@shop.xn--bcher-kva.example'],
  [{ domain: 'xn--bcher-kva.example' }, 'ann@bücher.example'],
])('%j suppresses %s: as a lead, and as a recipient', async (suppressed, address) => {
  const client = await newClient();
  expect((await client.call('POST', '/suppressions', { ...suppressed, reason: 'r' })).status).toBe(201);
  const job = await client.import(fileOf([address, 'bo@free.example']));
  expect(job).toMatchObject({ valid_row_count: 2, suppressed_count: 1, inserted_count: 1 });
  const { status, body } = await client.call('POST', '/communications', {
    to: address,
    subject: 's',
    body: 'b',
  });
  expect([status, body.error.code]).toEqual([422, 'lead_suppressed']);
});

test.each([
  { email: 'x' },
  { email: 'a@b' },
  { email: '<a@b.example>' },
  { domain: 'b' },
  { domain: 'a@b.example' },
])('%j is refused as a suppression, naming its field', async (given) => {
  const client = await newClient();
  const { status, body } = await client.call('POST', '/suppressions', { ...given, reason: 'r' });
  expect([status, body.error.field]).toEqual([400, Object.keys(given)[0]]);
});

test('a reply from the other form of a domain matches the lead that was written to', async () => {
  const client = await newClient();
  const { id: mailbox_id } = (await client.call('POST', '/mailboxes', { address: 'sales@bücher.example' }))
    .body;
  const sent = await client.call('POST', '/communications', {
    to: 'kunde@käufer.example',
    subject: 'An offer',
    body: 'Shall we talk?',
    mailbox_id,
  });
  const { communication_id } = sent.body;
  await vi.waitFor(async () => {
    expect((await client.get(`/communications/${communication_id}`)).body.status).toBe('sent');
  }, 20_000);
  const raw = [
    'From: Kunde <kunde@xn--kufer-gra.example>',
    'To: sales@bücher.example',
    'Subject: Re: An offer',
    'Message-ID: <answer@xn--kufer-gra.example>',
    '',
    'Yes, let us talk tomorrow.',
  ].join('\r\n');
  const { inbound_id } = (await client.call('POST', '/inbound', { raw })).body;
  await vi.waitFor(async () => {
    const { body } = await client.get(`/inbound/${inbound_id}`);
    expect(body).toMatchObject({ communication_id, matched_by: 'sender' });
  }, 20_000);
});

test('an erasure covers each form of the address', async () => {
  const client = await newClient();
  const job = await client.import(fileOf(['ann@bücher.example', 'Ann <ann@bücher.example>']));
  const [lead] = (await client.get('/leads')).body.leads;
  expect((await client.get(`/imports/${job.import_job_id}/errors`)).text).toContain('ann@bücher.example');
  expect((await client.call('DELETE', `/leads/${lead.id}`)).status).toBeLessThan(300);
  expect((await client.get(`/imports/${job.import_job_id}/errors`)).text).not.toContain('ann@');
  const { suppressed_count } = await client.import(fileOf(['ANN@BÜCHER.example']));
  expect(suppressed_count).toBe(1);
});
