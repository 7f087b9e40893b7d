import { type ApiKey, listKeys as readKeys } from './api-key.repository.ts';
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
  return readKeys(service.db, rangeOf(request.orgId, request.manager), request);
}
