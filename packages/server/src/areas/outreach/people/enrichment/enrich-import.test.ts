import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
beforeAll(async () => {
  // Nothing answers at this address, so every DNS lookup fails at once.
  service = await startTestService({ DNS_SERVERS: '127.0.0.1:9' });
});
afterAll(() => service.stop());

test('an import enriches and scores its leads on request, with one event for each', async () => {
  const key = await service.addKey('auto enriched');
  const client = new OutreachClient(service, key);
  const rows = ['ann', 'bo', 'cy'].map((name) => `${name}@gmail.com,${name},CTO\n`);
  await client.import(`email,first_name,title\n${rows.join('')}`, '?auto_enrich=true&auto_score=true');
  const total = async (type: string) => (await client.get(`/events?type=${type}`)).body.total;
  await expect.poll(() => total('lead.scored'), { timeout: 60_000 }).toBe(3);
  expect(await total('lead.enriched')).toBe(3);
  const { leads } = (await client.get('/leads?status=scored')).body;
  expect(leads).toHaveLength(3);
  const enriched = await client.call('POST', `/leads/${leads[0].id}/enrich`);
  expect(enriched.status).toBe(200);
  expect(enriched.body).toMatchObject({
    status: 'partial',
    person: { seniority: 'c_level' },
    company: { name: null },
    cost_usd: 0,
  });
  expect(enriched.body.providers.find(({ name }: { name: string }) => name === 'website')).toMatchObject({
    status: 'skipped',
  });
}, 90_000);
