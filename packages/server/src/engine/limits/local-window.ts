import type { LimitState } from '../../kit/http/index.ts';
import { AHEAD_MS, type Lease } from './lease.repository.ts';
import type { LimitDefinition } from './limit-table.ts';

/** A request that waits for a lease. */
export interface Waiting {
  resolve(state: LimitState): void;
  reject(error: unknown): void;
}

/** What this node knows of the open window of one organization and limit. */
export interface LocalWindow {
  orgId: string;
  definition: LimitDefinition;
  windowStart: number;
  windowEnds: number;
  /** From when until when this node goes by it, by its own idea of the time. */
  openFrom: number;
  openUntil: number;
  /** Leased to this node and not yet served. */
  lease: number;
  /** Not leased to any node, as last known. */
  rest: number;
  /** What the next lease takes in advance. */
  appetite: number;
  waiting: Waiting[];
  /** Served and not written yet. */
  served: number;
}

/**
 * What a node takes in advance at first; it doubles with each lease. A node that is killed never gives
 * back what it had not served, so that is never more than what it had served, and this.
 */
const FIRST_APPETITE = 4;
/** One that is not open yet. */
export function newWindow(orgId: string, definition: LimitDefinition): LocalWindow {
  return {
    orgId,
    definition,
    windowStart: 0,
    windowEnds: 0,
    openFrom: 0,
    openUntil: 0,
    lease: 0,
    rest: 0,
    appetite: FIRST_APPETITE,
    waiting: [],
    served: 0,
  };
}

/** A window that lies ahead was opened before the clock was set back. */
export function isOpen({ openFrom, openUntil }: LocalWindow, nowMs: number): boolean {
  return nowMs < openUntil && openFrom <= nowMs + AHEAD_MS;
}

/** Goes by a lease that was just taken. */
export function hold(window: LocalWindow, lease: Lease, nowMs: number): void {
  // What is left of an earlier window's lease ended with that window.
  const isSame = lease.windowStart === window.windowStart;
  const carried = isSame ? window.lease : 0;
  window.appetite = isSame ? window.appetite * 2 : FIRST_APPETITE;
  window.windowStart = lease.windowStart;
  window.windowEnds = lease.windowEnds;
  // The clock of the window may have been set since this node last heard of it.
  window.openFrom = nowMs + lease.windowStart - lease.toldAt;
  window.openUntil = nowMs + lease.windowEnds - lease.toldAt;
  window.lease = carried + lease.granted;
  window.rest = Math.max(window.definition.limit - lease.leased, 0);
}

/** What whoever asked is told. */
export function stateOf(window: LocalWindow, allowed: boolean): LimitState {
  const { name, limit, windowSeconds } = window.definition;
  return {
    name,
    allowed,
    limit,
    remaining: window.lease + window.rest,
    windowSeconds,
    resetAt: Math.ceil(window.windowEnds / 1000),
  };
}
