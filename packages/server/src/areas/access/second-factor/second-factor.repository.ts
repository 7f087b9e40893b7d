import { column, defineTable, type RowOf, rowsIn } from '../../../kit/db/index.ts';
import type { AccessTransaction } from '../access-tables.ts';

export const secondFactors = defineTable('second_factors', {
  userId: column.uuid(),
  orgId: column.uuid(),
  sealedSecret: column.text(),
  createdAt: column.timestamp(),
  confirmedAt: column.timestamp().orNull().filled(),
  lastStep: column.integer().filled(),
  recoveryHashes: column.bytesArray().filled(),
});

export type SecondFactor = RowOf<typeof secondFactors>;

/** Locks it until the transaction ends, so that a code counts only once, however often it is sent. */
export async function lockSecondFactor(
  tx: AccessTransaction,
  orgId: string,
  userId: string,
): Promise<SecondFactor | undefined> {
  const [found] = await rowsIn(tx)<SecondFactor>(
    `select ${secondFactors.columns} from second_factors where org_id = $1 and user_id = $2 for update`,
    [orgId, userId],
  );
  return found;
}

/** Replaces a secret that was never confirmed. False when there is a confirmed one. */
export async function beginSecondFactor(
  tx: AccessTransaction,
  {
    userId,
    orgId,
    sealedSecret,
    createdAt,
  }: Pick<SecondFactor, 'userId' | 'orgId' | 'sealedSecret' | 'createdAt'>,
): Promise<boolean> {
  const made = await rowsIn(tx)(
    `insert into second_factors as f (user_id, org_id, sealed_secret, created_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where f.confirmed_at is null returning 1`,
    [userId, orgId, sealedSecret, createdAt],
  );
  return made.length > 0;
}

export async function confirmSecondFactor(
  tx: AccessTransaction,
  userId: string,
  { at, step, recoveryHashes }: { at: Date; step: number; recoveryHashes: Buffer[] },
): Promise<void> {
  await rowsIn(tx)(
    'update second_factors set confirmed_at = $2, last_step = $3, recovery_hashes = $4::bytea[] where user_id = $1',
    [userId, at, step, recoveryHashes],
  );
}

export async function noteStep(tx: AccessTransaction, userId: string, step: number): Promise<void> {
  await rowsIn(tx)('update second_factors set last_step = $2 where user_id = $1', [userId, step]);
}

export async function useRecoveryCode(tx: AccessTransaction, userId: string, hash: Buffer): Promise<void> {
  await rowsIn(tx)(
    'update second_factors set recovery_hashes = array_remove(recovery_hashes, $2::bytea) where user_id = $1',
    [userId, hash],
  );
}

/** False when there was none. */
export async function deleteSecondFactor(
  tx: AccessTransaction,
  orgId: string,
  userId: string,
): Promise<boolean> {
  const gone = await rowsIn(tx)('delete from second_factors where org_id = $1 and user_id = $2 returning 1', [
    orgId,
    userId,
  ]);
  return gone.length > 0;
}
