import { changedFields, configurationEvents } from '../../../../engine/catalog/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { checkLeads } from '../../people/leads/check-leads.ts';
import { type Audience, addAudience, removeAudience } from './audience.repository.ts';
import { findCampaign, updateDraft } from './campaign.repository.ts';
import type { Campaign } from './campaign.ts';
import type { CampaignPorts } from './campaign-ports.ts';
import { checkIcp } from './check-campaign.ts';
import { prepareStrategy } from './prepare-campaign.ts';

export type DraftFields = Pick<Campaign, 'name' | 'description' | 'icp' | 'channels' | 'strategy' | 'slo'>;

export interface DraftChange {
  orgId: string;
  campaignId: string;
  change: Partial<DraftFields>;
  /** Replaces its leads; when undefined, they stay. */
  audience: Audience | undefined;
}

/**
 * Changes a draft's contents and audience. Throws `not_found`, `invalid_request` for invalid texts, and
 * `invalid_state` for a launched campaign, whose mails are already on their way.
 */
export async function changeDraft(ports: CampaignPorts, request: DraftChange): Promise<Campaign> {
  const { orgId, campaignId, audience } = request;
  const change = { ...request.change };
  requireDraft(await findCampaign(rowsIn(ports.db), orgId, campaignId));
  if (change.icp !== undefined) checkIcp(change.icp);
  if (change.strategy !== undefined) change.strategy = await prepareStrategy(ports, orgId, change.strategy);
  if (audience !== undefined) await checkLeads(ports.db, orgId, audience);
  const at = new Date(ports.clock.now());
  return ports.unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    // It may have been launched since.
    const before = requireDraft(await findCampaign(query, orgId, campaignId, true));
    const value: Campaign = { ...before, ...change, updatedAt: at };
    await updateDraft(query, value);
    if (audience !== undefined) {
      await removeAudience(query, orgId, campaignId);
      await addAudience(query, orgId, campaignId, audience, at);
    }
    const fields = [
      ...changedFields(before, value, fieldNames),
      ...(audience === undefined ? [] : ['leads']),
    ];
    const told = { orgId, thing: 'campaign', id: formatId('cmp', campaignId), name: value.name } as const;
    return { value, events: configurationEvents({ ...told, action: 'changed', fields }) };
  });
}

const fieldNames = {
  name: 'name',
  description: 'description',
  icp: 'icp',
  channels: 'channels',
  strategy: 'messaging_strategy',
  slo: 'slo',
} as const;

function requireDraft(campaign: Campaign | undefined): Campaign {
  if (campaign === undefined) throw notFound('campaign');
  if (campaign.status === 'draft') return campaign;
  throw new AppError('invalid_state', {
    message: `The campaign is ${campaign.status} and cannot be changed. Only a draft can: create a new campaign with what you want to change.`,
  });
}
