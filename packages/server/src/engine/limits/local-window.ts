import type { LimitState } from '../../kit/http/index.ts';
import { AHEAD_MS, type Lease } from './lease.repository.ts';
import type { LimitDefinition } from './limit-table.ts';

/** A request waiting for a lease. */
export interface Waiting {
  resolve(state: LimitState): void;
  reject(error: unknown): void;
}

/** This node's view of the open window of one organization and limit. */
export interface LocalWindow {
  orgId: string;
  definition: LimitDefinition;
  windowStart: number;
  windowEnds: number;
  /** The period in which this node uses it, by its own clock. */
  openFrom: number;
  openUntil: number;
  /** Leased to this node and not used yet. */
  lease: number;
  /** Not leased to any node, as last known. */
  rest: number;
  /** How much the next lease takes in advance. */
  appetite: number;
  waiting: Waiting[];
  /** Served but not recorded yet. */
  served: number;
}

/**
 * A node's first advance; it doubles with each lease. A killed node never returns what it had not used, so
 * the loss is at most what it had served plus this.
 */
const FIRST_APPETITE = 4;
/** A window that is not open yet. */
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

/** A window in the future was opened before the clock was set back. */
export function isOpen({ openFrom, openUntil }: LocalWindow, nowMs: number): boolean {
  return nowMs < openUntil && openFrom <= nowMs + AHEAD_MS;
}

/** Applies a lease that was just taken. */
export function hold(window: LocalWindow, lease: Lease, nowMs: number): void {
  // The rest of an earlier window's lease ended with that window.
  const isSame = lease.windowStart === window.windowStart;
  const carried = isSame ? window.lease : 0;
  window.appetite = isSame ? window.appetite * 2 : FIRST_APPETITE;
  window.windowStart = lease.windowStart;
  window.windowEnds = lease.windowEnds;
  // The clock of the window may have changed since this node last learned of it.
  window.openFrom = nowMs + lease.windowStart - lease.toldAt;
  window.openUntil = nowMs + lease.windowEnds - lease.toldAt;
  window.lease = carried + lease.granted;
  window.rest = Math.max(window.definition.limit - lease.leased, 0);
}

/** The state reported to the caller. */
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
