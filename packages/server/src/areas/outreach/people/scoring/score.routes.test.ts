import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { callerOf } from '../../../../kit/http/testing/call-api.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a lead is scored with reasons, and lead.scored contains the previous score', async () => {
  const key = await service.addKey('scored');
  const client = new OutreachClient(service, key);
  await client.import('email,first_name,title\ncto@acme.test,Ann,CTO\n');
  const [lead] = (await client.get('/leads')).body.leads;
  const first = await client.call('POST', `/leads/${lead.id}/score`);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    lead_id: lead.id,
    score: 50,
    breakdown: { fit: 100, intent: 0, engagement: 0 },
    tier: 'C',
  });
  expect(first.body.recommendation).toBe('nurture');
  await client.call('POST', '/suppressions', { domain: 'acme.test', reason: 'asked' });
  const second = await client.call('POST', `/leads/${lead.id}/score`, {});
  expect(second.body).toMatchObject({ score: 50, recommendation: 'do_not_contact' });
  const { trace_id: _, ...read } = (await client.get(`/leads/${lead.id}/score`)).body;
  expect(second.body).toMatchObject(read);
  expect((await client.get('/leads?tier=C&status=scored')).body.leads[0]).toMatchObject({
    id: lead.id,
    score: 50,
    status: 'scored',
  });
  const { body } = await callerOf(service.address, key)('GET', '/v1/events?type=lead.scored');
  expect(body.events.map(({ data }: { data: object }) => data)).toMatchObject([
    { lead_id: lead.id, score: 50, previous_score: 50 },
    { lead_id: lead.id, score: 50, previous_score: null },
  ]);
});

test('an import scores its leads on request, with one event for each', async () => {
  const key = await service.addKey('auto scored');
  const client = new OutreachClient(service, key);
  const rows = Array.from(
    { length: 600 },
    (_, i) => `p${i}@firm${i % 7}.test,Person ${i},${i % 3 ? 'CTO' : 'Intern'}\n`,
  );
  await client.import(`email,name,title\n${rows.join('')}`, '?auto_score=true');
  const call = callerOf(service.address, key);
  const total = async () => (await call('GET', '/v1/events?type=lead.scored&limit=1')).body.total;
  await expect.poll(total, { timeout: 30_000 }).toBe(600);
  expect((await client.get('/leads?status=scored')).body.total).toBe(600);
  expect((await client.get('/leads?tier=C')).body.total).toBe(400);
  expect(await total()).toBe(600);
});
