import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

/** Where a request sends statements that do not need the primary. */
export interface Diversion {
  /** A connection to use in place of the pool's. Undefined: use the pool from here on. */
  take(): Promise<PoolClient | undefined> | undefined;
  /** A statement failed there: use the pool from here on. */
  failed(error: unknown): void;
}

const diverted = new AsyncLocalStorage<Diversion | undefined>();

/** While `run` executes, pools that support diversion send their statements there. */
export function divert<T>(diversion: Diversion, run: () => T): T {
  return diverted.run(diversion, run);
}

/**
 * Nothing in `run` is diverted: for work shared by many requests, of which the current one is only the first.
 */
export function undiverted<T>(run: () => T): T {
  return diverted.getStore() === undefined ? run() : diverted.run(undefined, run);
}

export function currentDiversion(): Diversion | undefined {
  return diverted.getStore();
}
