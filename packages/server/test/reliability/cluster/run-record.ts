import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { History, Receiver } from './history.ts';

const KEEP_EVERY_MS = 300_000;

/** What a run of the cluster has seen so far, on the disk now and then: a run that breaks off is not lost. */
export class RunRecord {
  readonly path: string;
  /** What the run is at, in words. */
  #stage = 'the start';
  readonly #facts: Record<string, unknown>;
  #seen: { history: History; receivers: Receiver[] } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `facts` say which run it is. */
  constructor(path: string, facts: Record<string, unknown>) {
    this.path = path;
    this.#facts = facts;
  }

  get stage(): string {
    return this.#stage;
  }

  /** From now on this is what is kept, as it grows. */
  follow(history: History, receivers: Receiver[]): void {
    this.#seen = { history, receivers };
    this.#timer = setInterval(() => this.keep({}), KEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** The run has come to the next of its stages. */
  at(stage: string): void {
    this.#stage = stage;
  }

  /** Writes all that was seen, with what was found out about it, whole or not at all. */
  keep(found: object): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const whole = { ...this.#facts, stage: this.#stage, ...found, ...this.#seen };
    writeFileSync(`${this.path}.part`, `${JSON.stringify(whole)}\n`);
    renameSync(`${this.path}.part`, this.path);
  }

  /** Nothing more is written of its own accord. */
  close(): void {
    clearInterval(this.#timer);
  }
}
