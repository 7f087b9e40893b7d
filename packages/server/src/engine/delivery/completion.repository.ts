import type { Pool, QueryResult } from 'pg';
import {
  BinaryQuery,
  byteaArray,
  float8Array,
  int4Array,
  only,
  textArray,
  uuidArray,
} from '../../kit/db/index.ts';
import { type Completion, deliveryTimeMs } from './completion.ts';
import { type ClaimedRow, toDelivery } from './due-deliveries.repository.ts';
import { countedAt, FIGURES_LENGTH } from './figures/attempt-figures.ts';
import type { Delivery } from './subscription.ts';

const COMPLETE_SQL =
  'select complete_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as next';

/**
 * Records completed attempts and counts them, in one statement. Returns the deliveries leased to the node
 * with it: the next of each key that it takes on.
 */
export async function completeAttempts(
  pool: Pool,
  batch: Completion[],
  { nodeId, takesNext }: { nodeId: string; takesNext(completion: Completion): boolean },
): Promise<Delivery[]> {
  const handOver = `{${batch.map((one) => (takesNext(one) ? 't' : 'f')).join()}}`;
  const values = [...parameters(batch), String(FIGURES_LENGTH), nodeId, handOver];
  const query = new BinaryQuery({ name: 'complete_attempts', text: COMPLETE_SQL, values });
  const result: unknown = pool.query(query);
  const { rows } = await (result as Promise<QueryResult<{ next: ClaimedRow[] | null }>>);
  return only(rows).next?.map(toDelivery) ?? [];
}

function parameters(batch: Completion[]): Buffer[] {
  return [
    uuidArray(batch.map((c) => c.delivery.event.orgId)),
    uuidArray(batch.map((c) => c.delivery.id)),
    int4Array(batch.map((c) => c.attempt)),
    textArray(batch.map((c) => c.next)),
    float8Array(batch.map((c) => c.attemptedAt)),
    float8Array(batch.map((c) => c.nextRetryAt)),
    int4Array(batch.map((c) => c.responseCode)),
    int4Array(batch.map((c) => c.responseTimeMs)),
    textArray(batch.map((c) => c.error)),
    int4Array(batch.map((c) => c.revision)),
    textArray(batch.map((c) => c.responseHeaders)),
    byteaArray(batch.map((c) => c.responseBody)),
    uuidArray(batch.map((c) => c.delivery.event.id)),
    int4Array(batch.flatMap(countsOf)),
  ];
}

function countsOf(completion: Completion): (number | null)[] {
  const { ending, next, responseCode: status, responseTimeMs } = completion;
  return countedAt({
    ending,
    isDead: next === 'dead',
    status,
    responseTimeMs,
    deliveryTimeMs: deliveryTimeMs(completion),
  });
}
