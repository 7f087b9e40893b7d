import { rowsIn } from '../../../../kit/db/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { hashRequest } from '../../mail/communications/queue-communication.ts';
import { ensureMailboxes } from '../../mail/mailboxes/mailbox-service.ts';
import { stepsOf, transports } from '../../terms/strategy.ts';
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
import { chooseAudience, fitsNobody } from './choose-audience.ts';
import { statedSequence } from './default-sequence.ts';
import { enrollLeadsJob } from './enroll-leads.ts';
import { estimateLaunch } from './estimate-launch.ts';

export interface LaunchRequest {
  orgId: string;
  campaignId: string;
  testCohortSize?: number | undefined;
  budgetLimitUsd?: number | undefined;
  dailySendLimit?: number | undefined;
  startAt?: number | undefined;
  /** `all`: every lead of the organization; else whom the campaign chose. */
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
 * Starts a campaign on its leads, or on a test cohort of them; what is left may be launched later. The leads
 * are chosen in the background. Throws `not_found`, `invalid_state`, and `invalid_request` with the field.
 */
export async function launchCampaign(ports: CampaignPorts, request: LaunchRequest): Promise<Launched> {
  const { unitOfWork, clock, jobs, ledger } = ports;
  const { orgId, campaignId, idempotencyKey } = request;
  checkStart(request, clock.now());
  const bodyHash = hashRequest({
    cohort: request.testCohortSize,
    budget: request.budgetLimitUsd,
    daily: request.dailySendLimit,
    start: request.startAt,
    audience: request.audience,
  });
  const mailboxes = await ensureMailboxes(ports, orgId);
  const launched = await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const campaign = await findCampaign(query, orgId, campaignId, true);
    if (campaign === undefined) throw notFound('campaign');
    const executions = await executionsOf(query, orgId, campaignId);
    const earlier = idempotencyKey && executions.find((one) => one.idempotencyKey === idempotencyKey);
    if (earlier) {
      if (!earlier.bodyHash?.equals(bodyHash)) throw otherLaunch();
      return { value: { execution: earlier, campaign, isReplay: true } };
    }
    checkState(campaign);
    checkApproval(campaign);
    if (stepsOf(campaign.strategy).length === 0) {
      // Kept with the campaign, so that anybody can see what is sent.
      campaign.strategy.sequence = statedSequence(campaign.strategy, campaign.description);
      await setSequence(query, orgId, campaignId, campaign.strategy.sequence);
    }
    const steps = stepsOf(campaign.strategy);
    if (steps.length === 0 || !campaign.channels.some((channel) => transports.includes(channel))) {
      throw nothingToSay(campaign);
    }
    const now = new Date(clock.now());
    const kind = await chooseAudience(query, campaign, request.audience);
    const counts = await countAudience(query, { orgId, campaignId, now, kind, icp: campaign.icp });
    if (executions.length > 0 && counts.eligible === 0) {
      throw new AppError('invalid_state', {
        message:
          'The campaign was launched on all of its leads already. Add leads, or make another campaign.',
      });
    }
    if (kind === 'icp' && counts.candidates === 0) throw fitsNobody();
    checkCohort(request, counts.eligible);
    const targeted = Math.min(request.testCohortSize ?? counts.eligible, counts.eligible);
    const before = await ledger.readBudget(tx, orgId, campaignId);
    if (request.budgetLimitUsd !== undefined) {
      await setBudget(ports, tx, { orgId, campaignId, budgetLimitUsd: request.budgetLimitUsd });
    }
    const { limitMicros } = await ledger.readBudget(tx, orgId, campaignId);
    if (request.dailySendLimit !== undefined) {
      await setDailyLimit(query, orgId, campaignId, request.dailySendLimit);
    }
    const startAt = new Date(Math.max(request.startAt ?? 0, now.getTime()));
    const forecast = await estimateLaunch(query, {
      campaign,
      kind,
      counts,
      targeted,
      steps,
      mailboxes,
      dailySendLimit: request.dailySendLimit ?? campaign.dailySendLimit,
      priceMicros: ports.mailPriceMicros,
      freeMicros: limitMicros === null ? null : limitMicros - before.spentMicros,
      startAt,
      mode: ports.mailer.mode,
    });
    const execution: Execution = {
      orgId,
      id: newUuid(now.getTime()),
      campaignId,
      status: 'launching',
      testCohortSize: request.testCohortSize ?? null,
      leadsTargeted: targeted,
      ...forecast,
      idempotencyKey: idempotencyKey ?? null,
      bodyHash,
      startAt,
      createdAt: now,
    };
    await insertExecution(query, execution);
    if (campaign.status !== 'active') {
      await moveCampaign(query, { orgId, id: campaignId, from: [campaign.status], to: 'launching', at: now });
    }
    await jobs.add(tx, enrollLeadsJob, {
      orgId,
      executionId: execution.id,
      correlationId: request.correlationId,
    });
    return { value: { execution, campaign, isReplay: false } };
  });
  return launched;
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

/** Nobody could give the approval that was asked for: sending without it would be worse than not sending. */
function checkApproval({ agentConfig }: Campaign): void {
  if (agentConfig.require_approval !== true) return;
  throw new AppError('invalid_state', {
    field: 'agent_config.require_approval',
    message:
      'Messages cannot be held for approval one by one. Make the campaign without `require_approval`; its texts are what its sequence states.',
  });
}

function nothingToSay({ channels }: Campaign): AppError {
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
  throw new AppError('invalid_request', {
    field: 'start_at',
    message: '`start_at` must not be more than a year ahead.',
  });
}

function checkCohort({ testCohortSize }: LaunchRequest, eligible: number): void {
  if (testCohortSize === undefined || testCohortSize <= eligible) return;
  throw new AppError('invalid_request', {
    field: 'test_cohort_size',
    message: `The campaign has ${eligible} eligible leads. Use a test cohort of at most that many.`,
  });
}
