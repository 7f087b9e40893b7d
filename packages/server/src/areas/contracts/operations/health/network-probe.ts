import type { ContractsCore } from '../../transactions/executions/contracts-core.ts';

const KEPT_MS = 5_000;
const ANSWER_LIMIT_MS = 3_000;

/** Checks whether configured networks answer, asking each at most every five seconds. */
export class NetworkProbe {
  readonly #networks: ContractsCore['networks'];
  readonly #asked = new Map<string, { at: number; answers: Promise<boolean> }>();

  constructor({ networks }: Pick<ContractsCore, 'networks'>) {
    this.#networks = networks;
  }

  /** Undefined for an embedded chain's network, and for a name that no longer exists. */
  async isReachable(name: string): Promise<boolean | undefined> {
    const network = this.#networks.find(name);
    if (network === undefined || network.isEmbedded) return undefined;
    const now = performance.now();
    const kept = this.#asked.get(name);
    if (kept !== undefined && now - kept.at < KEPT_MS) return kept.answers;
    const answers = withinLimit(network.open().then((chain) => chain.latestBlock()));
    this.#asked.set(name, { at: now, answers });
    return answers;
  }
}

function withinLimit(asking: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS);
    asking
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
