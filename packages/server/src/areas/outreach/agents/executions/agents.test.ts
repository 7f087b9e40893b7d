import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { required } from '../../../../kit/required.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
let agents: Map<string, { id: string }>;
let leadId: string;

beforeAll(async () => {
  service = await startTestService({ DNS_SERVERS: '127.0.0.1:9' });
  client = new OutreachClient(service, await service.addKey('agents'));
  await client.import(
    'email,first_name,title,company,country\nann@firm.invalid,Ann,CTO,Firm,DE\nbo@firm.invalid,Bo,VP Sales,Firm,DE\n',
  );
  leadId = (await client.get('/leads?q=ann')).body.leads[0].id;
  agents = new Map(
    (await client.get('/agents')).body.agents.map((agent: { role: string; id: string }) => [
      agent.role,
      agent,
    ]),
  );
});
afterAll(() => service.stop());

const agentOf = (role: string) => required(agents.get(role), role);
const run = (role: string, input: object, more: object = {}) =>
  client.call('POST', `/agents/${agentOf(role).id}/execute`, { input, ...more });

test('the squad is listed with schemas and figures, in the same order each time', async () => {
  const { body } = await client.get('/agents');
  expect(body.total).toBe(8);
  expect(body.agents.map(({ role }: { role: string }) => role)).toEqual([...agents.keys()]);
  expect(body.agents.map(({ id }: { id: string }) => id)).toEqual([...agents.values()].map(({ id }) => id));
  expect(body.agents[0]).toMatchObject({
    status: 'idle',
    engine: 'rules',
    model: null,
    input_schema: { type: 'object' },
  });
  expect(JSON.stringify(body)).not.toMatch(/patternHint|"format":"timestamp"|ud800/);
});

const guarded = {
  subject: 'A question',
  text: 'Hello. Leave: https://x.test/u Firm Street 1',
  from: 'a@sender.test',
  to: 'ann@firm.invalid',
  unsubscribe_url: 'https://x.test/u',
  postal_address: 'Firm Street 1',
};

test.each<[string, object, boolean, string, (output: Record<string, unknown>) => void]>([
  [
    'icp_researcher',
    {},
    false,
    'succeeded',
    (o) =>
      expect(o).toMatchObject({ icp: { countries: ['DE'] }, based_on: { leads: 2, won: 0, used: 'all' } }),
  ],
  [
    'enricher',
    {},
    true,
    'succeeded',
    (o) => expect(o).toMatchObject({ status: 'partial', person: { seniority: 'c_level' } }),
  ],
  ['scorer', {}, true, 'succeeded', (o) => expect(o).toMatchObject({ score: 50, tier: 'C' })],
  [
    'copywriter',
    { value_proposition: 'We plan routes.' },
    true,
    'succeeded',
    (o) => {
      expect(o.body).toContain('Hello Ann,');
      expect(o.body).toContain('We plan routes.');
      expect(o).toMatchObject({ signal: 'none', evidence: [], unresolved: [] });
    },
  ],
  ['compliance_guard', guarded, false, 'blocked', (o) => expect(o.decision).toBe('blocked')],
  [
    'sequencer',
    {
      steps: [
        { step: 1, delay_hours: 0 },
        { step: 2, delay_hours: 48 },
      ],
      recipient_timezone: 'Europe/Berlin',
      start_at: '2026-03-28T22:00:00Z',
    },
    false,
    'succeeded',
    (o) => expect(o).toMatchObject({ timezone: 'Europe/Berlin' }),
  ],
  [
    'reply_classifier',
    { text: 'Thanks, I am not interested.' },
    false,
    'succeeded',
    (o) => expect(o).toMatchObject({ classification: 'negative' }),
  ],
  [
    'meeting_scheduler',
    { sales_rep: 'sam@sender.test', timezone: 'Europe/Berlin' },
    false,
    'succeeded',
    (o) => expect((o.slots as string[]).length).toBeGreaterThan(5),
  ],
])('%s does its work', async (role, input, needsLead, status, check) => {
  const before = agentOf(role);
  const { status: http, body } = await run(
    role,
    role === 'compliance_guard' ? { ...input, text: 'no link' } : input,
    needsLead ? { lead_id: leadId } : {},
  );
  expect([http, body.error?.code, body.status]).toEqual([200, undefined, status]);
  check(body.output);
  expect(body.metadata).toMatchObject({
    engine: 'rules',
    model: null,
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const { body: after } = await client.get(`/agents/${before.id}`);
  expect(after.metrics).toMatchObject({
    total_executions: 1,
    success_count: 1,
    failure_count: 0,
    success_rate: 1,
  });
  expect(
    (await client.get(`/traces/${body.metadata.trace_id}`)).body.spans.map(
      ({ name }: { name: string }) => name,
    ),
  ).toContain(`invoke_agent ${role}`);
});

test('an invalid input is refused, naming its field, and does not count as an execution', async () => {
  for (const [role, input, field, says] of [
    ['sequencer', {}, 'input.steps', '`input.steps` is required. Add it to the body.'],
    [
      'sequencer',
      { steps: [{ step: 1, delay_hours: 1 }], recipient_timezone: 'Mars/Base' },
      'input.recipient_timezone',
      '`recipient_timezone` must be an IANA time zone',
    ],
    ['reply_classifier', { text: 7 }, 'input.text', '`input.text` must be a string.'],
    ['reply_classifier', { text: 'x', extra: 1 }, 'input.extra', '`input.extra` is not a known field here.'],
    ['scorer', {}, 'lead_id', 'This agent works on a lead.'],
  ] as const) {
    const before = (await client.get(`/agents/${agentOf(role).id}`)).body.metrics.total_executions;
    const { status, body } = await run(role, input);
    expect([status, body.error.code, body.error.field]).toEqual([422, 'invalid_agent_input', field]);
    expect(body.error.message).toContain(says);
    expect((await client.get(`/agents/${agentOf(role).id}`)).body.metrics.total_executions).toBe(before);
  }
});

test('with one key an agent runs once, for any number of concurrent requests', async () => {
  const ask = (text: string) => run('reply_classifier', { text }, { idempotency_key: 'once' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('Sounds great, let us talk')));
  expect(new Set(answers.map(({ body }) => body.execution_id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  const other = await ask('something else');
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
  expect(
    (await client.get(`/events?type=agent.executed&agent_id=${agentOf('reply_classifier').id}`)).body.total,
  ).toBe(2);
});

test('without a language model none is called, and a request that needs one is told so', async () => {
  const { status, body } = await run('copywriter', {}, { lead_id: leadId, engine: 'llm' });
  expect([status, body.error.code, body.error.field]).toEqual([503, 'provider_unavailable', 'engine']);
});
