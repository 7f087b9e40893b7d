import type { AnyTransaction } from '../spine/index.ts';
import { insertJobs } from './job.repository.ts';
import type { JobKind } from './job.ts';

export interface AddOptions {
  /** Earliest start; at once by default. */
  runAt?: Date;
  /** At most one waiting job has this key: adding another replaces it. */
  key?: string;
  /** Jobs of one queue run one at a time, across all nodes. */
  queue?: string;
  /** Lower runs first; 0 by default. */
  priority?: number;
}

export interface Jobs {
  /** Adds a job within a transaction: it exists if and only if the transaction commits. */
  add<Payload extends object>(
    tx: AnyTransaction,
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: AddOptions,
  ): Promise<void>;
  /** Adds many jobs in one statement. */
  addMany<Payload extends object>(
    tx: AnyTransaction,
    kind: JobKind<Payload>,
    jobs: readonly ({ payload: NoInfer<Payload> } & AddOptions)[],
  ): Promise<void>;
}

export function createJobs(): Jobs {
  const jobs: Jobs = {
    add: (tx, kind, payload, options) => jobs.addMany(tx, kind, [{ payload, ...options }]),
    async addMany(tx, kind, list) {
      if (list.length === 0) return;
      const specs = list.map(({ payload, runAt, key, queue, priority }) => ({
        identifier: kind.name,
        payload,
        max_attempts: kind.maxAttempts,
        run_at: runAt ?? null,
        job_key: key ?? null,
        queue_name: queue ?? null,
        priority: priority ?? null,
      }));
      await insertJobs(tx, specs);
    },
  };
  return jobs;
}
