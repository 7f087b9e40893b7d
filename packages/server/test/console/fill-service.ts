import { type Trivium, TriviumError } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { required } from '../../src/kit/required.ts';

/** Ids of one of everything that a page of the console shows. */
export type Filled = Record<
  | 'event'
  | 'subscription'
  | 'delivery'
  | 'workflow'
  | 'run'
  | 'contract'
  | 'deployment'
  | 'execution'
  | 'job'
  | 'restore'
  | 'campaign'
  | 'lead'
  | 'mail'
  | 'sandboxMail'
  | 'answer'
  | 'application'
  | 'component'
  | 'review'
  | 'finding'
  | 'organization'
  | 'mailbox'
  | 'template'
  | 'agent'
  | 'trace'
  | 'person'
  | 'key'
  | 'request',
  string
>;

// The constructor returns a program of one instruction, STOP.
const BYTECODE = '0x6001600c60003960016000f300';
const ITEM = { name: 'items', type: 'tuple[]', components: [{ name: 'sku', type: 'uint64' }] };
const ABI = [
  { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'nonpayable' },
  { type: 'function', name: 'peek', inputs: [], outputs: [], stateMutability: 'view' },
  { type: 'function', name: 'order', inputs: [ITEM], outputs: [], stateMutability: 'payable' },
];

/** Makes one of everything through the API, including a failing receiver. */
export async function fillService(trivium: Trivium): Promise<Filled> {
  const { api } = trivium;
  const { workflow_id: workflow } = await api.createWorkflow({
    body: {
      name: 'Paid orders',
      trigger: { type: 'order.paid' },
      actions: [{ action: 'events.publish', input: { type: 'order.noted', source: 'workflow', data: {} } }],
    },
  });
  const { subscription_id: subscription } = await trivium.webhooks.subscribe({
    name: 'Billing',
    url: 'http://127.0.0.1:9/hook',
    secret: 'shh',
    events: ['order.paid'],
    filter: { amount: { $gte: 10 } },
    transform: '{ "order": data.order_id }',
  });
  const { eventId: event } = await trivium.events.publish({
    type: 'order.paid',
    source: 'shop',
    data: { order_id: 1001, amount: 49.9 },
    metadata: { correlationId: 'checkout-1001' },
  });
  const contracts = await fillContracts(trivium);
  const campaign = await api.createCampaign({ body: spring });
  const archive = await zipOf({
    'package.json': JSON.stringify({ name: 'small', version: '1.0.0' }),
    'src/app.js': "const { exec } = require('node:child_process');\nexec(process.argv[2]);\n",
  });
  const application = await trivium.upload('uploadApplication', archive, 'application/zip', {
    query: { name: 'small' },
  });
  const params = { id: application.id };
  await trivium.waitFor(
    () => api.getApplication({ params }),
    ({ status }) => status === 'analyzed',
  );
  const { review_id: review } = await api.requestReview({ params, body: { categories: ['security'] } });
  await trivium.waitFor(
    () => api.getReview({ params: { id: review } }),
    ({ status }) => status === 'completed',
  );
  const { findings } = await api.getReviewResults({ params: { id: review } });
  const { components } = await api.listComponents({ params });
  const { dead_letters: letters } = await trivium.waitFor(
    () => api.listDeadLetters({ query: { subscription_id: subscription } }),
    ({ total }) => total > 0,
  );
  const delivery = required(letters[0], 'the first of letters').delivery_id;
  const { id: organization } = await api.createOrganization({ body: { name: 'Analytical Engines' } });
  await api.exportOrganization({ params: { id: organization } });
  const { runs } = await trivium.waitFor(
    () => api.listWorkflowRuns({ params: { workflowId: workflow } }),
    ({ total }) => total > 0,
  );
  const run = required(runs[0], 'the first of runs').run_id;
  return {
    event,
    subscription,
    delivery,
    workflow,
    run,
    application: application.id,
    review,
    finding: required(findings[0], 'the first of findings').id,
    component: required(components[0], 'the first of components').id,
    campaign: campaign.id,
    organization,
    ...contracts,
    ...(await fillOutreach(trivium)),
    ...(await fillPeople(trivium)),
    ...(await fillRequests(trivium)),
  };
}

/** A key, a refused request with it, and a saved view of such requests. */
async function fillRequests(trivium: Trivium): Promise<Pick<Filled, 'key' | 'request'>> {
  const { api } = trivium;
  const { keys } = await api.listKeys({ query: { limit: 1 } });
  const body = { type: 'Not One', source: 'shop', data: {} };
  const refused: unknown = await api.publishEvent({ body }).catch((error) => error);
  const request = refused instanceof TriviumError ? (refused.requestId ?? '') : '';
  await trivium.waitFor(
    () => api.listRequests({ query: { route: '/v1/events', status: '4xx' } }),
    ({ total }) => total > 0,
  );
  const filters = { status: 'errors' };
  await api.saveView({ body: { list: 'requests', name: 'What fails', filters, shared: true } });
  return { key: required(keys[0], 'the first key').id, request };
}

/** A contract on the devnet that was called, with an alert rule, ingested data, and a restored backup. */
async function fillContracts(trivium: Trivium): Promise<Pick<Filled, ContractsThing>> {
  const { api, contracts } = trivium;
  const { id } = await api.createContract({ body: { name: 'Counter', abi: ABI, bytecode: BYTECODE } });
  const { deployment_id: deployment } = await contracts.deploy(id, {});
  await api.createContractAlert({
    params: { id },
    body: {
      rule_name: 'Calls fail',
      condition: { metric: 'failure_rate', operator: '>', threshold: 0.1, window_minutes: 60 },
      actions: [{ type: 'email', recipients: ['ops@example.org'] }],
    },
  });
  const { execution_id: execution } = await contracts.execute(id, { function: 'order', args: [[[7], [8]]] });
  await api.setSpendLimit({ body: { per_day_usd: 1_000_000 } });
  await api.createIngestionRule({ body: { name: 'as-it-is', expression: '$' } });
  const { job_id: job } = await api.createIngestionJob({
    body: { source_id: 'warehouse', data: { sku: 7 } },
  });
  const { backup_id: backup } = await api.createBackup({ body: {} });
  await trivium.waitFor(
    () => api.getBackup({ params: { id: backup } }),
    ({ status }) => status === 'completed',
  );
  const { restore_id: restore } = await api.restoreBackup({
    params: { id: backup },
    body: { target_environment: 'staging' },
  });
  return { contract: id, deployment, execution, job, restore };
}

type ContractsThing = 'contract' | 'deployment' | 'execution' | 'job' | 'restore';

/** A lead, a mail to it with its own styles, the reply, the meeting, and a lead who wants no mail. */
async function fillOutreach(trivium: Trivium): Promise<Pick<Filled, OutreachThing>> {
  const { api } = trivium;
  const to = 'ada@engines.example';
  const file = new Blob([`email,first_name,last_name,company\n${to},Ada,Byron,Engines\n`]);
  await trivium.leads.import(file, { auto_score: true });
  const { leads } = await api.listLeads({ query: { q: to } });
  const lead = required(leads[0], 'the first of leads').id;
  await api.createSuppression({ body: { domain: 'competitor.example', reason: 'A competitor' } });
  const { communication_id: mail } = await api.queueCommunication({
    body: {
      lead_id: lead,
      subject: 'Your order',
      body: 'Hello Ada',
      html: '<h1 style="color: green">Hello Ada</h1><img src="https://example.org/pixel.png" alt="">',
    },
  });
  const { messages } = await trivium.waitFor(
    () => api.listSandboxMessages({ query: { to } }),
    ({ total }) => total > 0,
  );
  const { inbound_id: answer } = await api.receiveMail({
    body: {
      raw: `From: Ada Byron <${to}>\nTo: ann@mail.example\nSubject: Re: Your order\nMessage-ID: <1@engines.example>\n\nThank you. Could we talk?\n`,
    },
  });
  const { mailboxes } = await api.listMailboxes({});
  const { id: template } = await api.createTemplate({
    body: { name: 'Welcome', subject: 'Welcome', body: 'Hello {{ first_name }}', html: '<h1>Hello</h1>' },
  });
  const { agents } = await api.listAgents({ query: { limit: 50 } });
  const agent = required(
    agents.find(({ role }) => role === 'scorer'),
    'the scorer',
  ).id;
  const { trace_id: trace } = await api.getCommunication({ params: { id: mail } });
  return {
    lead,
    mail,
    sandboxMail: required(messages[0], 'the mail').id,
    answer,
    mailbox: required(mailboxes[0], 'the mailbox').id,
    template,
    agent,
    trace,
  };
}

type OutreachThing = 'lead' | 'mail' | 'sandboxMail' | 'answer' | 'mailbox' | 'template' | 'agent' | 'trace';

/** A person who has accepted an invitation. */
async function fillPeople({ api }: Trivium): Promise<Pick<Filled, 'person'>> {
  const { link } = await api.inviteUser({ body: { email: 'pat@example.com', role: 'viewer' } });
  const token = required(link?.split('/join/')[1], 'the token of the link');
  await api.joinOrganization({ body: { token, name: 'Pat', password: 'four words are easy' } });
  const { users } = await api.listUsers({});
  return { person: required(users[0], 'who joined').id };
}

const spring = {
  name: 'Spring',
  channels: ['email' as const],
  filter: {},
  messaging_strategy: {
    sender: { name: 'Ann Sample', email: 'ann@example.org' },
    legal: {
      postal_address: '1 Sample Street, 12345 Sampleton',
      basis: 'legitimate_interest' as const,
    },
    sequence: [{ step: 1, channel: 'email' as const, delay_hours: 999, subject: 'Hello', body: 'A sample.' }],
  },
};
