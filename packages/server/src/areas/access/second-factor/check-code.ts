import { createHash } from 'node:crypto';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { sealedColumn } from '../../../kit/secrets/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import type { User } from '../people/user.repository.ts';
import {
  lockSecondFactor,
  noteStep,
  type SecondFactor,
  useRecoveryCode,
} from './second-factor.repository.ts';
import { stepOfCode } from './totp.ts';

export const secondFactorSealedPlace = sealedColumn({
  table: 'second_factors',
  key: [{ name: 'user_id', type: 'uuid' }],
  column: 'sealed_secret',
  contextOf: ({ user_id: userId = '' }) => contextOf(userId),
});

/** Binds a sealed secret to its person: moved to another one, it does not open. */
function contextOf(userId: string): string {
  return `second_factors/${userId}`;
}

export function sealSecret(secretBox: SecretBox, userId: string, secret: Buffer): string {
  return secretBox.seal(secret.toString('base64'), contextOf(userId));
}

export function openSecret(secretBox: SecretBox, { userId, sealedSecret }: SecondFactor): Buffer {
  return Buffer.from(secretBox.open(sealedSecret, contextOf(userId)), 'base64');
}

/** The alphabet has no characters that sound alike when read aloud; case and dashes do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
}

export type Verdict = 'right' | 'missing' | 'wrong';

/**
 * Checks a person's code and uses it up. Also `right` for a person without a second factor. Call it in the
 * transaction that signs them in.
 */
export async function useCode(
  tx: AccessTransaction,
  { secretBox, nowMs }: { secretBox: SecretBox; nowMs: number },
  { id, orgId }: Pick<User, 'id' | 'orgId'>,
  code: string | undefined,
): Promise<Verdict> {
  const factor = await lockSecondFactor(tx, orgId, id);
  if (factor?.confirmedAt == null) return 'right';
  if (code === undefined) return 'missing';
  const digits = code.replaceAll(' ', '');
  const step = stepOfCode(openSecret(secretBox, factor), digits, { nowMs, lastStep: factor.lastStep });
  if (step !== undefined) {
    await noteStep(tx, id, step);
    return 'right';
  }
  const hash = hashRecoveryCode(code);
  if (!factor.recoveryHashes.some((one) => one.equals(hash))) return 'wrong';
  await useRecoveryCode(tx, id, hash);
  return 'right';
}
