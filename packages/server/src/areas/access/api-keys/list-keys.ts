import { type ApiKey, countKeys, listKeys as readKeys } from './api-key.repository.ts';
import { type KeyManager, type KeyService, rangeOf } from './key-service.ts';

export interface KeyPage {
  keys: ApiKey[];
  total: number;
}

/** The keys of an organization that are not revoked, newest first. */
export async function listKeys(
  service: KeyService,
  request: { orgId: string; manager: KeyManager; limit: number; offset: number },
): Promise<KeyPage> {
  const range = rangeOf(request.orgId, request.manager);
  // One snapshot, so that the total and the page cannot disagree.
  return service.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      keys: await readKeys(tx, range, request),
      total: await countKeys(tx, range),
    }));
}
