import { RepeatedTask } from '../../../kit/repeated-task.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { expireExports, forgetFile } from './export.repository.ts';

const EVERY_MS = 60_000;

/** Deletes expired archives. Safe to run on every node: already deleted is not an error. */
export async function removeExpiredExports(service: OrganizationDataService): Promise<void> {
  const { db, blobs, clock } = service;
  for (const { id, orgId, blobKey } of await expireExports(db, new Date(clock.now()))) {
    await blobs.delete(orgId, blobKey);
    await forgetFile(db, id);
  }
}

export function exportExpiryTask(service: OrganizationDataService): RepeatedTask {
  return new RepeatedTask({
    everyMs: EVERY_MS,
    run: () => removeExpiredExports(service),
    onError: service.onError,
  });
}
