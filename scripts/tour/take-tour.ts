import { collect, type Trivium } from '../../packages/sdk/src/index.ts';
import { leadsCsv, registrySource, zipSampleApplication } from './sample-application.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface TourOptions {
  /** The secret for the webhooks that the tour receives. */
  secret: string;
  say(text: string): void;
}

const WAIT_MS = 45_000;
const LEAD = 'ada.lovelace@engines.example';
const SUBJECT = 'Your application was approved';

/** A result differs from what the tour promises. */
class TourError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TourError';
  }
}

/** Plays the story; resolves with the id of its last event. */
export async function takeTour(trivium: Trivium, { secret, say }: TourOptions): Promise<string> {
  const receiver = await openWebhookReceiver(secret);
  const cleanUp: (() => Promise<unknown>)[] = [];
  try {
    await subscribe(trivium, receiver, secret, cleanUp);
    say(`1. A webhook receiver listens at ${receiver.url}, subscribed to the events of the platforms.`);
    const contractId = await deployRegistry(trivium, say);
    const leadId = await importLeads(trivium, say);
    await connectPlatforms(trivium, { contractId, leadId }, cleanUp);
    say(
      '4. Two workflows were created: one writes an approval to the contract, one mails its confirmation to the lead.',
    );
    const application = await reviewApplication(trivium, say);
    await approve(trivium, application, say);
    await bookMeeting(trivium, { leadId, correlationId: application.correlation_id }, say);
    const eventId = await showTrace(trivium, application.correlation_id, say);
    await showWebhooks(trivium, receiver, say);
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
    events: ['contract.*', 'application.*', 'outreach.*', 'lead.*', 'review.*', 'meeting.*'],
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
  const [lead] = await collect(trivium.leads.list({ q: LEAD }));
  if (lead === undefined) throw new TourError('The lead was not imported.');
  say(
    `3. A CSV file in German was read: ${done.row_count} rows, ${done.inserted_count} new leads, ${done.duplicate_count} repeated, ${done.invalid_row_count} not usable.`,
  );
  return lead.id;
}

/** Approval, then the chain, then the mail: each platform only knows its own part. */
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
            subject: SUBJECT,
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
  { id, sha256 }: { id: string; sha256: string },
  say: (text: string) => void,
): Promise<void> {
  await trivium.api.approveApplication({ params: { id }, body: { reason: sha256 } });
  say('6. Its owner approves it anyway. Now the workflows run: first the chain, then the mail.');
}

/** All events of the story so far, starting with the first. */
async function readTrace(trivium: Trivium, correlationId: string) {
  return (await collect(trivium.events.list({ correlationId }))).reverse();
}

/** Waits for the mail that follows the confirmation, and books the meeting that its reader agrees to. */
async function bookMeeting(
  trivium: Trivium,
  { leadId, correlationId }: { leadId: string; correlationId: string },
  say: (text: string) => void,
): Promise<void> {
  const wasSent = (events: { type: string }[]) => events.some(({ type }) => type === 'outreach.sent');
  await trivium
    .waitFor(() => readTrace(trivium, correlationId), wasSent, { timeoutMs: WAIT_MS })
    .catch(async () => {
      throw new TourError(`The mail did not come in time. ${await describeRuns(trivium)}`);
    });
  const { messages } = await trivium.api.listSandboxMessages({ query: { to: LEAD, limit: 1 } });
  const [mail] = messages;
  if (mail?.subject !== SUBJECT) throw new TourError(`The mail to ${LEAD} is not in the sandbox.`);
  const meeting_time = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await trivium.api.bookMeeting({ body: { lead_id: leadId, meeting_time, sales_rep: 'Ann' } });
  say(
    `7. The mail is in the sandbox, for ${mail.envelope_to}: nothing left this machine. A meeting is booked.`,
  );
}

/** Prints the events of one story over all platforms; resolves with the event of the confirmation. */
async function showTrace(
  trivium: Trivium,
  correlationId: string,
  say: (text: string) => void,
): Promise<string> {
  const wasBooked = (events: { type: string }[]) => events.some(({ type }) => type === 'meeting.booked');
  const read = () => readTrace(trivium, correlationId);
  const trace = await trivium.waitFor(read, wasBooked, { timeoutMs: WAIT_MS });
  say(`8. One trace over three platforms, GET /v1/events?correlationId=${correlationId}:`);
  const startedAt = Date.parse(trace[0]?.timestamp ?? '');
  for (const alike of runsOf(trace)) {
    const [{ type, timestamp, source }] = alike;
    const times = alike.length;
    const seconds = ((Date.parse(timestamp) - startedAt) / 1_000).toFixed(2);
    say(`   +${seconds.padStart(6)} s  ${type}${times > 1 ? ` x ${times}` : ''}  (${source})`);
  }
  const executed = trace.findLast(({ type }) => type === 'contract.executed');
  if (executed === undefined) throw new Error('The trace has no execution of a contract.');
  return executed.eventId;
}

/** Groups neighbouring events of the same type. */
function runsOf<Event extends { type: string }>(events: readonly Event[]): [Event, ...Event[]][] {
  const runs: [Event, ...Event[]][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.[0].type === event.type) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

async function showWebhooks(
  trivium: Trivium,
  receiver: WebhookReceiver,
  say: (text: string) => void,
): Promise<void> {
  const read = async () => receiver.verified.map(({ event }) => event);
  const hasLast = (all: string[]) => all.includes('meeting.booked');
  const events = await trivium.waitFor(read, hasLast, { timeoutMs: WAIT_MS });
  if (receiver.refused.length > 0)
    throw new TourError(`A webhook could not be verified: ${receiver.refused[0]}`);
  say(
    `9. ${events.length} webhooks arrived meanwhile, each with two valid signatures: ${[...new Set(events)].join(', ')}.`,
  );
  say('10. The proof that the log contains the confirmation, checked here, not by the service:');
}

/** The results of the newest runs of workflows, to help find an error. */
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
