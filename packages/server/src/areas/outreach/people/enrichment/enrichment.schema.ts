import { type Static, Type } from 'typebox';
import {
  anyObject,
  named,
  nullable,
  nullableText,
  strictObject,
  timestampField,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { formatTraceId } from '../../books/traces/trace-ids.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { type Enrichment, toProviderRecord } from './enrich-lead.ts';

export const enrichBody = strictObject({
  campaign_id: Type.Optional(
    campaignField("Whose budget pays; left out: that of the lead's newest campaign."),
  ),
  max_cost_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000,
      description: 'Maximum cost of paid providers. Default: 0.1.',
    }),
  ),
});

export const enrichmentRecord = named(
  'Enrichment',
  Type.Object({
    lead_id: Type.String({ description: '`led_…`' }),
    enrichment_id: Type.String({ description: '`enr_…`' }),
    status: Type.String({
      enum: ['completed', 'partial', 'failed'],
      description: '`partial` when a provider failed; `providers` says why.',
    }),
    company: Type.Object(
      {
        name: nullableText('Name.'),
        domain: nullableText('Domain.'),
        website: nullableText('The site that was read.'),
        industry: nullableText('Industry.'),
        employee_count: nullable(Type.Integer(), 'Employees.'),
        employee_range: nullableText('Employees, as a range.'),
        location: nullableText('Location.'),
        description: nullableText('Description.'),
        technologies: Type.Array(Type.String(), {
          description: 'Technologies of its site; empty if none are known.',
        }),
        mail_provider: nullableText('Mail provider.'),
        founded_year: nullable(Type.Integer(), 'Year of foundation.'),
        linkedin_url: nullableText('Company page.'),
      },
      { description: 'What is known of the company.' },
    ),
    person: Type.Object(
      {
        full_name: nullableText('Name.'),
        title: nullableText('Job title.'),
        seniority: nullableText('Seniority.'),
        department: nullableText('Department.'),
        email_status: nullableText(
          '`unverifiable`, `undeliverable` or `role_account`; whether a mailbox exists is never guessed.',
        ),
        linkedin_url: nullableText('Profile.'),
        location: nullableText('Location.'),
        timezone: nullableText('Time zone.'),
      },
      { description: 'What is known of the person.' },
    ),
    intent_signals: Type.Object(
      {
        hiring_activity: anyObject('`detected`, `open_roles`, `roles`, `score`.'),
        recent_funding: anyObject('`detected`, `round`, `amount_usd`, `announced_at`, `score`.'),
        technology_migration: anyObject('`detected`, `from`, `to`, `score`.'),
      },
      { description: 'Signs that the company is about to buy.' },
    ),
    provenance: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field, such as `company.industry`.' }),
        source: Type.String({ description: 'The provider that supplied it.' }),
        source_url: nullableText('Where to check it.'),
        method: Type.String({
          description: 'How it was found, such as `column`, `provider` or `model_quote`.',
        }),
        confidence: Type.Number({ description: 'How sure it is, 0 to 1.' }),
        observed_at: timestampField('When it was seen.'),
      }),
      { description: 'The source of every value above. Values without a source are null.' },
    ),
    not_found: Type.Record(Type.String(), Type.String(), { description: 'Why a field is null.' }),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the provider.' }),
        status: Type.String({
          enum: ['completed', 'cached', 'skipped', 'failed'],
          description:
            '`cached`: an earlier answer is still valid. `skipped`: it is not set up, or the budget was spent.',
        }),
        duration_ms: Type.Integer({ description: 'Duration.' }),
        cost_usd: Type.Number({ description: 'Cost; 0 if free or cached.' }),
        error: nullableText('Why it was skipped or failed.'),
      }),
      { description: 'The providers that were asked, in this order.' },
    ),
    cost_usd: Type.Number({ description: 'Cost of all providers together.' }),
    trace_id: Type.String({ description: 'Its trace, 32 hex digits.' }),
    enriched_at: timestampField('When the run was finished.'),
  }),
);

export function toEnrichmentRecord(one: Enrichment): Static<typeof enrichmentRecord> {
  return {
    lead_id: formatId('led', one.leadId),
    enrichment_id: formatId('enr', one.enrichmentId),
    status: one.status,
    // Both are built from the fields above, each a value or null.
    company: one.company as Static<typeof enrichmentRecord>['company'],
    person: one.person as Static<typeof enrichmentRecord>['person'],
    intent_signals: one.intent as Static<typeof enrichmentRecord>['intent_signals'],
    provenance: one.provenance,
    not_found: one.notFound,
    providers: one.providers.map(toProviderRecord),
    cost_usd: usdOfMicros(one.costMicros),
    trace_id: formatTraceId(one.traceId),
    enriched_at: one.enrichedAt.toISOString(),
  };
}
