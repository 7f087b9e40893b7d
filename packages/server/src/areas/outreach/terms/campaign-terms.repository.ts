import type { QueryRows } from '../../../kit/db/index.ts';
import { parseId } from '../../../kit/ids.ts';
import type { LegalTerms } from './legal-terms.ts';
import type { MessagingStrategy } from './strategy.ts';

/** A campaign's settings for each of its messages. */
export interface CampaignTerms {
  id: string;
  status: string;
  strategy: MessagingStrategy;
  legal: LegalTerms;
  /** The sender's statements about itself, which may support claims. */
  evidence: string[];
  /** UUIDs. */
  mailboxIds: string[];
}

export async function readCampaignTerms(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, CampaignTerms>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; status: string; messaging_strategy: MessagingStrategy }>(
    'select id, status, messaging_strategy from outreach_campaigns where org_id = $1 and id = any($2::uuid[])',
    [orgId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, toTerms(row.id, row.status, row.messaging_strategy)]));
}

export function toTerms(id: string, status: string, strategy: MessagingStrategy): CampaignTerms {
  const { legal, value_proposition, sender } = strategy;
  return {
    id,
    status,
    strategy,
    legal: {
      postalAddress: legal?.postal_address ?? null,
      basis: legal?.basis ?? null,
      quietHours: legal?.quiet_hours ?? null,
    },
    evidence: value_proposition === undefined ? [] : [value_proposition],
    mailboxIds: (sender?.mailbox_ids ?? []).flatMap((mailboxId) => parseId('mbx', mailboxId) ?? []),
  };
}
