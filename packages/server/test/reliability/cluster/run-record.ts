import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { History, Receiver } from './history.ts';

const KEEP_EVERY_MS = 300_000;

/** What a run of the cluster has observed so far, written to disk regularly, so that an aborted run is not lost. */
export class RunRecord {
  readonly path: string;
  /** The current stage of the run, in words. */
  #stage = 'the start';
  readonly #facts: Record<string, unknown>;
  #seen: { history: History; receivers: Receiver[] } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `facts` identify the run. */
  constructor(path: string, facts: Record<string, unknown>) {
    this.path = path;
    this.#facts = facts;
  }

  get stage(): string {
    return this.#stage;
  }

  /** Records this history as it grows. */
  follow(history: History, receivers: Receiver[]): void {
    this.#seen = { history, receivers };
    this.#timer = setInterval(() => this.keep({}), KEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** Sets the stage of the run. */
  at(stage: string): void {
    this.#stage = stage;
  }

  /** Writes everything that was observed, with the given results, atomically. */
  keep(found: object): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const whole = { ...this.#facts, stage: this.#stage, ...found, ...this.#seen };
    writeFileSync(`${this.path}.part`, `${JSON.stringify(whole)}\n`);
    renameSync(`${this.path}.part`, this.path);
  }

  /** Stops the regular writing. */
  close(): void {
    clearInterval(this.#timer);
  }
}
