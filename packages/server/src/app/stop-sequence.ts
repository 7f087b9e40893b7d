import type { Logger } from 'pino';

interface Step {
  name: string;
  stop(): Promise<unknown> | unknown;
  /** What the stop is waiting for, in a few words. */
  waitsFor: (() => string) | undefined;
}

/** A stop that waits longer than this logs what it is waiting for. */
const REPORT_AFTER_MS = 500;

/** Stops parts in the reverse order of their start. A step that fails is logged; the others still run. */
export class StopSequence {
  readonly #log: Logger;
  #steps: Step[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, stop: Step['stop'], waitsFor?: () => string): void {
    this.#steps.push({ name, stop, waitsFor });
  }

  async run(): Promise<void> {
    const steps = this.#steps.reverse();
    this.#steps = [];
    if (steps.length > 0) this.#log.info('stopping: what is under way is finished, or given back');
    for (const step of steps) await this.#stop(step);
  }

  async #stop({ name, stop, waitsFor }: Step): Promise<void> {
    const timer = setTimeout(() => {
      this.#log.info({ part: name, for: waitsFor?.() }, 'stopping waits for a part');
    }, REPORT_AFTER_MS);
    try {
      await stop();
    } catch (error) {
      this.#log.warn({ err: error, part: name }, 'a part did not stop in order');
    } finally {
      clearTimeout(timer);
    }
  }
}
