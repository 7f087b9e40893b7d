import { collect, type Trivium } from '../../packages/sdk/src/index.ts';
import { leadsCsv, registrySource, zipSampleApplication } from './sample-application.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface TourOptions {
  /** Signs the webhooks that the tour receives. */
  secret: string;
  say(text: string): void;
}

const WAIT_MS = 45_000;

/** Something came out otherwise than the tour promises. */
class TourError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TourError';
  }
}

/** Plays the story; resolves with the id of the event that it ended with. */
export async function takeTour(trivium: Trivium, { secret, say }: TourOptions): Promise<string> {
  const receiver = await openWebhookReceiver(secret);
  const cleanUp: (() => Promise<unknown>)[] = [];
  try {
    await subscribe(trivium, receiver, secret, cleanUp);
    say(`1. A webhook receiver listens at ${receiver.url}, subscribed to what the platforms tell.`);
    const contractId = await deployRegistry(trivium, say);
    const leadId = await importLeads(trivium, say);
    await connectPlatforms(trivium, { contractId, leadId }, cleanUp);
    say(
      '4. Two workflows: an approval is written to the contract; what is confirmed there is mailed to the lead.',
    );
    const application = await reviewApplication(trivium, say);
    const eventId = await approve(trivium, application, say);
    await showWebhooks(trivium, receiver, application.correlation_id, say);
    return eventId;
  } finally {
    await Promise.allSettled(cleanUp.map((one) => one()));
    await receiver.close();
  }
}

async function subscribe(
  trivium: Trivium,
  receiver: WebhookReceiver,
  secret: string,
  cleanUp: (() => Promise<unknown>)[],
): Promise<void> {
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'the tour',
    url: receiver.url,
    events: ['contract.*', 'application.*', 'outreach.*', 'lead.*', 'review.*'],
    secret,
  });
  cleanUp.push(() => trivium.api.deleteWebhookSubscription({ params: { subId } }));
}

async function deployRegistry(trivium: Trivium, say: (text: string) => void): Promise<string> {
  const { id } = await trivium.contracts.create({
    name: 'ApprovalRegistry',
    source_code: registrySource,
    network: 'devnet',
  });
  const deployment = await trivium.contracts.deploy(id, { network: 'devnet' });
  if (deployment.status !== 'active')
    throw new TourError(`The contract was not deployed: ${deployment.error?.reason}`);
  say(
    `2. Solidity was compiled and deployed to the devnet: ${deployment.address}, block ${deployment.block_number}.`,
  );
  return id;
}

async function importLeads(trivium: Trivium, say: (text: string) => void): Promise<string> {
  const done = await trivium.leads.import(new Blob([leadsCsv]), { auto_score: true });
  const [lead] = await collect(trivium.leads.list({ q: 'ada.lovelace@engines.example' }));
  if (lead === undefined) throw new TourError('The lead was not imported.');
  say(
    `3. A CSV file in German was read: ${done.row_count} rows, ${done.inserted_count} new leads, ${done.duplicate_count} repeated, ${done.invalid_row_count} not usable.`,
  );
  return lead.id;
}

/** Approval, then the chain, then the mail: each platform knows only its own part. */
async function connectPlatforms(
  trivium: Trivium,
  { contractId, leadId }: { contractId: string; leadId: string },
  cleanUp: (() => Promise<unknown>)[],
): Promise<void> {
  const workflows = [
    {
      name: 'tour: write approvals to the chain',
      trigger: { type: 'application.approved' },
      actions: [
        {
          id: 'record',
          action: 'contracts.execute',
          input: {
            contract_id: contractId,
            function: 'approve',
            args: '{{ [event.data.application_id, "0x" & event.data.reason] }}',
          },
        },
      ],
    },
    {
      name: 'tour: mail what the chain confirmed',
      trigger: { type: 'contract.executed', condition: { 'data.contract_id': contractId } },
      actions: [
        {
          action: 'outreach.queue_communication',
          input: {
            lead_id: leadId,
            subject: 'Your application was approved',
            body: '{{ "The approval is on the chain, in transaction " & event.data.transaction_hash & "." }}',
          },
        },
      ],
    },
  ];
  for (const workflow of workflows) {
    const { workflow_id: workflowId } = await trivium.workflows.create(workflow);
    cleanUp.push(() => trivium.api.disableWorkflow({ params: { workflowId } }));
  }
}

async function reviewApplication(trivium: Trivium, say: (text: string) => void) {
  const application = await trivium.reviews.upload(await zipSampleApplication(), { name: 'orders' });
  const review = await trivium.reviews.run(application.id, { categories: ['security', 'performance'] });
  const findings = await collect(trivium.reviews.findings(review.review_id));
  say(
    `5. A sample application was reviewed by ${review.progress.total} agents: ${findings.length} findings, such as`,
  );
  for (const { severity, file, line, title } of findings.slice(0, 4)) {
    say(`   ${severity.padEnd(8)} ${file}:${line}  ${title}`);
  }
  return application;
}

async function approve(
  trivium: Trivium,
  { id, sha256, correlation_id }: { id: string; sha256: string; correlation_id: string },
  say: (text: string) => void,
): Promise<string> {
  await trivium.api.approveApplication({ params: { id }, body: { reason: sha256 } });
  const read = async () => (await collect(trivium.events.list({ correlationId: correlation_id }))).reverse();
  const trace = await trivium.waitFor(read, (events) =>
    events.some(({ type }) => type === 'contract.executed'),
  );
  say(`6. It was approved, and the rest followed. GET /v1/events?correlationId=${correlation_id}:`);
  const startedAt = Date.parse(trace[0]!.timestamp);
  for (const { type, timestamp, source } of trace) {
    const seconds = ((Date.parse(timestamp) - startedAt) / 1_000).toFixed(2);
    say(`   +${seconds.padStart(6)} s  ${type}  (${source})`);
  }
  return trace.findLast(({ type }) => type === 'contract.executed')!.eventId;
}

async function showWebhooks(
  trivium: Trivium,
  receiver: WebhookReceiver,
  correlationId: string,
  say: (text: string) => void,
): Promise<void> {
  const read = async () => receiver.verified.map(({ event }) => event);
  const events = await trivium.waitFor(read, (all) => all.includes('contract.executed'), {
    timeoutMs: WAIT_MS,
  });
  if (receiver.refused.length > 0)
    throw new TourError(`A webhook could not be verified: ${receiver.refused[0]}`);
  say(
    `7. ${events.length} webhooks came meanwhile, each with two right signatures: ${[...new Set(events)].join(', ')}.`,
  );
  const inbox = () => collect(trivium.pages.listSandboxMessages());
  const isMail = ({ subject }: { subject: string }) => subject === 'Your application was approved';
  const messages = await trivium
    .waitFor(inbox, (all) => all.some(isMail), { timeoutMs: WAIT_MS })
    .catch(async () => {
      throw new TourError(`The mail did not come in time. ${await describeRuns(trivium)}`);
    });
  const { envelope_to: to } = messages.find(isMail)!;
  say(`8. The mail is in the sandbox, for ${to}: nothing left this machine.`);
  say(`9. And the proof that the log holds it all, of ${correlationId}, checked here:`);
}

/** What the newest runs of workflows came to, for whoever has to find out what went wrong. */
async function describeRuns(trivium: Trivium): Promise<string> {
  const workflows = await collect(trivium.workflows.list());
  const runs = await Promise.all(
    workflows.slice(0, 2).map(({ workflow_id }) => collect(trivium.workflows.runs(workflow_id))),
  );
  const told = runs.flat().map(({ status, attempts, actions }) => ({
    status,
    attempts,
    errors: actions.map(({ error }) => error),
  }));
  return `Runs of its workflows: ${JSON.stringify(told)}`;
}
