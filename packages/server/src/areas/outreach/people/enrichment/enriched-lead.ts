import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';

/** A lead (`l`) as the providers see it, with its newest campaign. */
export const enrichedLeads = defineTable('leads', {
  id: column.uuid(),
  email: column.text(),
  firstName: column.text().orNull(),
  lastName: column.text().orNull(),
  title: column.text().orNull(),
  company: column.text().orNull(),
  domain: column.text().orNull(),
  phone: column.text().orNull(),
  linkedinUrl: column.text().orNull(),
  country: column.text().orNull(),
  timezone: column.text().orNull(),
  customFields: column.computed<Record<string, string>>(`coalesce(l.custom_fields, '{}')`),
  campaignId: column.computed<string | null>(`(
    select c.id from campaign_leads m join outreach_campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
    where m.org_id = l.org_id and m.lead_id = l.id order by c.created_at desc, c.id desc limit 1)`),
});

export type EnrichedLead = Omit<RowOf<typeof enrichedLeads>, 'campaignId'>;
