import type { QueryRows } from '../../../kit/db/index.ts';
import { AppError, invalidField } from '../../../kit/errors/index.ts';
import type { Ordering } from '../order-key.ts';
import { releaseBlockedKeys } from './blocked-keys.repository.ts';
import type { OrderingInput, SubscriptionRecord } from './subscription-record.ts';

/**
 * Applies a caller's input to the current ordering. Blocking is the default: nothing is skipped unnoticed.
 */
export function mergeOrdering(
  present: Ordering | null,
  input: OrderingInput | null | undefined,
  fields: { onFailure: string },
): Ordering | null {
  if (input === undefined) return present;
  if (input === null) return null;
  const path = input.path === undefined ? present?.path : input.path;
  if (path) return { path, onFailure: input.onFailure ?? present?.onFailure ?? 'block' };
  throw invalidField(
    fields.onFailure,
    `\`${fields.onFailure}\` is for deliveries in order. Give an \`ordering\` with it, or leave it out.`,
  );
}

/** New events would overtake older ones that the backfill has not queued yet. */
export function refuseWithBackfill(): never {
  throw invalidField(
    'backfill_from',
    'Past events cannot be delivered in order with new ones. Leave `backfill_from` or `ordering` out.',
  );
}

/** Call in the transaction that changes a subscription's ordering. */
export async function changeOrdering(
  query: QueryRows,
  record: SubscriptionRecord,
  ordering: Ordering | null,
): Promise<void> {
  if (ordering !== null && record.backfill?.finishedAt === null) {
    throw new AppError('invalid_state', {
      message: 'Past events are still being delivered. Set `ordering` when `backfill.status` is `completed`.',
    });
  }
  if (record.ordering?.onFailure === 'block' && ordering?.onFailure !== 'block') {
    await releaseBlockedKeys(query, record);
  }
}
