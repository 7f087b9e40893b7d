import type pg from 'pg';
import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { required } from '../../../../kit/required.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';
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
import { runBackup } from './run-backup.ts';

/** What backups and restores work with. */
export interface BackupService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  blobs: BlobStore;
  secretBox: SecretBox;
  clock: Clock;
  /** A connection of its own, on which a copy may take its time; whoever asks ends it. */
  connect(): Promise<pg.Client>;
  onError(error: unknown): void;
}

export interface BackupRequest extends Owner {
  /** UUID; a repeated request has the same. */
  id: string;
  backupType: BackupType;
  encryption: boolean;
  compression: boolean;
  retentionDays: number;
}

/** Has a backup written in the background. Throws `invalid_state` for changes since a full backup that is not there. */
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
