import { RepeatedTask } from '../../../../kit/repeated-task.ts';
import { findBackup } from './backup.repository.ts';
import type { BackupService } from './backup-service.ts';
import { listLost, listUnremoved, markExpired, markRemoved, pruneChanges } from './expiry.repository.ts';
import { giveUp } from './run-backup.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
/** A backup whose runs were all killed is given up after this time. */
const LOST_AFTER_HOURS = 24;

/** Expires backups and deletes their bytes, and the changes that no backup needs any more. */
export async function expireBackups(service: BackupService): Promise<void> {
  const now = new Date(service.clock.now());
  // Marked first, so that nobody starts to restore what is about to be deleted; a crash in between is handled
  // below.
  await markExpired(service.db, now, AT_ONCE);
  for (const backup of await listUnremoved(service.db, AT_ONCE)) {
    if (backup.blobKey !== null) await service.blobs.delete(backup.orgId, backup.blobKey);
    await markRemoved(service.db, backup, now);
  }
  await endLost(service, now);
  await pruneChanges(service.db);
}

async function endLost(service: BackupService, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LOST_AFTER_HOURS * 3_600_000);
  for (const lost of await listLost(service.db, before, AT_ONCE)) {
    const backup = await findBackup(service.db, lost, lost.id);
    const message = `It did not end within ${LOST_AFTER_HOURS} hours.`;
    if (backup !== undefined) await giveUp(service, backup, { code: 'backup_failed', message });
  }
}

/** Expires backups once a minute on the leader node. */
export function expiryTask(service: BackupService, isLeader: () => boolean): RepeatedTask {
  const run = async () => {
    if (isLeader()) await expireBackups(service);
  };
  return new RepeatedTask({ everyMs: EVERY_MS, run, onError: service.onError });
}
