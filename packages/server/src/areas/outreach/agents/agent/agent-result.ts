import type { Driver } from './driver.ts';

export interface AgentResult {
  output: Record<string, unknown>;
  /** The agent did its work and its verdict is no. */
  isBlocked?: boolean;
  /** Micro-USD already booked for it by other parts. */
  costMicros?: number;
  /** Calls to other parts of the service. */
  toolCalls?: number;
  /** Who did the work, when that was decided along the way; the rules by default. */
  driver?: Driver;
}
