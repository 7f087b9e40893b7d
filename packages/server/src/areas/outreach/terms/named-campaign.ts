import { Type } from 'typebox';
import { type AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';

/** A campaign id, in a query or body. */
export function campaignField(description: string) {
  return Type.String({
    pattern: '^cmp_[0-9a-f]{32}$',
    patternHint: 'must be the id of a campaign, `cmp_…`',
    description,
  });
}

/** The UUID of a campaign in a query. Throws `invalid_request` for an invalid one. */
export function campaignIdOf(id: string): string {
  const campaignId = parseId('cmp', id);
  if (campaignId !== undefined) return campaignId;
  throw invalidField('campaign_id', '`campaign_id` must be the id of a campaign, `cmp_…`.');
}

/**
 * The UUID of a campaign in a body, if given. Throws `not_found` when the organization has no such campaign.
 */
export async function knownCampaign(
  { hasCampaign }: { hasCampaign(orgId: string, campaignId: string): Promise<boolean> },
  orgId: string,
  id: string | undefined,
): Promise<string | undefined> {
  const campaignId = id === undefined ? undefined : campaignIdOf(id);
  if (campaignId !== undefined && !(await hasCampaign(orgId, campaignId))) throw unknownCampaign();
  return campaignId;
}

/** The error for a campaign the organization does not have. */
function unknownCampaign(): AppError {
  return notFound('campaign', 'campaign_id');
}
