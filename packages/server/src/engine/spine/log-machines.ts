import type { QueryRows } from '../../kit/db/index.ts';
import { findLogMachines } from './log-machine.repository.ts';

/** Maximum cached organizations. */
const MAX_KEPT = 20_000;
/** The log may become distributed, and parts of it may move, while nodes run. */
const CHECK_INTERVAL_MS = 10_000;
/** For the only machine, and for a log whose machine could not be found. */
const ONE = -1;

/** Knows which machine stores an organization's log, if logs are distributed over several. */
export class LogMachines {
  readonly #query: QueryRows;
  #machines = new Map<string, number>();
  #isSpread = false;
  /** Without Citus there is nothing to look up, until a statement fails with an error only Citus reports. */
  #mayBeSpread = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(query: QueryRows) {
    this.#query = query;
  }

  get isSpread(): boolean {
    return this.#isSpread;
  }

  /** Identifies the machine of a log; undefined when it must be looked up first. */
  of(orgId: string): number | undefined {
    return this.#isSpread ? this.#machines.get(orgId) : ONE;
  }

  /**
   * Looks up the machines of these logs. Never rejects: those not found are treated as being on one machine.
   */
  async find(orgIds: readonly string[]): Promise<void> {
    if (this.#machines.size + orgIds.length > MAX_KEPT) this.#machines = new Map();
    const isFound = await this.#look(orgIds, false);
    for (const orgId of orgIds) if (!this.#machines.has(orgId)) this.#machines.set(orgId, ONE);
    if (!isFound) this.lookAgain();
  }

  /** A statement failed, so the cache may be wrong. */
  lookAgain(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#mayBeSpread = true;
  }

  /** Refreshes these in the background when it is time; others are looked up when needed. */
  checkIfDue(orgIds: readonly string[]): void {
    if (!this.#mayBeSpread || this.#looking || performance.now() < this.#lookedAt + CHECK_INTERVAL_MS) return;
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
