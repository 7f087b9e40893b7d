import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullableText,
  nullableTimestamp,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { MAX_TAG_LENGTH } from '../../terms/lead-tag.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { type Lead, leadStatuses } from './lead.repository.ts';

export const leadParams = Type.Object({ id: Type.String({ description: 'The lead, `led_…`.' }) });

export const listLeadsQuery = strictObject({
  ...pageQuery,
  q: Type.Optional(textField(200, 'Part of the e-mail address, the name or the company.')),
  status: Type.Optional(Type.String({ enum: [...leadStatuses] })),
  tier: Type.Optional(Type.String({ enum: ['A', 'B', 'C', 'D'] })),
  country: Type.Optional(textField(100, 'The country as the lead has it.')),
  tag: Type.Optional(textField(MAX_TAG_LENGTH, 'Leads with this tag.')),
  campaign_id: Type.Optional(campaignField('Leads of this campaign.')),
});

export const leadRecord = named(
  'Lead',
  Type.Object({
    id: Type.String({ description: '`led_…`' }),
    email: Type.String({ description: 'The address, in lower case. No two leads share one.' }),
    first_name: nullableText('First name.'),
    last_name: nullableText('Last name.'),
    title: nullableText('Job title.'),
    company: nullableText('Company.'),
    domain: nullableText("The company's domain."),
    phone: nullableText('Phone number as it was given.'),
    linkedin_url: nullableText('LinkedIn profile.'),
    country: nullableText('Country as it was given.'),
    timezone: nullableText('IANA time zone.'),
    custom_fields: Type.Record(Type.String(), Type.String(), {
      description: 'Columns of imports that are not fields above.',
    }),
    status: Type.String({
      enum: [...leadStatuses],
      description: 'Its state. `unsubscribed`, `bounced` and similar leads get no mail.',
    }),
    score: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Score 0 to 100; null before the first.',
    }),
    tier: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'A to D; null before the first score.',
    }),
    tags: Type.Array(Type.String(), { description: 'In lower case, by name.' }),
    campaign_ids: Type.Array(Type.String(), { description: 'Campaigns that it is in, `cmp_…`.' }),
    enriched_at: nullableTimestamp('The last enrichment.'),
    last_contacted_at: nullableTimestamp('The last message that was sent.'),
    created_at: timestampField('When it was imported.'),
    updated_at: timestampField('When one of its fields last changed.'),
  }),
);

export const leadList = listOf('leads', leadRecord);

export function toLeadRecord(lead: Lead): Static<typeof leadRecord> {
  return toRecord(leadRecord, lead, {
    id: formatId('led', lead.id),
    campaign_ids: lead.campaignIds.map((id) => formatId('cmp', id)),
  });
}
