import { createServer, type Server } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseId } from '../../src/kit/ids.ts';
import { listen } from '../../src/kit/net/listen.fixture.ts';
import { addLeads, anyTime, eventually, type OutreachService, SmtpSink, startOutreach } from './harness.ts';

const WORKERS = 64;
const ANSWER_USD = 0.0003;
const MAIL_USD = 0.0001;
/** Not a sum of prices of mails and answers, so the last one never fits exactly. */
const LIMIT_USD = 0.012345;

let provider: Server;
/** The number of answers for which the provider would charge. */
let sold = 0;
let sink: SmtpSink;
let service: OutreachService;

beforeAll(async () => {
  provider = createServer((_request, response) => {
    sold++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ company: { industry: 'Freight' } }));
  });
  const { origin } = await listen(provider);
  sink = await SmtpSink.start();
  service = await startOutreach({
    SMTP_URL: sink.url,
    MAIL_PRICE_USD: String(MAIL_USD),
    DNS_SERVERS: '127.0.0.1:9',
    ENRICHMENT_PROVIDER_URL: `${origin}/people`,
    ENRICHMENT_PROVIDER_KEY: 'key',
    ENRICHMENT_PROVIDER_PRICE_USD: String(ANSWER_USD),
  });
});
afterAll(async () => {
  await service?.stop();
  await sink?.stop();
  provider?.closeAllConnections();
  provider?.close();
});

const micros = (usd: number) => Math.round(usd * 1e6);

test('64 workers that buy data and the mails of a campaign share one budget, which covers all payments', async () => {
  await service.post('mailboxes', { address: 'sales@example.test', postal_address: '1 Main Street' });
  const lead_ids = await addLeads(service, WORKERS, 'spend');
  const { body: campaign } = await service.post('campaigns', {
    name: 'Spending',
    lead_ids,
    messaging_strategy: { send_window: anyTime, sequence: [{ step: 1, subject: 'Q', body: 'Hi' }] },
  });
  const enricher = (await service.get('agents')).body.agents.find(
    ({ role }: { role: string }) => role === 'enricher',
  );
  const readBudget = async () => (await service.get(`campaigns/${campaign.id}`)).body.budget;
  const launched = await service.post(`campaigns/${campaign.id}/launch`, { budget_limit_usd: LIMIT_USD });
  expect(launched.status).toBe(202);
  // Half of the requests enrich a lead directly, half let an agent do it.
  const work = async (lead_id: string, i: number) => {
    const { status } =
      i % 2 === 0
        ? await service.post(`leads/${lead_id}/enrich`, { campaign_id: campaign.id })
        : await service.post(`agents/${enricher.id}/execute`, {
            input: {},
            lead_id,
            campaign_id: campaign.id,
          });
    expect(status).toBe(200);
    const { spent_usd, reserved_usd } = await readBudget();
    expect(micros(spent_usd) + micros(reserved_usd)).toBeLessThanOrEqual(micros(LIMIT_USD));
  };
  await Promise.all(lead_ids.map(work));
  await eventually(async () => {
    const { counts } = (await service.get('communications/outbox')).body;
    const { body } = await service.get(`campaigns/${campaign.id}`);
    expect(counts.processing).toBe(0);
    // The mails used what the data left of the budget, up to the last mail that fits.
    expect(body.status === 'completed' || body.pause_reason === 'budget').toBe(true);
    expect(body.budget.reserved_usd).toBe(0);
  });
  const budget = await readBudget();
  const paid = sold * micros(ANSWER_USD) + sink.mails.length * micros(MAIL_USD);
  expect(micros(budget.spent_usd)).toBe(paid);
  expect(paid).toBeLessThanOrEqual(micros(LIMIT_USD));
  expect(micros(LIMIT_USD) - paid).toBeLessThan(micros(ANSWER_USD));
  expect(sold).toBeLessThan(WORKERS);
  const { totals } = (await service.get('economics/costs?group_by=campaign')).body;
  expect(micros(totals.total_usd)).toBe(paid);
  expect(micros(totals.channel_costs_usd)).toBe(sink.mails.length * micros(MAIL_USD));
  const told = await service.events('budget.threshold_reached');
  expect(told.map(({ data }) => data.threshold)).toEqual([0.5, 0.8]);
});

test('while the rest of a budget is reserved a mail waits, and it is sent once that is returned', async () => {
  await service.post('mailboxes', { address: 'held@example.test', postal_address: '1 Main Street' });
  const { body: campaign } = await service.post('campaigns', {
    name: 'Held',
    lead_ids: await addLeads(service, 1, 'held'),
    messaging_strategy: { send_window: anyTime, sequence: [{ step: 1, subject: 'Q', body: 'Hi' }] },
  });
  const pool = new pg.Pool({ connectionString: service.database.connectionString, max: 1 });
  onTestFinished(() => pool.end());
  const hold = (usd: number) =>
    pool.query('update budgets set reserved_micros = $1 where campaign_id = $2', [
      micros(usd),
      parseId('cmp', campaign.id),
    ]);
  const start_at = new Date(Date.now() + 2_000).toISOString();
  const launch = { budget_limit_usd: MAIL_USD, start_at };
  expect((await service.post(`campaigns/${campaign.id}/launch`, launch)).status).toBe(202);
  expect((await hold(MAIL_USD)).rowCount).toBe(1);
  const sent = sink.mails.length;
  await eventually(async () => {
    const { communications } = (await service.get(`communications?campaign_id=${campaign.id}`)).body;
    expect(communications[0]).toMatchObject({ status: 'pending', waiting_for: 'budget' });
  });
  expect((await service.get(`campaigns/${campaign.id}`)).body).toMatchObject({ status: 'active' });
  await hold(0);
  await eventually(async () => expect(sink.mails).toHaveLength(sent + 1), 30_000);
});
