import type { PoolClient } from 'pg';
import { answerBy, BoundedPool } from './bounded-pool.ts';
import { currentDiversion } from './diversion.ts';

/**
 * A pool whose statements can be diverted (`divert`); a single statement that fails there is retried on the
 * pool.
 */
export class DivertedPool extends BoundedPool {
  // biome-ignore lint/suspicious/noExplicitAny: both forms of pg's connect pass through as they are
  override connect(callback?: any): any {
    const elsewhere = currentDiversion()?.take();
    if (elsewhere === undefined) return callback ? super.connect(callback) : super.connect();
    const taken: Promise<PoolClient> = elsewhere.then((client) => client ?? super.connect());
    return callback ? answerBy(callback, taken) : taken;
  }

  // biome-ignore lint/suspicious/noExplicitAny: every form of pg's query passes through as it is
  override query(...args: any[]): any {
    const here = () => (super.query as (...all: unknown[]) => unknown).apply(this, args);
    const diversion = typeof args.at(-1) === 'function' ? undefined : currentDiversion();
    const elsewhere = diversion?.take();
    if (diversion === undefined || elsewhere === undefined) return here();
    return elsewhere.then(async (client) => {
      if (client === undefined) return here();
      try {
        const result = await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args);
        client.release();
        return result;
      } catch (error) {
        client.release(error as Error);
        diversion.failed(error);
        return here();
      }
    });
  }
}
