import cluster from 'node:cluster';
import { memoryArguments } from '../../kit/processes/index.ts';
import { MetricsRelay } from './metrics-relay.ts';
import type { Place, Ready } from './process-messages.ts';
import { ServingSlot } from './serving-slot.ts';

export interface SupervisorOptions {
  /** How many processes serve. */
  count: number;
  /** The program that serves, and its arguments. */
  exec: string;
  args: string[];
  /** What each is told of the database. */
  database: Pick<Place, 'connection' | 'isEmbedded' | 'embedded'>;
  onError(error: unknown): void;
}

/**
 * Runs the processes that serve on one port: replaces one that ends by itself, and all, one after another, when told.
 * This process listens and hands each connection to one of them in turn, so that none is refused meanwhile.
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

  /** Starts the first, then the others at once; resolves with what the first has to tell. */
  async start(): Promise<Ready> {
    cluster.setupPrimary({ ...this.#program, execArgv: memoryArguments() });
    const [first, ...others] = this.#slots;
    if (first === undefined) throw new Error('there is no place to serve at');
    const ready = await first.open(true);
    await Promise.all(others.map((slot) => slot.open()));
    return ready;
  }

  /** Ends and starts again each process, one after another. What is told again meanwhile is one roll. */
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
