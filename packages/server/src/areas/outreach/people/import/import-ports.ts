import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { DatabaseConnection } from '../../../../kit/db/index.ts';
import type { StagingThreads } from './run-staging.ts';

/** Dependencies of the import use cases. */
export interface ImportPorts {
  db: AnyDatabase;
  /** For statements over a whole import, which run on a separate connection. */
  connection: DatabaseConnection;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  blobs: BlobStore;
  clock: Clock;
  threads: StagingThreads;
  /** Whether an organization has the campaign. */
  hasCampaign(orgId: string, campaignId: string): Promise<boolean>;
}
