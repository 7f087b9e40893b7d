import type { Logger } from 'pino';

interface Step {
  name: string;
  stop(): Promise<unknown> | unknown;
}

/** What was started, stopped in the reverse order. A step that fails is logged; the others still run. */
export class StopSequence {
  readonly #log: Logger;
  #steps: Step[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, stop: Step['stop']): void {
    this.#steps.push({ name, stop });
  }

  async run(): Promise<void> {
    const steps = this.#steps.reverse();
    this.#steps = [];
    for (const { name, stop } of steps) {
      try {
        await stop();
      } catch (error) {
        this.#log.warn({ err: error, part: name }, 'a part did not stop in order');
      }
    }
  }
}
