/**
 * Maximum runs that one event may lead to, per node, over all depths: without it, ten workflows that start
 * each other make 10⁸.
 */
export const MAX_CHAIN_RUNS = 10_000;
const MAX_CHAINS = 10_000;

/** Counts the runs started by workflows' events, by what all runs of a chain share: their correlation. */
export class RunChains {
  /** Least recently grown first. */
  readonly #runs = new Map<string, number>();

  /** Whether the chain may continue with this many more runs. */
  grow(orgId: string, correlationId: string, runs: number): boolean {
    const chain = `${orgId} ${correlationId}`;
    const count = (this.#runs.get(chain) ?? 0) + runs;
    this.#runs.delete(chain);
    this.#runs.set(chain, count);
    if (this.#runs.size > MAX_CHAINS) this.#runs.delete(this.#runs.keys().next().value ?? '');
    return count <= MAX_CHAIN_RUNS;
  }
}
