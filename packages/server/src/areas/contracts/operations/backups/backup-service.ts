import type pg from 'pg';
import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';

/** Dependencies of backups and restores. */
export interface BackupService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  blobs: BlobStore;
  secretBox: SecretBox;
  clock: Clock;
  /** Opens a separate connection, on which a copy may take its time; the caller closes it. */
  connect(): Promise<pg.Client>;
  onError(error: unknown): void;
}
