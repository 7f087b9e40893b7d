import { type ConfigurationChange, configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyTransaction, NewEvent } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { PauseForBudget } from '../../books/economics/ledger.ts';
import { microsOfUsd, usdOfMicros } from '../../books/economics/money.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';
import {
  findCampaign,
  launchingExecutions,
  moveCampaign,
  moveExecutions,
  setDailyLimit,
  stopAll,
  wakeCampaign,
} from './campaign.repository.ts';
import type { Campaign, PauseReason } from './campaign.ts';
import { pausedEvent } from './campaign-events.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { enrollLeadsJob } from './enroll-leads-job.ts';

interface Which {
  orgId: string;
  campaignId: string;
}

/** Starts nothing new until resumed. Pausing a paused campaign has no effect. */
export function pauseCampaign(ports: CampaignPorts, which: Which): Promise<Campaign> {
  return change(ports, which, async (query, campaign, at) => {
    if (campaign.status === 'paused') return [];
    refuseUnless(campaign, ['active'], 'paused', 'Only an active campaign can be paused.');
    return pauseIn(query, { ...which, reason: 'manual', at });
  });
}

export interface ResumeRequest extends Which {
  /** The new total budget. */
  budgetLimitUsd?: number | undefined;
  dailySendLimit?: number | undefined;
}

/** Continues where it stopped, with new limits if given. Resuming an active campaign has no effect. */
export async function resumeCampaign(ports: CampaignPorts, which: ResumeRequest): Promise<Campaign> {
  const campaign = await change(ports, which, async (query, found, at, tx) => {
    refuseUnless(found, ['paused', 'active'], 'resumed', 'Only a paused campaign can be resumed.');
    const { orgId, campaignId, budgetLimitUsd, dailySendLimit } = which;
    if (budgetLimitUsd !== undefined) await setBudget(ports, tx, { orgId, campaignId, budgetLimitUsd });
    if (dailySendLimit !== undefined) await setDailyLimit(query, orgId, campaignId, dailySendLimit);
    const fields = [
      ...(budgetLimitUsd === undefined ? [] : ['budget_limit_usd']),
      ...(dailySendLimit === undefined ? [] : ['daily_send_limit']),
    ];
    if (found.status === 'active') return campaignEvents(found, 'changed', fields);
    if (found.pauseReason === 'budget') await requireBudget(ports, tx, which);
    await moveCampaign(query, {
      orgId: which.orgId,
      id: which.campaignId,
      from: ['paused'],
      to: 'active',
      at,
    });
    await wakeCampaign(query, { orgId, campaignId, at });
    await enrollAgain(ports, tx, which);
    return campaignEvents(found, 'resumed', fields);
  });
  ports.wake();
  return campaign;
}

/** Launches that were still choosing their leads when the campaign was paused go on. */
async function enrollAgain(
  { jobs }: CampaignPorts,
  tx: AnyTransaction,
  { orgId, campaignId }: Which,
): Promise<void> {
  const launching = await launchingExecutions(rowsIn(tx), orgId, campaignId);
  for (const { id: executionId, correlationId } of launching) {
    await jobs.add(tx, enrollLeadsJob, { orgId, executionId, correlationId: correlationId ?? undefined });
  }
}

/** Ends the campaign: queued messages are not sent and sequences stop. Cancelling twice has no effect. */
export function cancelCampaign(ports: CampaignPorts, which: Which): Promise<Campaign> {
  return change(ports, which, async (query, campaign, at) => {
    if (campaign.status === 'cancelled') return [];
    refuseUnless(campaign, ['draft', 'launching', 'active', 'paused'], 'cancelled', 'It has ended already.');
    const { orgId, campaignId } = which;
    await moveCampaign(query, { orgId, id: campaignId, from: [campaign.status], to: 'cancelled', at });
    await moveExecutions(query, orgId, campaignId, 'cancelled');
    await stopAll(query, which);
    return campaignEvents(campaign, 'cancelled');
  });
}

/** Pauses an active campaign in the caller's transaction; the caller publishes the events. */
export async function pauseIn(
  query: QueryRows,
  pause: Which & { reason: PauseReason; at: Date },
): Promise<NewEvent[]> {
  const { orgId, campaignId, reason, at } = pause;
  const moved = await moveCampaign(query, {
    orgId,
    id: campaignId,
    from: ['active'],
    to: 'paused',
    pauseReason: reason,
    at,
  });
  return moved ? [pausedEvent(orgId, campaignId, reason, at)] : [];
}

/** For the ledger: pauses a campaign whose budget is spent. */
export function pauseForBudget(clock: Clock): PauseForBudget {
  return async (tx, { orgId, campaignId }) => {
    const events = await pauseIn(rowsIn(tx), {
      orgId,
      campaignId,
      reason: 'budget',
      at: new Date(clock.now()),
    });
    return events.length > 0 ? events : undefined;
  };
}

/** Sets a campaign's budget. Throws `invalid_request` when it is below what is spent. */
export async function setBudget(
  { ledger }: Pick<CampaignPorts, 'ledger'>,
  tx: AnyTransaction,
  { orgId, campaignId, budgetLimitUsd }: { orgId: string; campaignId: string; budgetLimitUsd: number },
): Promise<void> {
  const limitMicros = microsOfUsd(budgetLimitUsd);
  // Set first, because that locks it: nothing more is spent until it is checked.
  const { spentMicros, reservedMicros } = await ledger.setLimitIn(tx, { orgId, campaignId, limitMicros });
  const taken = spentMicros + reservedMicros;
  if (limitMicros >= taken) return;
  const held = reservedMicros === 0 ? '' : ', including what is being sent';
  throw invalidField(
    'budget_limit_usd',
    `The campaign has spent ${usdOfMicros(taken)} USD already${held}. Set a budget above that.`,
  );
}

/** Without money for at least one more mail it would be paused again at once. */
async function requireBudget(
  { ledger, mailPriceMicros }: CampaignPorts,
  tx: AnyTransaction,
  { orgId, campaignId }: Which,
): Promise<void> {
  const { limitMicros, spentMicros, reservedMicros } = await ledger.readBudget(tx, orgId, campaignId);
  if (limitMicros === null || limitMicros - spentMicros - reservedMicros >= mailPriceMicros) return;
  throw new AppError(outreachErrors.budget_exceeded, {
    field: 'budget_limit_usd',
    message: `The budget of ${usdOfMicros(limitMicros)} USD does not hold another message. Give a higher \`budget_limit_usd\`.`,
  });
}

function change(
  { unitOfWork, clock }: CampaignPorts,
  { orgId, campaignId }: Which,
  work: (query: QueryRows, campaign: Campaign, at: Date, tx: AnyTransaction) => Promise<NewEvent[]>,
): Promise<Campaign> {
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const campaign = await findCampaign(query, orgId, campaignId, true);
    if (campaign === undefined) throw notFound('campaign');
    const events = await work(query, campaign, new Date(clock.now()), tx);
    return { value: required(await findCampaign(query, orgId, campaignId), 'the campaign'), events };
  });
}

function campaignEvents(
  { orgId, id, name }: Campaign,
  action: ConfigurationChange['action'],
  fields: readonly string[] = [],
) {
  const told = { orgId, thing: 'campaign', id: formatId('cmp', id), name } as const;
  return configurationEvents({ ...told, action, fields });
}

function refuseUnless(
  { status }: Campaign,
  allowed: readonly Campaign['status'][],
  verb: string,
  cure: string,
): void {
  if (allowed.includes(status)) return;
  throw new AppError('invalid_state', {
    message: `The campaign is ${status} and cannot be ${verb}. ${cure}`,
  });
}
