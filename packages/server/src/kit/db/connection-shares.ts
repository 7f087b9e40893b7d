import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import { AppError } from '../errors/index.ts';

/** Per organization; requests beyond this are refused. */
export const MAX_WAITING_FOR_CONNECTIONS = 500;
/** Longer waits are refused: the caller has probably given up. */
const MAX_WAIT_MS = 10_000;

/** A request that reads. */
interface Reader {
  orgId: string;
  /** Connections it holds, not counting those it waits for. */
  held: number;
}

const reading = new AsyncLocalStorage<Reader | undefined>();

/** While `run` holds connections of a pool, they count against the organization's share. */
export function readFor<T>(orgId: string, run: () => T): T {
  return reading.run({ orgId, held: 0 }, run);
}

/** Whether the current code runs within `readFor`. */
export function isRead(): boolean {
  return reading.getStore() !== undefined;
}

/**
 * Exempts `run` from the share: for work shared by many requests, of which the current one is only the first.
 */
export function unshared<T>(run: () => T): T {
  return reading.getStore() === undefined ? run() : reading.run(undefined, run);
}

interface Line {
  held: number;
  waiting: (() => void)[];
}

/**
 * Caps the connections of a pool that the reads of one organization hold at once; further reads queue in
 * order of arrival. Connections are few, and one organization's slow lists would otherwise take them all. A
 * request counts only while it holds a connection, not while it waits for another system.
 */
export class ConnectionShares {
  readonly #mostOfOne: number;
  readonly #lines = new Map<string, Line>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** Connects when it is the caller's turn. Throws `unavailable` when that takes too long. */
  take(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const reader = reading.getStore();
    if (reader === undefined) return connect();
    const line = this.#lines.get(reader.orgId) ?? { held: 0, waiting: [] };
    this.#lines.set(reader.orgId, line);
    // A request that already holds one would deadlock waiting for itself.
    if (line.held < this.#mostOfOne || reader.held > 0) return this.#connect(reader, line, connect);
    if (line.waiting.length >= MAX_WAITING_FOR_CONNECTIONS) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const goOn = () => resolve(this.#connect(reader, line, connect));
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(goOn), 1);
        reject(tooMany());
      }, MAX_WAIT_MS);
      line.waiting.push(() => {
        clearTimeout(timer);
        goOn();
      });
    });
  }

  async #connect(reader: Reader, line: Line, connect: () => Promise<PoolClient>): Promise<PoolClient> {
    line.held++;
    const client = await connect().catch((error: unknown) => {
      this.#end(reader.orgId, line);
      throw error;
    });
    reader.held++;
    const release = client.release;
    client.release = (destroys) => {
      release.call(client, destroys);
      reader.held--;
      this.#end(reader.orgId, line);
    };
    return client;
  }

  #end(orgId: string, line: Line): void {
    line.held--;
    if (line.held < this.#mostOfOne) line.waiting.shift()?.();
    if (line.held === 0) this.#lines.delete(orgId);
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    message: 'Too many slow reads of your organization are under way at once. Send fewer at once.',
    headers: { 'retry-after': '1' },
  });
}
