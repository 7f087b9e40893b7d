import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';

interface Lane<In, Out> {
  group: GroupCommit<In, Out>;
  underWay: number;
}

/** A group for each owner, as long as there is work of that owner: what takes one long holds up no other. */
export class OwnerGroups<In, Out> {
  readonly #options: GroupCommitOptions<In, Out>;
  readonly #lanes = new Map<string, Lane<In, Out>>();

  constructor(options: GroupCommitOptions<In, Out>) {
    this.#options = options;
  }

  async add(owner: string, item: In): Promise<Out> {
    let lane = this.#lanes.get(owner);
    if (lane === undefined) {
      lane = { group: new GroupCommit(this.#options), underWay: 0 };
      this.#lanes.set(owner, lane);
    }
    lane.underWay++;
    try {
      return await lane.group.add(item);
    } finally {
      lane.underWay--;
      if (lane.underWay === 0) this.#lanes.delete(owner);
    }
  }

  /** Resolves when everything that was added has been settled. */
  async drain(): Promise<void> {
    while (this.#lanes.size > 0) {
      await Promise.all([...this.#lanes.values()].map(({ group }) => group.drain()));
      // Who waited for the last of a lane takes it away.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
