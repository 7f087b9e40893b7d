import { Type } from 'typebox';
import { type AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';

/** A campaign by its id, in a query or a body. */
export function campaignField(description: string) {
  return Type.String({
    pattern: '^cmp_[0-9a-f]{32}$',
    patternHint: 'must be the id of a campaign, `cmp_…`',
    description,
  });
}

/** The UUID of a campaign named in a query. Throws `invalid_request` for what is none. */
export function campaignIdOf(id: string): string {
  const campaignId = parseId('cmp', id);
  if (campaignId !== undefined) return campaignId;
  throw invalidField('campaign_id', '`campaign_id` must be the id of a campaign, `cmp_…`.');
}

/** The UUID of a campaign that a body names, if it names one. Throws `not_found` where the organization has none such. */
export async function knownCampaign(
  { hasCampaign }: { hasCampaign(orgId: string, campaignId: string): Promise<boolean> },
  orgId: string,
  id: string | undefined,
): Promise<string | undefined> {
  const campaignId = id === undefined ? undefined : campaignIdOf(id);
  if (campaignId !== undefined && !(await hasCampaign(orgId, campaignId))) throw unknownCampaign();
  return campaignId;
}

/** The refusal of a campaign that the organization does not have. */
function unknownCampaign(): AppError {
  return notFound('campaign', 'campaign_id');
}
