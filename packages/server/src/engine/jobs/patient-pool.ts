import type { Pool, PoolClient } from 'pg';
import { isDatabaseUnavailable, isRolledBack } from '../../kit/db/index.ts';

/** The error after which the library waits and retries: starting at 3 s, a hundred times. */
const RETRIED_CODE = 'ETIMEDOUT';

/**
 * The pool as shown to the job library. The library records a job's result without awaiting it and retries
 * only after a few kinds of errors: any other would crash the process. So an unavailable database, or a
 * rollback in favour of another transaction, is always presented as one of those.
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
    throw Object.assign(new Error((error as Error).message, { cause: error }), { code: RETRIED_CODE });
  }
}

/** The same object with one method replaced. */
function withMethod<T extends object>(target: T, name: string, method: (...args: unknown[]) => unknown): T {
  return new Proxy(target, {
    get(own, property) {
      if (property === name) return method;
      const value = Reflect.get(own, property, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}
