import type { Pool, PoolClient } from 'pg';
import { isDatabaseUnavailable, isRolledBack } from '../../kit/db/index.ts';

/** What the library waits for and tries again: from 3 s on, a hundred times. */
const TRIED_AGAIN = 'ETIMEDOUT';

/**
 * The pool as the job library is to see it. How a job ended it writes without waiting for it, and tries again after few errors
 * only: after any other the process would end. So that a database that is away, or rolls back one for another, is always one of
 * those few.
 */
export function patientPool(pool: Pool): Pool {
  const connect = async () => patientClient(await patiently(() => pool.connect()));
  return withMethod(pool, 'connect', (...args) =>
    args.length === 0 ? connect() : Reflect.apply(pool.connect, pool, args),
  );
}

function patientClient(client: PoolClient): PoolClient {
  return withMethod(client, 'query', (...args) =>
    patiently(() => Reflect.apply(client.query as (...given: unknown[]) => Promise<unknown>, client, args)),
  );
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isRolledBack(error)) throw error;
    throw Object.assign(new Error((error as Error).message, { cause: error }), { code: TRIED_AGAIN });
  }
}

/** The same object with another method. */
function withMethod<T extends object>(target: T, name: string, method: (...args: unknown[]) => unknown): T {
  return new Proxy(target, {
    get(own, property) {
      if (property === name) return method;
      const value = Reflect.get(own, property, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}
