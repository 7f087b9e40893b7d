import { notFound } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import { announceKeyChange, lockKeys, markRevoked } from './api-key.repository.ts';
import { checkAdminRemains } from './check-admin-remains.ts';
import { changeKeys, type KeyManager, type KeyService } from './key-service.ts';

export interface RevokeKeyRequest {
  orgId: string;
  keyId: string;
  /** Even if no key that can manage keys is left. */
  force?: boolean | undefined;
  manager: KeyManager;
}

/**
 * Revokes a key with all its secrets, at once. Throws `not_found` when there is none or it is already
 * revoked, and `conflict` for the last one that can manage keys.
 */
export async function revokeKey(service: KeyService, request: RevokeKeyRequest): Promise<void> {
  const { orgId, keyId } = request;
  const now = new Date(service.clock.now());
  await changeKeys(service, async (tx) => {
    await lockKeys(tx, { orgId, ids: [keyId], admins: true });
    await checkAdminRemains(tx, request, now);
    if (!(await markRevoked(tx, orgId, keyId, now))) throw notFound('API key');
    await announceKeyChange(tx, keyId);
    const data = { key_id: formatId('key', keyId), revoked_at: now.toISOString() };
    return { value: undefined, events: [accessEvent('access_key_revoked', { orgId, data })] };
  });
  service.onKeyChanged?.(keyId);
}
