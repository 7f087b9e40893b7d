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
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import type { Suppression } from './suppression.repository.ts';

export const suppressionParams = Type.Object({ id: Type.String({ description: 'The entry, `spr_…`.' }) });

export const listSuppressionsQuery = strictObject({
  ...pageQuery,
  q: Type.Optional(textField(200, 'Part of the address or domain.')),
});

export const createSuppressionBody = strictObject({
  email: Type.Optional(textField(254, 'An address that is never written to. Give this or `domain`.')),
  domain: Type.Optional(textField(253, 'A domain with its subdomains that is never written to.')),
  reason: textField(500, 'The reason, for people to read.'),
  campaign_id: Type.Optional(campaignField('Only this campaign stops writing; left out: all of them.')),
  expires_at: Type.Optional(nullableTimestamp('When it ends; left out or null: never.')),
});

export const suppressionRecord = named(
  'Suppression',
  Type.Object({
    id: Type.String({ description: '`spr_…`' }),
    email: nullableText('The address; null for a domain, and after the person was erased.'),
    domain: nullableText('The domain; null for an address.'),
    reason: Type.String({ description: 'The reason, for people to read.' }),
    source: Type.String({
      description: 'Its origin: `api`, `unsubscribe`, `bounce`, `complaint`, `erasure`.',
    }),
    campaign_id: nullableText('The campaign that it applies to; null for all.'),
    created_at: timestampField('When it was added.'),
    expires_at: nullableTimestamp('When it ends; null for never.'),
  }),
);

export const suppressionList = listOf('suppressions', suppressionRecord);

export function toSuppressionRecord(one: Suppression): Static<typeof suppressionRecord> {
  return {
    id: formatId('spr', one.id),
    email: one.kind === 'email' ? one.value : null,
    domain: one.kind === 'domain' ? one.value : null,
    reason: one.reason,
    source: one.source,
    campaign_id: one.campaignId && formatId('cmp', one.campaignId),
    created_at: one.createdAt.toISOString(),
    expires_at: one.expiresAt?.toISOString() ?? null,
  };
}
