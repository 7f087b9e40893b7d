import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutreachClient } from '../../src/areas/outreach/testing/outreach-client.ts';
import { anyTime, eventually, type OutreachService, startOutreach } from './harness.ts';

let service: OutreachService;
let organizations = 0;

beforeAll(async () => {
  service = await startOutreach();
});
afterAll(() => service?.stop());

const people = `email,first_name,title,country,company
cto@known.example,Ann,"CTO, Platform",Germany,Known
dir@known.example,Bob,Director of Sales,DE,Known
int@known.example,Cy,International Sales Manager,France,Known
blank@unknown.example,Dee,,,
`;

/** An organization with four leads; one of them has no data but its address. */
async function organization() {
  const client = new OutreachClient(service, await service.addKey(`audience ${++organizations}`));
  const imported = await client.import(people);
  expect(imported.inserted_count).toBe(4);
  const create = async (more: object = {}) => {
    const { status, body } = await client.call('POST', '/campaigns', {
      name: 'Campaign',
      messaging_strategy: { subject: 'Hello', body: 'Hi {{ first_name }}', send_window: anyTime },
      ...more,
    });
    expect(status).toBe(201);
    return body.id as string;
  };
  const launch = (id: string, body: object = {}) => client.call('POST', `/campaigns/${id}/launch`, body);
  const written = async () => {
    const { body } = await client.get('/sandbox/messages?limit=100');
    return body.messages.map((mail: { envelope_to: string }) => mail.envelope_to).sort();
  };
  const until = (id: string, status: string) =>
    eventually(async () => expect((await client.get(`/campaigns/${id}`)).body.status).toBe(status));
  return { client, create, launch, written, until };
}

test.each([
  ['nothing', {}],
  ['an ideal customer without a criterion', { icp: { titles: [], exclusions: { titles: ['CTO'] } } }],
  ['words of its own in the ideal customer', { icp: { vibe: 'enterprise' } }],
])('a campaign with %s reaches nobody until the launch says `all`', async (_what, given) => {
  const { create, launch, written, until } = await organization();
  const id = await create(given);
  const refused = await launch(id);
  expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
    409,
    'invalid_state',
    'audience',
  ]);
  expect(refused.body.error.message).toMatch(/lead_ids.*icp.*"audience": "all"/);
  const excluded = 'icp' in given && 'exclusions' in given.icp ? 1 : 0;
  const all = await launch(id, { audience: 'all' });
  expect([all.status, all.body.projected_counts]).toMatchObject([
    202,
    {
      audience: 'all',
      leads_eligible: 4 - excluded,
      leads_targeted: 4 - excluded,
      emails_planned: 4 - excluded,
    },
  ]);
  await until(id, 'completed');
  expect(await written()).toHaveLength(4 - excluded);
});

test.each<[object, string[]]>([
  [{ titles: ['cto'] }, ['cto@known.example']],
  [{ titles: ['director', 'CTO'] }, ['cto@known.example', 'dir@known.example']],
  [{ countries: ['DE'] }, ['cto@known.example', 'dir@known.example']],
  [{ countries: ['Deutschland'], titles: ['sales'] }, ['dir@known.example']],
  [{ seniorities: ['c_level'] }, ['cto@known.example']],
  [{ departments: ['Sales'] }, ['dir@known.example', 'int@known.example']],
  [
    { departments: ['sales'], exclusions: { titles: ['intern'] } },
    ['dir@known.example', 'int@known.example'],
  ],
  [{ departments: ['sales'], exclusions: { titles: ['international'] } }, ['dir@known.example']],
  [{ keywords: ['platform'] }, ['cto@known.example']],
])('with the ideal customer %j only leads known to match are mailed', async (icp, expected) => {
  const { create, launch, written, until } = await organization();
  const id = await create({ icp });
  const { status, body } = await launch(id);
  expect([status, body.projected_counts]).toMatchObject([
    202,
    { audience: 'icp', leads_eligible: expected.length, emails_planned: expected.length },
  ]);
  await until(id, 'completed');
  expect(await written()).toEqual(expected);
});

test.each([
  { industries: ['software'] },
  { employee_min: 1 },
  { employee_max: 1_000_000 },
  { technologies: ['React'] },
  { titles: ['CTO'], industries: ['software'] },
])('unknown data of a lead matches nothing: %j', async (icp) => {
  const { create, launch, written } = await organization();
  const { status, body } = await launch(await create({ icp }));
  expect([status, body.error.code, body.error.field]).toEqual([409, 'invalid_state', 'icp']);
  expect(await written()).toEqual([]);
});

test("a campaign's own leads are mailed whatever its ideal customer is, except those it excludes", async () => {
  const { client, create, launch, written, until } = await organization();
  const leads = (await client.get('/leads')).body.leads as { id: string; email: string }[];
  const lead_ids = leads.filter(({ email }) => !email.startsWith('cto')).map(({ id }) => id);
  const id = await create({
    lead_ids,
    icp: { titles: ['CTO'], exclusions: { domains: ['Unknown.example'] } },
  });
  expect((await launch(id)).body.projected_counts).toMatchObject({
    audience: 'campaign',
    leads_eligible: 2,
    leads_excluded: 1,
  });
  await until(id, 'completed');
  expect(await written()).toEqual(['dir@known.example', 'int@known.example']);
});

test('a test cohort of an ideal customer is followed by the others', async () => {
  const { create, launch, written, until } = await organization();
  const id = await create({ icp: { keywords: ['known'] } });
  expect((await launch(id, { test_cohort_size: 1 })).body.projected_counts).toMatchObject({
    leads_eligible: 3,
    leads_targeted: 1,
  });
  await until(id, 'completed');
  expect((await launch(id)).body.projected_counts).toMatchObject({ audience: 'icp', leads_eligible: 2 });
  await until(id, 'completed');
  expect(await written()).toHaveLength(3);
});

test("a launch with one key for all leads differs from one for the campaign's own", async () => {
  const { create, launch } = await organization();
  const id = await create({ icp: { titles: ['CTO'] } });
  expect((await launch(id, { idempotency_key: 'k' })).status).toBe(202);
  const other = await launch(id, { idempotency_key: 'k', audience: 'all' });
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
});
