import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import type { WaitingPlace } from '../cluster/index.ts';
import type { EventTraces } from '../spine/index.ts';
import type { UnderWayLimits } from './attempts-under-way.ts';
import type { Completion } from './completion.ts';
import type { NodeLiveness } from './node-liveness.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { SubscriptionStore } from './subscription-store.repository.ts';

export interface DeliveryEngineOptions {
  pool: Pool;
  nodeId: string;
  clock: Clock;
  log: Logger;
  client: GuardedClient;
  schedule: RetrySchedule;
  store: SubscriptionStore;
  liveness: NodeLiveness;
  /** What else is brought forward, besides deliveries, when the clock is set back. */
  alsoWaiting?: readonly WaitingPlace[];
  /** What this node may have in flight at once. */
  underWay?: UnderWayLimits;
  /** How long successes wait to be batched; 100 ms by default. */
  gatherMs?: number | undefined;
  /** Which traces events belong to; unset: tracing is off. */
  traces?: EventTraces | undefined;
  /** Called for every completed attempt, for metrics and endpoint health. */
  onAttempt?(completion: Completion, outcome: Outcome): void;
}
