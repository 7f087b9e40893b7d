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

/** What is set up before any area. It stays in `app/`: each file in `wiring/` picks what its area needs. */
export interface EngineParts {
  settings: Settings;
  log: Logger;
  clock: Clock;
  pool: Pool;
  db: AnyDatabase;
  connection: DatabaseConnection;
  /** The database is the embedded one, below DATA_DIR. */
  isEmbedded: boolean;
  /** Nobody else was using the database when this process started. */
  isAlone: boolean;
  secretBox: SecretBox;
  policy: AddressPolicy;
  client: GuardedClient;
  registry: NodeRegistry;
  figures: ProcessFigures;
  role: NodeRole;
  /** Which of several processes on one port this is, if there are several. */
  place: Place | undefined;
  /** The source of the settings; workers are started with the same. */
  env: NodeJS.ProcessEnv;
  spine: Spine;
  authenticator: KeyAuthenticator;
  rateLimiter: LeasedRateLimiter;
  idempotency: IdempotencyStore;
  stops: StopSequence;
}

/** The base, plus what areas share. */
export interface AreaBase extends EngineParts {
  jobs: Jobs;
  blobs: BlobStore;
  mail: Mail;
  /** Undefined when no language model is configured. */
  model: ModelSource | undefined;
  address: PublicAddress;
}
