import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

/** Where the statements of one request go that need not go to the database where all is written. */
export interface Diversion {
  /** A connection in the place of one of the pool. Undefined: one of the pool, from here on. */
  take(): Promise<PoolClient | undefined> | undefined;
  /** A statement failed there: from here on it is the pool's turn. */
  failed(error: unknown): void;
}

const diverted = new AsyncLocalStorage<Diversion | undefined>();

/** What `run` asks of pools that divert goes there. */
export function divert<T>(diversion: Diversion, run: () => T): T {
  return diverted.run(diversion, run);
}

/** Nothing of it is diverted: for what is done for many requests at once, of which the present one is only the first. */
export function undiverted<T>(run: () => T): T {
  return diverted.getStore() === undefined ? run() : diverted.run(undefined, run);
}

export function currentDiversion(): Diversion | undefined {
  return diverted.getStore();
}
