import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';

interface Lane<In, Out> {
  group: GroupCommit<In, Out>;
  underWay: number;
}

/** One group per owner, kept while that owner has work, so that a slow owner does not hold up the others. */
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

  /** Resolves when everything added so far has settled. */
  async drain(): Promise<void> {
    while (this.#lanes.size > 0) {
      await Promise.all([...this.#lanes.values()].map(({ group }) => group.drain()));
      // Whoever awaited the last item of a lane removes the lane in this turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
