import { AppError } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import {
  type Backup,
  type BackupType,
  estimateSize,
  findBackup,
  findLatest,
  insertBackup,
  startJournal,
} from './backup.repository.ts';
import type { BackupService } from './backup-service.ts';
import { runBackup } from './run-backup.ts';

export interface BackupRequest extends Owner {
  /** UUID; the same for a repeated request. */
  id: string;
  backupType: BackupType;
  encryption: boolean;
  compression: boolean;
  retentionDays: number;
}

/** Queues a backup. Throws `invalid_state` for an incremental one without a full backup. */
export async function requestBackup(service: BackupService, request: BackupRequest): Promise<Backup> {
  const now = new Date(service.clock.now());
  const { backupType, compression } = request;
  return service.unitOfWork(async (tx) => {
    const base =
      backupType === 'full'
        ? undefined
        : await findLatest(tx, request, backupType === 'incremental' ? 'any' : 'full');
    if (backupType !== 'full' && base === undefined) {
      throw new AppError('invalid_state', {
        message: `There is no completed full backup that ${backupType === 'incremental' ? 'an incremental' : 'a differential'} one could build on. Make a full one first.`,
        field: 'backup_type',
      });
    }
    const estimatedSizeBytes = await estimateSize(tx, request, backupType, compression);
    const isNew = await insertBackup(tx, {
      ...request,
      baseId: base?.id ?? null,
      estimatedSizeBytes,
      createdAt: now,
    });
    if (isNew) {
      const { orgId, environment, id } = request;
      if (backupType === 'full') await startJournal(tx, request, now);
      await service.jobs.add(tx, runBackup, { orgId, environment, backupId: id });
    }
    return { value: required(await findBackup(tx, request, request.id), 'the backup just written') };
  });
}
