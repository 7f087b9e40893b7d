import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import { hashRequest } from '../../mail/communications/queue-communication.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import { ensureMailboxes } from '../../mail/mailboxes/mailbox-service.ts';
import { type SequenceStep, stepsOf, transports } from '../../terms/strategy.ts';
import { countAudience } from './audience.repository.ts';
import {
  executionsOf,
  findCampaign,
  insertExecution,
  moveCampaign,
  setDailyLimit,
  setSequence,
} from './campaign.repository.ts';
import type { Campaign, Execution } from './campaign.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { setBudget } from './change-state.ts';
import { chooseAudience, noMatchingLeads } from './choose-audience.ts';
import { statedSequence } from './default-sequence.ts';
import { enrollLeadsJob } from './enroll-leads-job.ts';
import { estimateLaunch } from './estimate-launch.ts';

export interface LaunchRequest {
  orgId: string;
  campaignId: string;
  testCohortSize?: number | undefined;
  budgetLimitUsd?: number | undefined;
  dailySendLimit?: number | undefined;
  startAt?: number | undefined;
  /** `all`: every lead of the organization; by default the campaign's audience. */
  audience?: 'all' | undefined;
  idempotencyKey?: string | undefined;
  correlationId?: string | undefined;
}

export interface Launched {
  execution: Execution;
  campaign: Campaign;
  isReplay: boolean;
}

const YEAR_MS = 366 * 86_400_000;

/**
 * Launches a campaign to its leads, or to a test cohort; the rest can be launched later. Leads are selected
 * in the background. Throws `not_found`, `invalid_state`, and `invalid_request` with the field.
 */
export async function launchCampaign(ports: CampaignPorts, request: LaunchRequest): Promise<Launched> {
  checkStart(request, ports.clock.now());
  const mailboxes = await ensureMailboxes(ports, request.orgId);
  return ports.unitOfWork(async (tx) => {
    const value = await launchIn(ports, tx, request, mailboxes);
    const { orgId, id, name } = value.campaign;
    const told = { orgId, thing: 'campaign', id: formatId('cmp', id), name, action: 'launched' } as const;
    return { value, events: value.isReplay ? [] : configurationEvents(told) };
  });
}

async function launchIn(
  ports: CampaignPorts,
  tx: AnyTransaction,
  request: LaunchRequest,
  mailboxes: readonly Mailbox[],
): Promise<Launched> {
  const query = rowsIn(tx);
  const { orgId, campaignId, idempotencyKey } = request;
  const campaign = await findCampaign(query, orgId, campaignId, true);
  if (campaign === undefined) throw notFound('campaign');
  const executions = await executionsOf(query, orgId, campaignId);
  const bodyHash = hashOf(request);
  const earlier = idempotencyKey && executions.find((one) => one.idempotencyKey === idempotencyKey);
  if (earlier) {
    if (!earlier.bodyHash?.equals(bodyHash)) throw otherLaunch();
    return { execution: earlier, campaign, isReplay: true };
  }
  checkState(campaign);
  checkApproval(campaign);
  const steps = await stepsToSend(query, campaign);
  const now = new Date(ports.clock.now());
  const audience = await chooseLeads(query, campaign, request, { isRepeated: executions.length > 0, now });
  const freeMicros = await setLimits(ports, tx, request);
  const startAt = new Date(Math.max(request.startAt ?? 0, now.getTime()));
  const forecast = await estimateLaunch(query, {
    campaign,
    ...audience,
    steps,
    mailboxes,
    dailySendLimit: request.dailySendLimit ?? campaign.dailySendLimit,
    priceMicros: ports.mailPriceMicros,
    freeMicros,
    startAt,
    mode: ports.mailer.mode,
  });
  const execution: Execution = {
    orgId,
    id: newUuid(now.getTime()),
    campaignId,
    status: 'launching',
    testCohortSize: request.testCohortSize ?? null,
    leadsTargeted: audience.targeted,
    ...forecast,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    startAt,
    createdAt: now,
    correlationId: request.correlationId ?? null,
  };
  await begin(ports, tx, campaign, execution);
  return { execution, campaign, isReplay: false };
}

function hashOf(request: LaunchRequest): Buffer {
  return hashRequest({
    cohort: request.testCohortSize,
    budget: request.budgetLimitUsd,
    daily: request.dailySendLimit,
    start: request.startAt,
    audience: request.audience,
  });
}

/**
 * The campaign's steps; if it has none, the default ones are saved with it, so that everyone can see what is
 * sent.
 */
async function stepsToSend(query: QueryRows, campaign: Campaign): Promise<SequenceStep[]> {
  if (stepsOf(campaign.strategy).length === 0) {
    campaign.strategy.sequence = statedSequence(campaign.strategy, campaign.description);
    await setSequence(query, campaign.orgId, campaign.id, campaign.strategy.sequence);
  }
  const steps = stepsOf(campaign.strategy);
  if (steps.length === 0 || !campaign.channels.some((channel) => transports.includes(channel))) {
    throw noTexts(campaign);
  }
  return steps;
}

async function chooseLeads(
  query: QueryRows,
  campaign: Campaign,
  request: LaunchRequest,
  { isRepeated, now }: { isRepeated: boolean; now: Date },
) {
  const { orgId, id: campaignId, icp } = campaign;
  const kind = await chooseAudience(query, campaign, request.audience);
  const counts = await countAudience(query, { orgId, campaignId, now, kind, icp });
  if (isRepeated && counts.eligible === 0) {
    throw new AppError('invalid_state', {
      message: 'The campaign was launched on all of its leads already. Add leads, or make another campaign.',
    });
  }
  if (kind === 'icp' && counts.candidates === 0) throw noMatchingLeads();
  checkCohort(request, counts.eligible);
  const targeted = Math.min(request.testCohortSize ?? counts.eligible, counts.eligible);
  return { kind, counts, targeted };
}

/** Sets the given limits. Returns the remaining budget; null without one. */
async function setLimits(
  ports: CampaignPorts,
  tx: AnyTransaction,
  { orgId, campaignId, budgetLimitUsd, dailySendLimit }: LaunchRequest,
): Promise<number | null> {
  if (budgetLimitUsd !== undefined) await setBudget(ports, tx, { orgId, campaignId, budgetLimitUsd });
  if (dailySendLimit !== undefined) await setDailyLimit(rowsIn(tx), orgId, campaignId, dailySendLimit);
  const { limitMicros, spentMicros } = await ports.ledger.readBudget(tx, orgId, campaignId);
  return limitMicros === null ? null : limitMicros - spentMicros;
}

async function begin(
  { jobs }: CampaignPorts,
  tx: AnyTransaction,
  { status }: Campaign,
  execution: Execution,
): Promise<void> {
  const query = rowsIn(tx);
  const { orgId, id: executionId, campaignId, createdAt } = execution;
  const correlationId = execution.correlationId ?? undefined;
  await insertExecution(query, execution);
  if (status !== 'active') {
    await moveCampaign(query, { orgId, id: campaignId, from: [status], to: 'launching', at: createdAt });
  }
  await jobs.add(tx, enrollLeadsJob, { orgId, executionId, correlationId });
}

function otherLaunch(): AppError {
  return new AppError('idempotency_conflict', {
    field: 'idempotency_key',
    message: 'This idempotency key was used for a launch with other limits. Use another key.',
  });
}

function checkState({ status }: Campaign): void {
  if (status === 'draft' || status === 'active' || status === 'completed') return;
  const cure = {
    launching: 'It is being launched already.',
    paused: 'Resume it with POST /resume.',
    cancelled: 'Make another campaign.',
    failed: 'Make another campaign.',
  }[status];
  throw new AppError('invalid_state', {
    message: `The campaign is ${status} and cannot be launched. ${cure}`,
  });
}

/**
 * There is no way to give the approval that was asked for, and sending without it would be worse than not
 * sending.
 */
function checkApproval({ agentConfig }: Campaign): void {
  if (agentConfig.require_approval !== true) return;
  throw new AppError('invalid_state', {
    field: 'agent_config.require_approval',
    message:
      'Messages cannot be held for approval one by one. Make the campaign without `require_approval`; its texts are what its sequence states.',
  });
}

function noTexts({ channels }: Campaign): AppError {
  return channels.some((channel) => transports.includes(channel))
    ? new AppError('invalid_state', {
        field: 'messaging_strategy',
        message:
          'The campaign has nothing to say. Give `messaging_strategy` a `sequence` or a `value_proposition`, or the campaign a `description`.',
      })
    : new AppError('invalid_state', {
        field: 'channels',
        message: `There is no transport for ${channels.join(', ')}. Use \`email\`.`,
      });
}

function checkStart({ startAt = 0 }: LaunchRequest, nowMs: number): void {
  if (startAt <= nowMs + YEAR_MS) return;
  throw invalidField('start_at', '`start_at` must not be more than a year ahead.');
}

function checkCohort({ testCohortSize }: LaunchRequest, eligible: number): void {
  if (testCohortSize === undefined || testCohortSize <= eligible) return;
  throw invalidField(
    'test_cohort_size',
    `The campaign has ${eligible} eligible leads. Use a test cohort of at most that many.`,
  );
}
