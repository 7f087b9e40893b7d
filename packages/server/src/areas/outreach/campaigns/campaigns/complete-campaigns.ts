import { rowsIn } from '../../../../kit/db/index.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { completeFinished, lockDone } from './campaign.repository.ts';
import { completedEvent } from './campaign-events.ts';

/** Completes active campaigns that have no open sequence, launch or message. */
export async function completeCampaigns({ unitOfWork, clock }: SendingPorts): Promise<void> {
  await unitOfWork(async (tx) => {
    const completedAt = new Date(clock.now());
    const query = rowsIn(tx);
    const locked = await lockDone(query);
    const completed = locked.ids.length === 0 ? [] : await completeFinished(query, locked, completedAt);
    const events = completed.map(({ orgId, campaignId, spentMicros, ...totals }) =>
      completedEvent(orgId, campaignId, { ...totals, spendUsd: usdOfMicros(spentMicros), completedAt }),
    );
    return { value: undefined, events };
  });
}
