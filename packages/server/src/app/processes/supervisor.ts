import cluster from 'node:cluster';
import { memoryArguments } from '../../kit/processes/index.ts';
import { MetricsRelay } from './metrics-relay.ts';
import type { Place, Ready } from './process-messages.ts';
import { ServingSlot } from './serving-slot.ts';

export interface SupervisorOptions {
  /** How many processes serve. */
  count: number;
  /** The serving program and its arguments. */
  exec: string;
  args: string[];
  /** What each process is told about the database. */
  database: Pick<Place, 'connection' | 'isEmbedded' | 'embedded'>;
  onError(error: unknown): void;
}

/**
 * Runs the processes serving one port: replaces any that dies, and all of them, one after another, on
 * request. This process listens and distributes connections round-robin, so that none is refused meanwhile.
 */
export class Supervisor {
  readonly #slots: readonly ServingSlot[];
  readonly #program: { exec: string; args: string[] };
  #rolling: Promise<void> | undefined;
  #isStopped = false;

  constructor({ count, exec, args, database, onError }: SupervisorOptions) {
    this.#program = { exec, args };
    const metrics = new MetricsRelay(() => this.#slots);
    this.#slots = Array.from(
      { length: count },
      (_, index) =>
        new ServingSlot({
          place: { type: 'place', ...database, index },
          onMessage: (slot, message) => metrics.take(slot, message),
          onEnd: (slot) => metrics.forget(slot),
          onError,
        }),
    );
  }

  /** Starts the first process, then the others together; resolves with what the first one reports. */
  async start(): Promise<Ready> {
    cluster.setupPrimary({ ...this.#program, execArgv: memoryArguments() });
    const [first, ...others] = this.#slots;
    if (first === undefined) throw new Error('there is no place to serve at');
    const ready = await first.open(true);
    await Promise.all(others.map((slot) => slot.open()));
    return ready;
  }

  /** Restarts each process, one after another. Requests made meanwhile are merged into one. */
  roll(): Promise<void> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  async #roll(): Promise<void> {
    for (const slot of this.#slots) if (!this.#isStopped) await slot.renew();
  }
}
