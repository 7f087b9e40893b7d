import type { Pool } from 'pg';
import { type Clock, momentToDecide } from '../../kit/clock.ts';
import type { LimitState, RateLimiter } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { readWindows, returnLeases, takeLeases } from './lease.repository.ts';
import { type LimitDefinition, limitTable } from './limit-table.ts';
import { hold, isOpen, type LocalWindow, newWindow, stateOf, type Waiting } from './local-window.ts';
import { addServed, readUsageHours, type UsageHour } from './usage.repository.ts';

export interface RateLimiterOptions {
  pool: Pool;
  clock: Clock;
  /** Multiplies every limit; 1 by default. */
  scale?: number;
}

/** An organization's usage of a limit. */
export interface LimitUsage {
  name: string;
  limit: number;
  windowSeconds: number;
  used: number;
  remaining: number;
  /** Unix milliseconds; undefined while no window is open. */
  resetAt: number | undefined;
}

const MAX_LEASES_PER_STATEMENT = 500;
const SWEEP_INTERVAL_MS = 60_000;
/** A killed node loses its counts since the last write. */
const SERVED_INTERVAL_MS = 10_000;

/**
 * Counts requests against their organization's limits, across all nodes that share the database. A node
 * leases part of a window and serves from it immediately; the sum of all leases never exceeds the limit. A
 * window starts with its first request. When the database is unavailable, the error goes to the caller.
 */
export class LeasedRateLimiter implements RateLimiter {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #definitions: LimitDefinition[];
  readonly #windows: Map<string, { definition: LimitDefinition; byOrg: Map<string, LocalWindow> }>;
  readonly #timers: NodeJS.Timeout[];
  #wanted = new Set<LocalWindow>();
  #leasing: Promise<void> | undefined;
  #statements = 0;

  constructor(options: RateLimiterOptions) {
    this.#pool = options.pool;
    this.#clock = options.clock;
    this.#definitions = limitTable(options.scale);
    this.#windows = new Map(
      this.#definitions.map((definition) => [definition.name, { definition, byOrg: new Map() }]),
    );
    this.#timers = [
      setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref(),
      // What could not be written stays, and is written with the next batch.
      setInterval(() => void this.writeServed().catch(() => {}), SERVED_INTERVAL_MS).unref(),
    ];
  }

  /** The limits in effect here, scaled. */
  get definitions(): readonly LimitDefinition[] {
    return this.#definitions;
  }

  /** Database statements made for leases so far. */
  get statements(): number {
    return this.#statements;
  }

  /**
   * Counts one request. Answers synchronously while this node holds a lease or knows that the window is used
   * up.
   */
  take(orgId: string, limit: string): LimitState | Promise<LimitState> {
    const windows = this.#windows.get(limit);
    if (windows === undefined) throw new Error(`there is no limit named ${limit}`);
    let window = windows.byOrg.get(orgId);
    if (window !== undefined && isOpen(window, this.#clock.now())) {
      if (window.lease > 0) {
        window.lease--;
        window.served++;
        return stateOf(window, true);
      }
      if (window.rest === 0) return stateOf(window, false);
    }
    if (window === undefined) {
      window = newWindow(orgId, windows.definition);
      windows.byOrg.set(orgId, window);
    }
    return this.#wait(window);
  }

  /** Every limit of an organization and its usage. What other nodes hold leased counts as used. */
  async usage(orgId: string): Promise<LimitUsage[]> {
    const rows = await readWindows(this.#pool, orgId, momentToDecide(this.#clock));
    const open = new Map(rows.map((row) => [row.name, row]));
    return this.#definitions.map(({ name, limit, windowSeconds }) => {
      const row = open.get(name);
      const local = this.#windows.get(name)?.byOrg.get(orgId);
      const unused = local !== undefined && local.windowStart === row?.windowStart ? local.lease : 0;
      const used = Math.min(Math.max((row?.leased ?? 0) - unused, 0), limit);
      return { name, limit, windowSeconds, used, remaining: limit - used, resetAt: row?.windowEnds };
    });
  }

  /** Requests of a limit by hour, up to date within seconds. */
  async usageHours(orgId: string, { name, days }: { name: string; days: number }): Promise<UsageHour[]> {
    await this.writeServed();
    return readUsageHours(this.#pool, { orgId, name, days, nowMs: this.#clock.now() });
  }

  /** Records what was served since the last time. */
  async writeServed(): Promise<void> {
    const windows = [...this.#allWindows()].filter(({ served }) => served > 0);
    if (windows.length === 0) return;
    const served = windows.map(({ orgId, definition: { name }, served: requests }) => ({
      orgId,
      name,
      requests,
    }));
    for (const window of windows) window.served = 0;
    try {
      await addServed(this.#pool, this.#clock.now(), served);
    } catch (error) {
      for (const [at, window] of windows.entries()) window.served += served[at]?.requests ?? 0;
      throw error;
    }
  }

  /** Returns unused leases for the other nodes. Nothing may be taken afterwards. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    while (this.#leasing) await this.#leasing;
    await this.writeServed();
    const returns = [];
    for (const window of this.#allWindows()) {
      if (window.lease === 0 || this.#clock.now() >= window.openUntil) continue;
      const { orgId, definition, windowStart, lease } = window;
      returns.push({ orgId, name: definition.name, windowStart, unused: lease });
      window.lease = 0;
    }
    if (returns.length > 0) await returnLeases(this.#pool, returns);
  }

  #wait(window: LocalWindow): Promise<LimitState> {
    return new Promise((resolve, reject) => {
      window.waiting.push({ resolve, reject });
      this.#wanted.add(window);
      this.#leasing ??= this.#leaseAll();
    });
  }

  async #leaseAll(): Promise<void> {
    // Requests parsed in this turn of the event loop share the first statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#wanted.size > 0) {
      const batch = [...this.#wanted].slice(0, MAX_LEASES_PER_STATEMENT);
      for (const window of batch) this.#wanted.delete(window);
      await this.#lease(batch);
    }
    this.#leasing = undefined;
  }

  async #lease(batch: LocalWindow[]): Promise<void> {
    const asking = batch.map((window) => ({ window, asked: window.waiting.splice(0) }));
    try {
      this.#statements++;
      const leases = await takeLeases(
        this.#pool,
        momentToDecide(this.#clock),
        asking.map(({ window: { orgId, definition, appetite }, asked }) => ({
          orgId,
          ...definition,
          wanted: asked.length,
          appetite,
        })),
      );
      const byKey = new Map(leases.map((lease) => [`${lease.orgId} ${lease.name}`, lease]));
      for (const { window, asked } of asking) {
        hold(
          window,
          required(byKey.get(`${window.orgId} ${window.definition.name}`), 'the lease just taken'),
          this.#clock.now(),
        );
        this.#serve(window, asked);
      }
    } catch (error) {
      for (const { asked } of asking) for (const { reject } of asked) reject(error);
    }
  }

  /** Serves those who waited for this lease, then later arrivals, as far as it goes. */
  #serve(window: LocalWindow, asked: Waiting[]): void {
    const queue = asked.concat(window.waiting.splice(0));
    for (const [i, { resolve }] of queue.entries()) {
      if (window.lease > 0) {
        window.lease--;
        window.served++;
        resolve(stateOf(window, true));
      } else if (window.rest === 0) {
        resolve(stateOf(window, false));
      } else {
        window.waiting = queue.slice(i);
        this.#wanted.add(window);
        return;
      }
    }
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const { byOrg } of this.#windows.values()) {
      for (const [orgId, window] of byOrg) {
        const isIdle = window.served === 0 && window.waiting.length === 0 && !this.#wanted.has(window);
        if (isIdle && !isOpen(window, now) && this.#leasing === undefined) byOrg.delete(orgId);
      }
    }
  }

  *#allWindows(): Iterable<LocalWindow> {
    for (const { byOrg } of this.#windows.values()) yield* byOrg.values();
  }
}

export function createRateLimiter(options: RateLimiterOptions): LeasedRateLimiter {
  return new LeasedRateLimiter(options);
}
