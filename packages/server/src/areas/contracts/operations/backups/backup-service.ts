import type pg from 'pg';
import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';

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
