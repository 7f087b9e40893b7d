import { AppError, notFound } from '../../../kit/errors/index.ts';
import { addSecret, announceKeyChange, findKey, lockKey } from './api-key.repository.ts';
import type { IssuedKey } from './create-key.ts';
import { type KeyManager, type KeyService, rangeOf } from './key-service.ts';
import { hashToken, hintOf, makeToken } from './key-token.ts';
import { checkMayIssue } from './may-issue.ts';

export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

export interface RotateKeyRequest {
  orgId: string;
  keyId: string;
  /** How long the earlier secrets go on working; 0 ends them at once. */
  overlapSeconds?: number | undefined;
  manager: KeyManager;
}

/**
 * Gives a key a new secret, which works at once; the earlier ones work for the overlap. The key
 * keeps its id, scopes, environment and end. Throws `not_found`, `forbidden` for a key that the
 * manager could not have made, and `invalid_state` for one
 * that has expired or comes from BOOTSTRAP_API_KEY.
 */
export async function rotateKey(service: KeyService, request: RotateKeyRequest): Promise<IssuedKey> {
  const { orgId, keyId, overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request;
  const range = rangeOf(orgId, request.manager);
  const now = new Date(service.clock.now());
  const token = makeToken();
  const key = await service.db.transaction().execute(async (tx) => {
    const locked = await lockKey(tx, range, keyId);
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
    const secret = { keyHash: hashToken(token), hint: hintOf(token), createdAt: now };
    await addSecret(tx, keyId, secret, new Date(now.getTime() + overlapSeconds * 1000));
    await announceKeyChange(tx, keyId);
    return (await findKey(tx, range, keyId))!;
  });
  service.onKeyChanged?.(keyId);
  return { key, token };
}
