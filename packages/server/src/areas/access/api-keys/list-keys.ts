import { type ApiKey, listKeys as readKeys } from './api-key.repository.ts';
import type { KeyService } from './key-service.ts';

export interface KeyPage {
  keys: ApiKey[];
  total: number;
}

/** The keys of an organization that are not revoked, newest first. */
export async function listKeys(
  service: KeyService,
  { orgId, ...page }: { orgId: string; limit: number; offset: number },
): Promise<KeyPage> {
  return readKeys(service.db, orgId, page);
}
