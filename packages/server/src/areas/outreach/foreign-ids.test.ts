import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedRoutes } from '../../app/describe-api.ts';
import { startTestService, type TestService } from '../../app/testing/test-service.ts';
import { newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { OutreachClient } from './testing/outreach-client.ts';

let service: TestService;
let own: OutreachClient;
/** Ids of another organization, by the name of the field that takes them. */
let foreign: Record<string, string>;
let agentId: string;
let leadId: string;
let draftId: string;

beforeAll(async () => {
  service = await startTestService();
  own = new OutreachClient(service, service.key);
  const other = new OutreachClient(service, await service.addKey('other'));
  const { import_job_id } = await other.import('email\nann@other.example\n');
  const made = async (path: string, body: object) => (await other.call('POST', path, body)).body;
  foreign = {
    import_job_id,
    lead_id: (await other.get('/leads')).body.leads[0].id,
    campaign_id: (await made('/campaigns', { name: 'theirs' })).id,
    template_id: (await made('/templates', { name: 't', subject: 's', body: 'b' })).id,
    mailbox_id: (await made('/mailboxes', { address: 'them@other.example' })).id,
  };
  await own.import('email\nann@own.example\n');
  leadId = (await own.get('/leads')).body.leads[0].id;
  draftId = (await own.call('POST', '/campaigns', { name: 'draft' })).body.id;
  const { agents } = (await own.get('/agents')).body;
  agentId = agents.find(({ role }: { role: string }) => role === 'scorer').id;
});
afterAll(() => service?.stop());

/** For each route that takes ids outside of its path: the fields, and a request that is valid except for the id. */
const requests: Record<
  string,
  [
    fields: string[],
    send: (named: object) => Promise<{ status: number; body: { error: { code: string; field: string } } }>,
  ]
> = {
  importLeads: [
    ['campaign_id'],
    (named) =>
      own.upload('email\nx@own.example\n', `?${new URLSearchParams(named as Record<string, string>)}`),
  ],
  createCampaign: [
    ['import_job_id', 'lead_ids'],
    (named) => own.call('POST', '/campaigns', { name: 'c', ...named }),
  ],
  changeCampaign: [['import_job_id', 'lead_ids'], (named) => own.call('PUT', `/campaigns/${draftId}`, named)],
  previewMail: [
    ['campaign_id'],
    (named) =>
      own.call('POST', `/leads/${leadId}/preview`, {
        messaging_strategy: { subject: 's', body: 'b' },
        ...named,
      }),
  ],
  tagLeads: [
    ['import_job_id', 'lead_ids'],
    (named) => own.call('POST', '/lead-tags', { add: ['new'], ...named }),
  ],
  createSuppression: [
    ['campaign_id'],
    (named) => own.call('POST', '/suppressions', { email: 'x@own.example', reason: 'r', ...named }),
  ],
  enrichLead: [['campaign_id'], (named) => own.call('POST', `/leads/${leadId}/enrich`, named)],
  scoreLead: [['campaign_id'], (named) => own.call('POST', `/leads/${leadId}/score`, named)],
  executeAgent: [
    ['campaign_id', 'lead_id'],
    (named) => own.call('POST', `/agents/${agentId}/execute`, { input: { lead_id: leadId }, ...named }),
  ],
  queueCommunication: [
    ['campaign_id', 'lead_id', 'mailbox_id', 'template_id'],
    (named) =>
      own.call('POST', '/communications', {
        to: 'lead_id' in named ? undefined : 'x@own.example',
        subject: 's',
        body: 'b',
        ...named,
      }),
  ],
  bookMeeting: [
    ['campaign_id', 'lead_id'],
    (named) =>
      own.call('POST', '/meetings', {
        email: 'lead_id' in named ? undefined : 'x@own.example',
        sales_rep: 'sam@own.example',
        meeting_time: new Date(Date.now() + 86_400_000).toISOString(),
        ...named,
      }),
  ],
};

/** Ids that the caller chooses; they refer to nothing here. */
const ofTheCaller = ['correlation_id'];

test('every id that a body of outreach takes is tested here', () => {
  const found = describedRoutes()
    .filter(({ path, method }) => path.startsWith('/v1/outreach/') && method !== 'GET')
    .flatMap((route) => {
      const { body, query } = route as { body?: { properties?: object }; query?: { properties?: object } };
      const names = [body, query].flatMap((schema) => Object.keys(schema?.properties ?? {}));
      const ids = names.filter((name) => /_ids?$/.test(name) && !ofTheCaller.includes(name));
      return ids.length === 0 ? [] : [[route.operationId, ids.sort()] as const];
    });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(requests).map(([name, [fields]]) => [name, fields])),
  );
});

test.each(
  Object.entries(requests).flatMap(([name, [fields]]) => fields.map((field) => [name, field] as const)),
)('%s answers 404 for a %s of another organization, or an unknown one', async (name, field) => {
  const isList = field === 'lead_ids';
  const theirs = required(foreign[isList ? 'lead_id' : field], 'an id');
  const nobodys = `${theirs.slice(0, theirs.indexOf('_'))}_${newUuid().replaceAll('-', '')}`;
  for (const id of [theirs, nobodys]) {
    const { status, body } = await required(requests[name], 'the request')[1]({
      [field]: isList ? [id] : id,
    });
    expect([status, body.error?.code, body.error?.field]).toEqual([
      404,
      'not_found',
      isList ? 'lead_ids.0' : field,
    ]);
  }
});

test('a campaign with the mailbox of another organization gets 404', async () => {
  const { status, body } = await own.call('POST', '/campaigns', {
    name: 'c',
    messaging_strategy: { sender: { mailbox_ids: [foreign.mailbox_id] } },
  });
  expect([status, body.error.field]).toEqual([404, 'messaging_strategy.sender.mailbox_ids.0']);
});
