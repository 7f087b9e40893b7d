import type { Pool } from 'pg';
import { queryPool } from '../db/index.ts';
import { type SealedPlace, statementsOf } from './sealed-place.repository.ts';
import type { SecretBox } from './secret-box.ts';

/** The common case: the column is the sealed text. */
export function sealedColumn(
  place: Omit<SealedPlace, 'type' | 'reseal'> & { contextOf(row: Record<string, string>): string },
): SealedPlace {
  const { contextOf, ...rest } = place;
  return {
    ...rest,
    type: 'text',
    reseal: (value, row, box) => {
      const context = contextOf(row);
      return box.seal(box.open(value, context), context);
    },
  };
}

const BATCH = 200;

/**
 * Reseals what another key of the box sealed here, in batches by primary key. Skips rows changed
 * concurrently: they are either sealed under the newer key already or found by the next pass. Returns the
 * number of rows resealed.
 */
export async function reseal(
  pool: Pool,
  box: SecretBox,
  place: SealedPlace,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const query = queryPool(pool);
  const { select, update } = statementsOf(place, BATCH);
  let changed = 0;
  let after: string[] | undefined;
  while (!isStopped()) {
    const rows = await query<Record<string, string>>(select(after !== undefined), after ?? []);
    const last = rows.at(-1);
    if (last === undefined) break;
    const found = rows.filter(({ sealed = '' }) => needsReseal(sealed, box.keyId));
    if (found.length > 0) {
      const fresh = found.map((row) => place.reseal(row.sealed ?? '', row, box));
      const values = [
        ...place.key.map(({ name }) => found.map((row) => row[name])),
        found.map(({ sealed }) => sealed),
        fresh,
      ];
      changed += (await query(update, values)).length;
    }
    after = place.key.map(({ name }) => last[name] ?? '');
    if (rows.length < BATCH) break;
  }
  return changed;
}

function needsReseal(value: string, keyId: string): boolean {
  return [...value.matchAll(/\bv1\.([0-9a-f]{8})\./g)].some(([, id]) => id !== keyId);
}
