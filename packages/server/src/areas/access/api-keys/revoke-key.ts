import { notFound } from '../../../kit/errors/index.ts';
import { announceKeyChange, markRevoked } from './api-key.repository.ts';
import { type KeyManager, type KeyService, rangeOf } from './key-service.ts';

/** Ends a key with all its secrets, at once. Throws `not_found` when there is none, or it was revoked before. */
export async function revokeKey(
  service: KeyService,
  request: { orgId: string; keyId: string; manager: KeyManager },
): Promise<void> {
  await service.db.transaction().execute(async (tx) => {
    const range = rangeOf(request.orgId, request.manager);
    const revoked = await markRevoked(tx, range, request.keyId, new Date(service.clock.now()));
    if (!revoked) throw notFound('API key');
    await announceKeyChange(tx, request.keyId);
  });
  service.onKeyChanged?.(request.keyId);
}
