import { rowsIn } from '../../../../kit/db/index.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { countAll } from '../../terms/counter.repository.ts';
import { stepsOf } from '../../terms/strategy.ts';
import { type AudienceKind, enroll } from './audience.repository.ts';
import { findCampaign, lockExecution, moveCampaign, setExecutionStatus } from './campaign.repository.ts';
import type { Execution } from './campaign.ts';
import { launchedEvent } from './campaign-events.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import type { EnrollPayload } from './enroll-leads-job.ts';

/** Selects the leads of a launch and starts their sequences. Idempotent. */
export async function enrollLeads(
  ports: CampaignPorts,
  { orgId, executionId, correlationId }: EnrollPayload,
): Promise<void> {
  const { unitOfWork, clock, ledger } = ports;
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const execution = await lockExecution(query, orgId, executionId);
    if (execution?.status !== 'launching') return { value: undefined };
    const campaign = await findCampaign(query, orgId, execution.campaignId, true);
    if (campaign === undefined || (campaign.status !== 'launching' && campaign.status !== 'active')) {
      return { value: undefined };
    }
    const now = new Date(clock.now());
    const [first] = stepsOf(campaign.strategy);
    const dueAt = new Date(execution.startAt.getTime() + (first?.delay_hours ?? 0) * 3_600_000);
    const targeted = await enroll(
      query,
      { orgId, campaignId: campaign.id, now, kind: audienceOf(execution), icp: campaign.icp },
      { executionId, most: execution.testCohortSize, dueAt, firstStep: first?.step ?? 1 },
    );
    await setExecutionStatus(query, orgId, executionId, { status: 'active', leadsTargeted: targeted });
    await moveCampaign(query, { orgId, id: campaign.id, from: ['launching'], to: 'active', at: now });
    await countAll(query, orgId, [{ campaignId: campaign.id, metric: 'leads_targeted', by: targeted }]);
    const { limitMicros } = await ledger.readBudget(tx, orgId, campaign.id);
    const event = launchedEvent(
      campaign,
      { ...execution, leadsTargeted: targeted },
      {
        budgetLimitUsd: limitMicros === null ? null : usdOfMicros(limitMicros),
        launchedAt: now,
        correlationId,
      },
    );
    return { value: undefined, events: [event] };
  });
  ports.wake();
}

/** As the launch chose it; launches from before that choice existed use the campaign's leads. */
function audienceOf({ projection }: Execution): AudienceKind {
  return (projection.audience as AudienceKind | undefined) ?? 'campaign';
}

/** The launch failed for good, after all retries. */
export async function failLaunch(
  { unitOfWork, clock }: CampaignPorts,
  { orgId, executionId }: EnrollPayload,
): Promise<void> {
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const execution = await lockExecution(query, orgId, executionId);
    if (execution?.status !== 'launching') return { value: undefined };
    await setExecutionStatus(query, orgId, executionId, { status: 'failed' });
    const at = new Date(clock.now());
    await moveCampaign(query, { orgId, id: execution.campaignId, from: ['launching'], to: 'failed', at });
    return { value: undefined };
  });
}
