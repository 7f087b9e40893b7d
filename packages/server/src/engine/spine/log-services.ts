import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { Notifications } from '../../kit/db/index.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import { CheckpointSigner } from './checkpoint-signer.ts';
import { EventFeed } from './event-feed.ts';
import { EventReader } from './event-reader.repository.ts';
import { Integrator } from './integrator.ts';
import { ProvableLog } from './provable-log.ts';

export interface LogServicesOptions {
  pool: Pool;
  clock: Clock;
  log: Logger;
  /** Seals the key that signs checkpoints. */
  secretBox: SecretBox;
  /** Must not be started yet. */
  notifications: Notifications;
  nodeId: string;
  /** Whether other nodes follow the logs; if not, no notification is sent. */
  hasPeers?: () => boolean;
  /** For tests; the service uses the defaults. */
  chunkEvents?: number;
  intervalMs?: number;
  pollIntervalMs?: number;
}

/** Everything that reads the logs and follows them as they grow. */
export interface LogServices {
  reader: EventReader;
  feed: EventFeed;
  integrator: Integrator;
  provableLog: ProvableLog;
  /** Call after each commit (used by the appender). */
  onCommitted(orgIds: readonly string[]): void;
  start(): void;
  /** Ends the streams, so call it before the HTTP server waits for its last answers. */
  closeFeed(): void;
  /** Ends background work; the pool must still be open. */
  stop(): Promise<void>;
}

export function createLogServices(options: LogServicesOptions): LogServices {
  const reader = new EventReader(options);
  const signer = new CheckpointSigner(options);
  const integrator = new Integrator({ ...options, signer });
  const provableLog = new ProvableLog({ ...options, signer, integrator });
  const feed = new EventFeed({ ...options, reader });
  return {
    reader,
    feed,
    integrator,
    provableLog,
    onCommitted: (orgIds) => {
      integrator.wake(orgIds);
      feed.committed(orgIds);
    },
    start: () => {
      integrator.start();
      feed.start();
    },
    closeFeed: () => feed.close(),
    stop: async () => {
      feed.close();
      await integrator.stop();
    },
  };
}
