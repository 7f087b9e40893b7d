import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../../kit/clock.ts';
import type { AddressPolicy } from '../../../kit/net/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import type { LogAppender } from '../../spine/index.ts';
import type { DeliveryEngine } from '../delivery-engine.ts';
import type { QueueFigures } from '../figures/queue-figures.ts';
import type { NodeLiveness } from '../node-liveness.ts';

export interface SubscriptionPorts {
  pool: Pool;
  clock: Clock;
  log: Logger;
  secretBox: SecretBox;
  policy: AddressPolicy;
  appender: Pick<LogAppender, 'forgetRoutes' | 'appendIn'>;
  engine: Pick<DeliveryEngine, 'subscriptionChanged' | 'inFlightOf'>;
  /** This node's id, to tell its own leases from others'. */
  nodeId: string;
  liveness: Pick<NodeLiveness, 'aliveNodeIds'>;
  queueFigures: Pick<QueueFigures, 'read'>;
  /** A job (a backfill) was stored. */
  onJob?(): void;
}
