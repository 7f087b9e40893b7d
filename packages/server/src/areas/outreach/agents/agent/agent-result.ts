import type { Driver } from './driver.ts';

export interface AgentResult {
  output: Record<string, unknown>;
  /** The agent did its work, and its answer is no. */
  isBlocked?: boolean;
  /** What other parts booked for it already, micro-USD. */
  costMicros?: number;
  /** Other parts of the service that it called. */
  toolCalls?: number;
  /** Who did it, where that was decided on the way; the rules unless told. */
  driver?: Driver;
}
