import type { Clock } from '../../kit/clock.ts';
import type { GuardedClient, Outcome } from '../../kit/net/index.ts';
import type { Tracing } from '../../kit/observability/index.ts';
import type { UnderWayLimits } from './attempts-under-way.ts';
import type { Completion } from './completion.ts';
import type { RetrySchedule } from './retry-schedule.ts';

export interface DispatcherOptions {
  client: GuardedClient;
  clock: Clock;
  schedule: RetrySchedule;
  underWay?: UnderWayLimits;
  /** Unset: tracing is off. */
  tracing?: Tracing | undefined;
  /** False while this node's leases may have been taken over, or while it stops. */
  mayStart(): boolean;
  /** A delivery was started, then released before a byte of it was sent. */
  onWithdrawn(deliveryId: string): void;
  /** Called for every completed attempt. */
  onAttempt(completion: Completion, outcome: Outcome): void;
  /** Room became free at an endpoint that has deliveries in the database. */
  onRoom(): void;
}
