import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
beforeAll(async () => {
  service = await startTestService();
  client = new OutreachClient(service, service.key);
});
afterAll(() => service?.stop());

const FILE = 'email,country\nann@firm.example,DE\nbob@firm.example,FR\n';

async function find(query: string, of = client): Promise<string[]> {
  const { body } = await of.get(`/leads?${query}`);
  return body.leads.map(({ email }: { email: string }) => email).sort();
}

async function tag(body: object, of = client) {
  const { status, body: answer } = await of.call('POST', '/lead-tags', body);
  return [status, answer.error?.field ?? answer];
}

test('leads of an import get its tags, including known ones, and are found, counted and written to by them', async () => {
  await client.import(FILE, '?tags=Fair%202026,VIP');
  await client.import('email\nann@firm.example\ncleo@firm.example\n', '?tags=newsletter');
  expect(await find('tag=vip')).toEqual(['ann@firm.example', 'bob@firm.example']);
  expect(await find('tag=Newsletter')).toEqual(['ann@firm.example', 'cleo@firm.example']);
  expect((await client.get('/lead-tags')).body).toMatchObject({
    total: 3,
    tags: [
      { tag: 'fair 2026', leads: 2 },
      { tag: 'newsletter', leads: 2 },
      { tag: 'vip', leads: 2 },
    ],
  });
  const [ann] = (await client.get('/leads?q=ann')).body.leads;
  expect(ann.tags).toEqual(['fair 2026', 'newsletter', 'vip']);
  const { body: campaign } = await client.call('POST', '/campaigns', { name: 'c', filter: { tag: 'VIP' } });
  expect(await find(`campaign_id=${campaign.id}`)).toEqual(['ann@firm.example', 'bob@firm.example']);
});

test("tags are added and removed by filter, import and id, once each, and never for other organizations' leads", async () => {
  const { import_job_id: importId } = await client.import(
    'email,country\ndan@other.example,IT\neve@other.example,ES\n',
  );
  expect(await tag({ add: ['Hot'], import_job_id: importId })).toEqual([
    200,
    { leads: 2, added: 2, removed: 0 },
  ]);
  expect(await tag({ add: ['hot', 'south'], filter: { country: 'it' } })).toEqual([
    200,
    { leads: 1, added: 1, removed: 0 },
  ]);
  const [dan] = (await client.get('/leads?q=dan@other')).body.leads;
  expect(dan.tags).toEqual(['hot', 'south']);
  const others = new OutreachClient(service, await service.addKey('others'));
  expect(await tag({ add: ['theirs'], lead_ids: [dan.id] }, others)).toEqual([404, 'lead_ids.0']);
  expect(await tag({ remove: ['hot'], lead_ids: [dan.id] })).toEqual([
    200,
    { leads: 1, added: 0, removed: 1 },
  ]);
  expect(await find('tag=hot')).toEqual(['eve@other.example']);
  expect(await find('tag=hot', others)).toEqual([]);
  await client.call('DELETE', `/leads/${dan.id}`);
  expect((await client.get('/lead-tags')).body.tags).not.toContainEqual(
    expect.objectContaining({ tag: 'south' }),
  );
});

test('an empty tag, no tag, and several ways to choose leads are refused, naming the field', async () => {
  expect(await tag({ filter: {} })).toEqual([400, 'add']);
  expect(await tag({ add: [' '], filter: {} })).toEqual([400, 'add.0']);
  expect(await tag({ add: ['a,b'], filter: {} })).toEqual([400, 'add.0']);
  expect(await tag({ add: ['a'], remove: ['A'], filter: {} })).toEqual([400, 'remove.0']);
  expect(await tag({ add: ['a'] })).toEqual([400, 'filter']);
  expect(await tag({ add: ['a'], filter: {}, lead_ids: ['led_1'] })).toEqual([400, 'filter']);
});
