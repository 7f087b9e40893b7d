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

const FILE = 'email,first_name,linkedin_url,Shoe size\nann@firm.example,Ann,https://linkedin.com/in/ann,38\n';

test('a lead is read as it was imported', async () => {
  await client.import(FILE);
  const found = await client.get('/leads?q=ann@firm');
  expect(found.body).toMatchObject({ total: 1, leads: [{ email: 'ann@firm.example' }] });
  const { body } = await client.get(`/leads/${found.body.leads[0].id}`);
  expect(body).toEqual({
    id: expect.stringMatching(/^led_[0-9a-f]{32}$/),
    email: 'ann@firm.example',
    first_name: 'Ann',
    last_name: null,
    title: null,
    company: null,
    domain: 'firm.example',
    phone: null,
    linkedin_url: 'https://linkedin.com/in/ann',
    country: null,
    timezone: null,
    custom_fields: { 'Shoe size': '38' },
    status: 'new',
    score: null,
    tier: null,
    tags: [],
    campaign_ids: [],
    enriched_at: null,
    last_contacted_at: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: body.created_at,
  });
});

test('an erased lead is gone, other organizations cannot erase it, and the next file does not bring it back', async () => {
  await client.import(FILE);
  const { id } = (await client.get('/leads?q=ann@firm')).body.leads[0];
  const others = new OutreachClient(service, await service.addKey('others'));
  expect((await others.call('DELETE', `/leads/${id}`)).status).toBe(404);
  expect((await client.call('DELETE', `/leads/${id}`)).status).toBe(204);
  expect((await client.get(`/leads/${id}`)).status).toBe(404);
  expect(await client.import(FILE)).toMatchObject({ inserted_count: 0, suppressed_count: 1 });
  expect((await client.get('/leads?q=ann')).body.total).toBe(0);
  expect((await client.get('/suppressions')).body.suppressions).toMatchObject([
    { email: null, domain: null, source: 'erasure' },
  ]);
});
