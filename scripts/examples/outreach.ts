import { leadsCsv } from '../tour/sample-application.ts';
import type { ExampleRecorder } from './example-recorder.ts';

const LEGAL = {
  postal_address: 'Trivium Ltd, 1 Harbour Street, London E1 8AA',
  basis: 'legitimate_interest',
};
const NEXT_YEAR = '2031-04-07T09:00:00.000Z';

export async function recordLeads(r: ExampleRecorder): Promise<string> {
  const made = await r.record('importLeads', {
    query: { auto_score: true },
    file: { name: 'leads.csv', type: 'text/csv', bytes: Buffer.from(leadsCsv), shown: leadsCsv },
  });
  const ofImport = { params: { id: made.import_job_id } };
  await r.until('getLeadImport', ofImport, ({ status }) => /^(completed|failed)/.test(status));
  await r.record('getLeadImport', ofImport);
  await r.record('getLeadImportErrors', ofImport);
  await r.record('listLeadImports', { query: { limit: 2 } });
  await r.record('tagLeads', { body: { add: ['open source'], filter: {} } });
  await r.record('listLeadTags', { query: { limit: 2 } });
  const { leads } = await r.record('listLeads', { query: { q: 'ada', limit: 2 } });
  const params = { id: leads[0].id };
  await r.record('scoreLead', { params, body: {} });
  await r.record('getLeadScore', { params });
  await r.record('enrichLead', { params, body: { max_cost_usd: 0.5 } });
  await r.record('getLead', { params });
  await r.record('previewMail', {
    params,
    body: {
      messaging_strategy: {
        ...{
          subject: 'Releases at {{ company }}',
          body: 'Good day {{ first_name }},\n\nhow do you sign them?',
        },
        ...{ sender: { name: 'Ann', email: 'ann@mail.example' }, legal: LEGAL },
      },
    },
  });
  const { leads: others } = await r.ask('listLeads', { query: { q: 'konrad' } });
  await r.record('eraseLead', { params: { id: others[0].id } });
  return leads[0].id;
}

export async function recordMail(r: ExampleRecorder): Promise<void> {
  const suppression = await r.record('createSuppression', {
    body: { domain: 'competitor.example', reason: 'Asked not to be written to' },
  });
  const ofSuppression = { params: { id: suppression.id } };
  await r.record('listSuppressions', { query: { q: 'competitor' } });
  await r.record('getSuppression', ofSuppression);
  await r.record('deleteSuppression', ofSuppression);
  const mailbox = await r.record('createMailbox', {
    body: { address: 'ann@mail.example', name: 'Ann', daily_limit: 80, min_gap_seconds: 90 },
  });
  const ofMailbox = { params: { id: mailbox.id } };
  await r.record('changeMailbox', { ...ofMailbox, body: { daily_limit: 120 } });
  await r.record('getMailbox', ofMailbox);
  await r.record('listMailboxes', { query: { limit: 2 } });
  const template = await r.record('createTemplate', {
    body: {
      name: 'First note',
      subject: 'A question about {{ lead.company }}',
      body: 'Good day {{ lead.first_name }},\n\nmay I ask how you sign your releases?\n',
    },
  });
  await r.record('getTemplate', { params: { id: template.id } });
  await r.record('listTemplates', { query: { limit: 2 } });
}

export async function recordCampaigns(r: ExampleRecorder): Promise<void> {
  const campaign = await r.record('createCampaign', {
    body: {
      name: 'Release signing, spring',
      channels: ['email'],
      filter: {},
      messaging_strategy: {
        sender: { name: 'Ann', email: 'ann@mail.example' },
        legal: LEGAL,
        sequence: [
          {
            step: 1,
            channel: 'email',
            delay_hours: 24,
            subject: 'Signed releases',
            body: 'Good day {{ lead.first_name }}, …',
          },
          { step: 2, channel: 'email', delay_hours: 72, body: 'Did you have time to read it?' },
        ],
      },
    },
  });
  const params = { id: campaign.id };
  await r.record('changeCampaign', {
    params,
    body: { description: 'Whoever publishes releases themselves.' },
  });
  await r.record('launchCampaign', { params, body: { budget_limit_usd: 50, daily_send_limit: 200 } });
  await r.until('getCampaign', { params }, ({ status }) => status === 'active');
  await r.record('getCampaign', { params });
  await r.record('explainCampaign', { params });
  await r.record('listCampaignLinks', { params });
  await r.record('pauseCampaign', { params });
  await r.record('resumeCampaign', { params, body: { daily_send_limit: 100 } });
  await r.record('listCampaigns', { query: { status: 'active' } });
  await r.record('cancelCampaign', { params });
}

export async function recordMessages(r: ExampleRecorder, leadId: string): Promise<void> {
  const queued = await r.record('queueCommunication', {
    body: {
      lead_id: leadId,
      subject: 'Your application was approved',
      body: 'Good day Ada,\n\nthe approval is on the chain now.\n',
      idempotency_key: 'approval-A-1001',
    },
  });
  const ofMessage = { params: { id: queued.communication_id } };
  await r.until('getCommunication', ofMessage, ({ status }) => status === 'sent');
  await r.record('getCommunication', ofMessage);
  await r.record('listCommunications', { query: { lead_id: leadId } });
  await r.record('readOutbox');
  const { messages } = await r.record('listSandboxMessages', { query: { limit: 2 } });
  const ofSandbox = { params: { id: messages[0].id } };
  await r.record('getSandboxMessage', ofSandbox);
  await r.record('getRawSandboxMessage', ofSandbox);
  const inbound = await r.record('receiveMail', {
    body: {
      raw: 'From: Ada Lovelace <ada.lovelace@engines.example>\nTo: ann@mail.example\nSubject: Re: Your application was approved\nMessage-ID: <reply-1@engines.example>\n\nThank you, that was quick. Could we talk on Monday?\n',
    },
  });
  await r.record('listInboundMail', { query: { limit: 2 } });
  await r.record('getInboundMail', { params: { id: inbound.inbound_id } });
  await recordMeetings(r, leadId);
}

async function recordMeetings(r: ExampleRecorder, leadId: string): Promise<void> {
  const meeting = await r.record('bookMeeting', {
    body: { lead_id: leadId, meeting_time: NEXT_YEAR, duration_minutes: 30, sales_rep: 'Ann' },
  });
  const params = { id: meeting.id };
  await r.record('getMeeting', { params });
  await r.record('listMeetings', { query: { lead_id: leadId } });
  await r.record('cancelMeeting', { params });
  await r.record('makeBookingWebhook');
}

export async function recordAgents(r: ExampleRecorder, leadId: string): Promise<void> {
  await r.record('listAgents', { query: { limit: 2 } });
  const { agents } = await r.ask('listAgents', { query: { limit: 100 } });
  const scorer = agents.find(({ role }: { role: string }) => role === 'scorer');
  const params = { id: scorer.id };
  await r.record('getAgent', { params });
  await r.record('executeAgent', { params, body: { input: {}, lead_id: leadId } });
  await r.record('getCosts', { query: { group_by: 'agent' } });
  await r.record('listOutreachEvents', { query: { limit: 2 } });
  const { events } = await r.ask('listOutreachEvents', { query: { lead_id: leadId, limit: 100 } });
  const traced = events.find((event: { trace_id: string | null }) => event.trace_id !== null);
  await r.record('getTrace', { params: { id: traced.trace_id } });
}
