import type { NewEvent } from '../../../../../engine/spine/index.ts';
import type { QueryRows } from '../../../../../kit/db/index.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Choice, PAUSED_RECHECK_MS } from './choose-due.ts';
import { lockBudgets, storeReservations } from './reservation.repository.ts';

/** When to recheck a message whose budget would suffice if reservations for others are released. */
const HELD_RECHECK_MS = 5_000;

export interface HeldMoney {
  /** By message. */
  held: Map<string, Reservation>;
  /**
   * Campaigns whose remaining budget cannot pay for another message even if all reservations are released,
   * with their organizations.
   */
  unfunded: Map<string, string>;
}

/**
 * Reserves the price of each message of a campaign with a budget; messages the budget cannot cover wait. The
 * row lock on the budget serializes all callers.
 */
export async function holdMoney(
  query: QueryRows,
  choice: Choice,
  { nowMs, priceMicros }: { nowMs: number; priceMicros: number },
): Promise<HeldMoney> {
  const held = new Map<string, Reservation>();
  const unfunded = new Map<string, string>();
  const withCampaign = choice.taken.filter(({ campaignId }) => campaignId !== null);
  if (withCampaign.length === 0 || priceMicros === 0) return { held, unfunded };
  const campaignIds = [...new Set(withCampaign.flatMap(({ campaignId }) => campaignId ?? []))];
  const reservations: Reservation[] = [];
  for (const { orgId, campaignId, unspent, free } of await lockBudgets(query, campaignIds)) {
    const isSpent = unspent < priceMicros;
    let left = free;
    for (const one of withCampaign) {
      if (one.campaignId !== campaignId) continue;
      if (left < priceMicros) {
        choice.releaseQuota(one, 'budget', nowMs + (isSpent ? PAUSED_RECHECK_MS : HELD_RECHECK_MS));
        if (isSpent) unfunded.set(campaignId, orgId);
        continue;
      }
      left -= priceMicros;
      const reservation = { id: newUuid(nowMs), orgId, campaignId, amountMicros: priceMicros };
      reservations.push(reservation);
      held.set(one.id, reservation);
    }
  }
  await storeReservations(query, reservations, nowMs);
  return { held, unfunded };
}

/** Pauses campaigns whose budget cannot cover another message. */
export async function pauseAllUnfunded(
  { pauseUnfunded }: Pick<SendingPorts, 'pauseUnfunded'>,
  query: QueryRows,
  unfunded: ReadonlyMap<string, string>,
  at: Date,
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const [campaignId, orgId] of unfunded) {
    events.push(...(await pauseUnfunded(query, { orgId, campaignId, at })));
  }
  return events;
}
