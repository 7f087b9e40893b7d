import type { Pool } from 'pg';
import { queryPool } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { requeueDelivery } from './resend-delivery.repository.ts';

/**
 * Sends a delivery again, whatever became of it: the same id, a new retry ladder. If its subscription is
 * paused, it waits.
 *
 * @throws AppError not_found; invalid_state for a test delivery
 */
export async function resendDelivery(
  pool: Pool,
  orgId: string,
  deliveryId: string,
  nowMs: number,
): Promise<void> {
  const { kind, isKnown } = await requeueDelivery(queryPool(pool), orgId, deliveryId, nowMs);
  if (kind === 'test') {
    throw new AppError('invalid_state', {
      message: 'This was a test delivery. Send another one with POST …/subscriptions/{subId}/test.',
    });
  }
  if (!isKnown) throw notFound('delivery');
}
