import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';
import { leadProfile } from '../leads/lead-profile.ts';

/** A lead (`l`) as the providers see it, with its newest campaign. */
export const enrichedLeads = defineTable('leads', {
  ...leadProfile,
  campaignId: column.computed<string | null>(`(
    select c.id from campaign_leads m join outreach_campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
    where m.org_id = l.org_id and m.lead_id = l.id order by c.created_at desc, c.id desc limit 1)`),
});

export type EnrichedLead = Omit<RowOf<typeof enrichedLeads>, 'campaignId'>;
