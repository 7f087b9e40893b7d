import type { NewEvent } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { completeDone, moveExecutions } from './campaign.repository.ts';
import { completedEvent } from './campaign-events.ts';
import { readCounters } from './campaign-report.repository.ts';

/** Completes the active campaigns in which no sequence, no launch and no message is open any more. */
export async function completeCampaigns({ unitOfWork, clock, ledger }: SendingPorts): Promise<void> {
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const now = new Date(clock.now());
    const events: NewEvent[] = [];
    for (const { orgId, id } of await completeDone(query, now)) {
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
