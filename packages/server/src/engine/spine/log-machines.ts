import type { QueryRows } from '../../kit/db/index.ts';
import { findLogMachines } from './log-machine.repository.ts';

/** Organizations whose machine is kept. */
const MAX_KEPT = 20_000;
/** The log may be spread, and parts of it may move, while nodes run. */
const LOOK_EVERY_MS = 10_000;
/** Of the one machine, and of a log whose machine could not be found. */
const ONE = -1;

/** Knows which machine has the log of an organization, where logs are spread over several. */
export class LogMachines {
  readonly #query: QueryRows;
  #machines = new Map<string, number>();
  #isSpread = false;
  /** Without Citus there is nothing to look for, until a statement fails in a way that only Citus knows. */
  #mayBeSpread = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(query: QueryRows) {
    this.#query = query;
  }

  get isSpread(): boolean {
    return this.#isSpread;
  }

  /** Tells logs of one machine from those of another; undefined when it has to be found first. */
  of(orgId: string): number | undefined {
    return this.#isSpread ? this.#machines.get(orgId) : ONE;
  }

  /** Finds the machines of these logs. Never rejects: what cannot be found is taken to be of one machine. */
  async find(orgIds: readonly string[]): Promise<void> {
    if (this.#machines.size + orgIds.length > MAX_KEPT) this.#machines = new Map();
    const isFound = await this.#look(orgIds, false);
    for (const orgId of orgIds) if (!this.#machines.has(orgId)) this.#machines.set(orgId, ONE);
    if (!isFound) this.lookAgain();
  }

  /** What is known may be wrong: a statement failed. */
  lookAgain(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#mayBeSpread = true;
  }

  /** Looks for these beside what goes on, when it is time to; the others are looked for when they are wanted next. */
  lookIfDue(orgIds: readonly string[]): void {
    if (!this.#mayBeSpread || this.#looking || performance.now() < this.#lookedAt + LOOK_EVERY_MS) return;
    this.#looking = this.#look(orgIds, true).then(() => {
      this.#looking = undefined;
    });
  }

  async #look(orgIds: readonly string[], isAnew: boolean): Promise<boolean> {
    if (isAnew) this.#lookedAt = performance.now();
    try {
      const found = await findLogMachines(this.#query, orgIds);
      if (orgIds.length === 0) return true;
      if (isAnew) this.#machines = new Map();
      this.#mayBeSpread = found.size > 0;
      this.#isSpread = false;
      for (const [orgId, machine] of found) {
        if (machine === null) continue;
        this.#isSpread = true;
        this.#machines.set(orgId, machine);
      }
      return true;
    } catch {
      return false;
    }
  }
}
