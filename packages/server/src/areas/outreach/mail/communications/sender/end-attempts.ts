import { readCampaignTerms } from '../../../terms/campaign-terms.ts';
import { rowsIn } from '../../../terms/query-rows.ts';
import { mailboxesOf } from '../../mailboxes/mailbox.repository.ts';
import {
  COMMUNICATION_COLUMNS,
  type CommunicationRow,
  toCommunication,
} from '../communication.repository.ts';
import type { SendingPorts } from '../sending-ports.ts';
import type { Attempt } from './outgoing.ts';

export const ATTEMPT_COLUMNS = `${COMMUNICATION_COLUMNS}, attempt_token, reservation_id`;

export interface AttemptRow extends CommunicationRow {
  attempt_token: string;
  reservation_id: string | null;
}

type End = { kind: 'sent'; response: string } | { kind: 'failed'; code: 'delivery_unknown'; detail: string };

/** The attempts of messages that nobody holds in memory, each with how it ended as far as is known now. */
export async function endAttempts(
  ports: SendingPorts,
  rows: readonly AttemptRow[],
  endOf: (row: AttemptRow) => End,
): Promise<Attempt[]> {
  const query = rowsIn(ports.db);
  const now = ports.clock.now();
  const attempts: Attempt[] = [];
  for (const [orgId, group] of Map.groupBy(rows, (row) => row.org_id)) {
    const campaigns = [...new Set(group.flatMap((row) => row.campaign_id ?? []))];
    const terms = await readCampaignTerms(query, orgId, campaigns);
    const mailboxes = new Map((await mailboxesOf(query, orgId)).map((mailbox) => [mailbox.id, mailbox]));
    for (const row of group) {
      const { reservation_id: id, campaign_id: campaignId } = row;
      const reservation =
        id === null || campaignId === null
          ? undefined
          : { id, orgId, campaignId, amountMicros: ports.mailPriceMicros };
      const outgoing = {
        communication: toCommunication(row),
        mailbox: mailboxes.get(row.mailbox_id)!,
        terms: campaignId === null ? undefined : terms.get(campaignId),
        reservation,
        claimedAtMs: now,
      };
      attempts.push({
        outgoing,
        token: row.attempt_token,
        startedAtMs: now,
        endedAtMs: now,
        ...endOf(row),
      });
    }
  }
  return attempts;
}
