import type { NewEvent } from '../../../../../engine/spine/index.ts';
import type { QueryRows } from '../../../../../kit/db/index.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Choice, type Deferral, PAUSED_RECHECK_MS } from './choose-due.ts';
import { lockBudgets, storeReservations } from './reservation.repository.ts';

/**
 * Holds the price of each message that belongs to a campaign with a budget; what the budget does not hold
 * waits. The lock on the budget's row puts all who ask into one line.
 */
export async function holdMoney(
  query: QueryRows,
  choice: Choice,
  { nowMs, priceMicros }: { nowMs: number; priceMicros: number },
): Promise<Map<string, Reservation>> {
  const held = new Map<string, Reservation>();
  const withCampaign = choice.taken.filter(({ campaignId }) => campaignId !== null);
  if (withCampaign.length === 0 || priceMicros === 0) return held;
  const campaignIds = [...new Set(withCampaign.flatMap(({ campaignId }) => campaignId ?? []))];
  const reservations: Reservation[] = [];
  for (const { orgId, campaignId, free } of await lockBudgets(query, campaignIds)) {
    let left = free;
    for (const one of withCampaign) {
      if (one.campaignId !== campaignId) continue;
      if (left < priceMicros) {
        choice.giveBack(one, 'budget', nowMs + PAUSED_RECHECK_MS);
        continue;
      }
      left -= priceMicros;
      const reservation = { id: newUuid(nowMs), orgId, campaignId, amountMicros: priceMicros };
      reservations.push(reservation);
      held.set(one.id, reservation);
    }
  }
  await storeReservations(query, reservations, nowMs);
  return held;
}

/** Campaigns whose budget does not hold one more message are paused. */
export async function pauseAllUnfunded(
  { pauseUnfunded }: Pick<SendingPorts, 'pauseUnfunded'>,
  query: QueryRows,
  deferrals: Deferral[],
  at: Date,
): Promise<NewEvent[]> {
  const unfunded = new Map<string, string>();
  for (const { communication, waitingFor } of deferrals) {
    const { campaignId, orgId } = communication;
    if (waitingFor === 'budget' && campaignId !== null) unfunded.set(campaignId, orgId);
  }
  const events: NewEvent[] = [];
  for (const [campaignId, orgId] of unfunded) {
    events.push(...(await pauseUnfunded(query, { orgId, campaignId, at })));
  }
  return events;
}
