import type pg from 'pg';
import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';

/** The dependencies of backups and restores. */
export interface BackupService {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  blobs: BlobStore;
  secretBox: SecretBox;
  clock: Clock;
  /** A separate connection for a copy that may take long; the caller closes it. */
  connect(): Promise<pg.Client>;
  onError(error: unknown): void;
}
