import { decidingTime, rowsIn } from '../../../../../kit/db/index.ts';
import { lockMailboxes, noteUse } from '../../mailboxes/mailbox.repository.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Campaign, Choice } from './choose-due.ts';
import {
  hasPending,
  lease,
  lockCampaigns,
  lockDue,
  noteCampaignUse,
  putOff,
  recentlySent,
} from './claim.repository.ts';
import { holdMoney, pauseAllUnfunded } from './hold-money.ts';
import type { Outgoing } from './outgoing.ts';

export interface Claim {
  outgoing: Outgoing[];
  /** Whether more may be due. */
  isFull: boolean;
}

/** Whether a message is waiting to be claimed: the only query when idle. */
export function hasDue({ db, clock }: SendingPorts): Promise<boolean> {
  return hasPending(rowsIn(db), new Date(clock.now()));
}

/**
 * Claims due messages for this node: those that their mailbox, campaign, budget, recipient frequency and send
 * window allow to start now. The rest are deferred with a reason. One transaction does it all, so that no
 * limit is exceeded however many nodes claim.
 */
export async function claimDue(ports: SendingPorts, most: number): Promise<Claim> {
  return ports.unitOfWork<Claim>(async (tx) => {
    const query = rowsIn(tx);
    const rows = await lockDue(query, new Date(ports.clock.now()), most);
    if (rows.length === 0) return { value: { outgoing: [], isFull: false } };
    const due = rows.map(({ zone, ...communication }) => ({ communication, zone }));
    const mailboxes = await lockMailboxes(query, [...new Set(rows.map((row) => row.mailboxId))]);
    const nowMs = await decidingTime(query, ports.clock);
    const campaigns = await lockCampaigns(query, rows, nowMs);
    const capped = rows.filter(
      ({ campaignId }) => campaignId !== null && isCapped(campaigns.get(campaignId)),
    );
    const recent = await recentlySent(query, capped, nowMs);
    const choice = new Choice(nowMs, {
      mailboxes,
      campaigns,
      recent,
      reachesPeople: ports.mailer.mode === 'smtp',
    });
    for (const { communication, zone } of due) choice.consider(communication, zone);
    const { held, unfunded } = await holdMoney(query, choice, { nowMs, priceMicros: ports.mailPriceMicros });
    await noteUse(query, choice.mailboxUses());
    await noteCampaignUse(query, choice.campaignUses());
    await putOff(query, choice.deferrals);
    await lease(query, choice.taken, { nodeId: ports.nodes.nodeId, held });
    const outgoing = choice.taken.map((one) => choice.toOutgoing(one, held));
    return {
      value: { outgoing, isFull: rows.length === most },
      events: await pauseAllUnfunded(ports, query, unfunded, new Date(nowMs)),
    };
  });
}

function isCapped(campaign: Campaign | undefined): boolean {
  return campaign?.terms.strategy.frequency_cap !== undefined;
}
