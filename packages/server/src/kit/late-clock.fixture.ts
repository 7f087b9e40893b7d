import type { Clock } from './clock.ts';

/**
 * The database's clock as seen by a node that does not know yet that it was set ahead by this much (below 0:
 * back).
 */
export class LateClock implements Clock {
  readonly isOfDatabase = true;
  behindMs: number;

  constructor(behindMs: number) {
    this.behindMs = behindMs;
  }

  now(): number {
    return Date.now() - this.behindMs;
  }
}
