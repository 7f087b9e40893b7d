import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { KeyAuthenticator } from '../areas/access/index.ts';
import type { BlobStore } from '../engine/blobs/index.ts';
import type { NodeRegistry, ProcessFigures } from '../engine/cluster/index.ts';
import type { Jobs } from '../engine/jobs/index.ts';
import type { LeasedRateLimiter } from '../engine/limits/index.ts';
import type { Mail } from '../engine/mail/index.ts';
import type { ModelSource } from '../engine/models/index.ts';
import type { AnyDatabase } from '../engine/spine/index.ts';
import type { Clock } from '../kit/clock.ts';
import type { DatabaseConnection } from '../kit/db/index.ts';
import type { IdempotencyStore } from '../kit/http/index.ts';
import type { AddressPolicy, GuardedClient } from '../kit/net/index.ts';
import type { SecretBox } from '../kit/secrets/index.ts';
import type { NodeRole } from './node-role.ts';
import type { Place } from './processes/process-messages.ts';
import type { PublicAddress } from './public-address.ts';
import type { Settings } from './settings.ts';
import type { Spine } from './start-spine.ts';
import type { StopSequence } from './stop-sequence.ts';

/** What runs before any area does. It stays in `app/`: each file of `wiring/` takes from it what its area names. */
export interface EngineParts {
  settings: Settings;
  log: Logger;
  clock: Clock;
  pool: Pool;
  db: AnyDatabase;
  connection: DatabaseConnection;
  /** The database is our own, below DATA_DIR. */
  isEmbedded: boolean;
  /** Nobody else was at work on the database when this process started. */
  isAlone: boolean;
  secretBox: SecretBox;
  policy: AddressPolicy;
  client: GuardedClient;
  registry: NodeRegistry;
  figures: ProcessFigures;
  role: NodeRole;
  /** Which of several processes on one port this is, where there are several. */
  place: Place | undefined;
  /** What the settings were read from; workers are started with the same. */
  env: NodeJS.ProcessEnv;
  spine: Spine;
  authenticator: KeyAuthenticator;
  rateLimiter: LeasedRateLimiter;
  idempotency: IdempotencyStore;
  stops: StopSequence;
}

/** That, and what areas share. */
export interface AreaBase extends EngineParts {
  jobs: Jobs;
  blobs: BlobStore;
  mail: Mail;
  /** Undefined where no language model is set. */
  model: ModelSource | undefined;
  address: PublicAddress;
}
