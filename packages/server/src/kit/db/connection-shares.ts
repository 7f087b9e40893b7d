import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import { AppError } from '../errors/index.ts';

/** Of one organization so many connections may be waited for at once; more are refused. */
export const MAX_WAITING_FOR_CONNECTIONS = 500;
/** What has waited for longer is refused: who asked is hardly there any more. */
const MAX_WAIT_MS = 10_000;

/** A request that reads. */
interface Reader {
  orgId: string;
  /** Connections that it has now, without those that it waits for. */
  held: number;
}

const reading = new AsyncLocalStorage<Reader | undefined>();

/** Connections that `run` asks a pool for count against the share of the organization, while it has them. */
export function readFor<T>(orgId: string, run: () => T): T {
  return reading.run({ orgId, held: 0 }, run);
}

/** Whether a request that reads asks. */
export function isRead(): boolean {
  return reading.getStore() !== undefined;
}

/** Nothing of it counts: for what is done for many requests at once, of which the present one is only the first. */
export function unshared<T>(run: () => T): T {
  return reading.getStore() === undefined ? run() : reading.run(undefined, run);
}

interface Line {
  held: number;
  waiting: (() => void)[];
}

/**
 * Lets the reads of one organization have so many connections of a pool at once. The others wait in the order in which
 * they came: the connections are few, and slow lists of one organization would hold all of them. A request counts while it
 * has a connection, not while it waits for another system.
 */
export class ConnectionShares {
  readonly #mostOfOne: number;
  readonly #lines = new Map<string, Line>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** Takes a connection by `connect` when it is the turn of who asks. Throws `unavailable` when that is too late. */
  take(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const reader = reading.getStore();
    if (reader === undefined) return connect();
    const line = this.#lines.get(reader.orgId) ?? { held: 0, waiting: [] };
    this.#lines.set(reader.orgId, line);
    // Whoever has one would wait for itself.
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
