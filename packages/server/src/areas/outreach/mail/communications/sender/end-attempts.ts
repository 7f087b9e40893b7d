import { rowsIn } from '../../../../../kit/db/index.ts';
import { required } from '../../../../../kit/required.ts';
import { readCampaignTerms } from '../../../terms/campaign-terms.repository.ts';
import { mailboxesOf } from '../../mailboxes/mailbox.repository.ts';
import type { SendingPorts } from '../sending-ports.ts';
import type { AttemptedRow } from './attempted.repository.ts';
import type { Attempt } from './outgoing.ts';

type End = { kind: 'sent'; response: string } | { kind: 'failed'; code: 'delivery_unknown'; detail: string };

/** Attempts for messages no longer held in memory, each with its outcome as far as it is known. */
export async function endAttempts(
  ports: SendingPorts,
  rows: readonly AttemptedRow[],
  endOf: (row: AttemptedRow) => End,
): Promise<Attempt[]> {
  const query = rowsIn(ports.db);
  const now = ports.clock.now();
  const attempts: Attempt[] = [];
  for (const [orgId, group] of Map.groupBy(rows, (row) => row.orgId)) {
    const campaigns = [...new Set(group.flatMap((row) => row.campaignId ?? []))];
    const terms = await readCampaignTerms(query, orgId, campaigns);
    const mailboxes = new Map((await mailboxesOf(query, orgId)).map((mailbox) => [mailbox.id, mailbox]));
    for (const row of group) {
      const { reservationId: id, attemptToken, ...communication } = row;
      const { campaignId } = communication;
      const reservation =
        id === null || campaignId === null
          ? undefined
          : { id, orgId, campaignId, amountMicros: ports.mailPriceMicros };
      const outgoing = {
        communication,
        mailbox: required(mailboxes.get(row.mailboxId), 'the mailbox of an attempt'),
        terms: campaignId === null ? undefined : terms.get(campaignId),
        reservation,
        claimedAtMs: now,
      };
      attempts.push({
        outgoing,
        token: required(attemptToken, 'the token of an attempt'),
        startedAtMs: now,
        endedAtMs: now,
        ...endOf(row),
      });
    }
  }
  return attempts;
}
