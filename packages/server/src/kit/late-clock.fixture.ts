import type { Clock } from './clock.ts';

/** The database's, as a node knows it that has not heard yet that it was set ahead by so much (below 0: back). */
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
