import type { NewEvent } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { moveExecutions } from './campaign.repository.ts';
import { completedEvent } from './campaign-events.ts';
import { readCounters } from './campaign-report.repository.ts';

/** Completes the active campaigns in which no sequence, no launch and no message is open any more. */
export async function completeCampaigns({ unitOfWork, clock, ledger }: SendingPorts): Promise<void> {
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const now = new Date(clock.now());
    const done = await query<{ org_id: string; id: string }>(
      `select org_id, id from outreach_campaigns c where status = 'active'
         and not exists (select from sequence_runs r where r.org_id = c.org_id and r.campaign_id = c.id and r.status = 'active')
         and not exists (select from campaign_executions e where e.org_id = c.org_id and e.campaign_id = c.id and e.status = 'launching')
         and not exists (select from communications m where m.org_id = c.org_id and m.campaign_id = c.id
           and m.status in ('pending', 'processing'))
       order by org_id, id limit 50 for update of c skip locked`,
    );
    const events: NewEvent[] = [];
    for (const { org_id: orgId, id } of done) {
      await query(
        `update outreach_campaigns set status = 'completed', completed_at = $3, updated_at = $3
         where org_id = $1 and id = $2`,
        [orgId, id, now],
      );
      await moveExecutions(query, orgId, id, 'completed');
      const { totals } = await readCounters(query, orgId, id);
      const { spentMicros } = await ledger.readBudget(tx, orgId, id);
      events.push(
        completedEvent(orgId, id, {
          leadsTargeted: totals.leads_targeted ?? 0,
          emailsSent: totals.emails_sent ?? 0,
          replies: totals.replies ?? 0,
          meetingsBooked: totals.meetings_booked ?? 0,
          spendUsd: usdOfMicros(spentMicros),
          completedAt: now,
        }),
      );
    }
    return { value: undefined, events };
  });
}
