import { AppError, notFound } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { addSecret, announceKeyChange, findKey, lockKey, lockKeys } from './api-key.repository.ts';
import { checkAdminRemains } from './check-admin-remains.ts';
import type { IssuedKey } from './create-key.ts';
import { changeKeys, type KeyManager, type KeyService } from './key-service.ts';
import { hashToken, hintOf, makeToken } from './key-token.ts';
import { checkMayIssue } from './may-issue.ts';

export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

export interface RotateKeyRequest {
  orgId: string;
  keyId: string;
  /** How long the earlier secrets stay valid; 0 ends them at once. */
  overlapSeconds?: number | undefined;
  /** Even if the last key that can manage keys is left with only the new secret. */
  force?: boolean | undefined;
  manager: KeyManager;
}

/**
 * Gives a key a new secret, valid at once; earlier ones stay valid for the overlap. The key keeps its id,
 * scopes, environment and expiry. Throws `not_found`, `forbidden` for a key that the manager could not have
 * created, `invalid_state` for one that has expired or comes from BOOTSTRAP_API_KEY, and `conflict` for the
 * last one that can manage keys when there is no overlap.
 */
export async function rotateKey(service: KeyService, request: RotateKeyRequest): Promise<IssuedKey> {
  const { orgId, keyId, overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request;
  const now = new Date(service.clock.now());
  const token = makeToken();
  const othersEnd = new Date(now.getTime() + overlapSeconds * 1000);
  const key = await changeKeys(service, async (tx) => {
    const ids = [keyId, ...(request.manager === undefined ? [] : [request.manager.keyId])];
    await lockKeys(tx, { orgId, ids, admins: overlapSeconds === 0 });
    const locked = await lockKey(tx, orgId, keyId);
    if (locked === undefined) throw notFound('API key');
    if (locked.expiresAt !== null && locked.expiresAt <= now) {
      throw new AppError('invalid_state', {
        message: 'This API key has expired and cannot be rotated. Make a new one with POST /v1/keys.',
      });
    }
    if (locked.origin === 'bootstrap') {
      throw new AppError('invalid_state', {
        message: 'This key comes from the setting BOOTSTRAP_API_KEY. Change the setting to rotate it.',
      });
    }
    await checkMayIssue(tx, request.manager, { keyId, ...locked });
    // The response may get lost, and with it the only valid secret.
    if (overlapSeconds === 0) await checkAdminRemains(tx, request, now);
    const secret = { keyHash: hashToken(token), hint: hintOf(token), createdAt: now };
    await addSecret(tx, keyId, secret, othersEnd);
    await announceKeyChange(tx, keyId);
    const value = required(await findKey(tx, orgId, keyId), 'the key that was rotated');
    const data = { key_id: formatId('key', keyId), previous_expires_at: othersEnd.toISOString() };
    return { value, events: [accessEvent('access_key_rotated', { orgId, data })] };
  });
  service.onKeyChanged?.(keyId);
  return { key, token };
}
