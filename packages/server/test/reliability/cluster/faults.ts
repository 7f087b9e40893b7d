import { required } from '../../../src/kit/required.ts';
import { sleep } from '../harness/publisher.ts';
import { type Cluster, hosts } from './cluster.ts';
import type { FailOver } from './database-pair.ts';
import { fillLink } from './fill-link.ts';
import type { Fault } from './history.ts';
import type { LinkQuality } from './network.ts';

export interface FaultContext {
  cluster: Cluster;
  random: Random;
}

/** Done and undone again; what it says is for people. */
interface FaultRun {
  /** Whose work another takes over meanwhile. */
  node?: string;
  /** What was done, in words. */
  what: string;
  /** Makes it, lets it last, and undoes it; resolves when everybody can work again. */
  run(): Promise<void>;
}

/** Of so many faults a second one comes beside it. */
const TWO_AT_ONCE = 0.25;

type FaultKind = (context: FaultContext) => FaultRun;

/** Numbers that are the same in each run with the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(least: number, most: number): number {
    return Math.round(least + this.next() * (most - least));
  }

  pick<T>(items: readonly T[]): T {
    return required(items[Math.floor(this.next() * items.length)], 'one of items');
  }
}

const anyNode = ({ cluster, random }: FaultContext) => random.pick(cluster.nodes.map(({ name }) => name));

/** A node is ended at once, and started again. */
const kill: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(500, 8_000);
  return {
    node: name,
    what: `${name} killed, for ${forMs} ms`,
    run: async () => {
      await context.cluster.node(name).process.kill();
      await sleep(forMs);
      await context.cluster.restart(name);
    },
  };
};

/** A node stands still, as a suspended machine does. */
const pause: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_000, 12_000);
  return {
    node: name,
    what: `${name} halted for ${forMs} ms`,
    run: async () => {
      const { process } = context.cluster.node(name);
      process.send('SIGSTOP');
      await sleep(forMs);
      process.send('SIGCONT');
    },
  };
};

/** Nothing reaches one of two sides, or neither. */
function parting(
  context: FaultContext,
  name: string,
  other: readonly string[],
  otherHosts: readonly string[],
) {
  const { network } = context.cluster;
  const own = [hosts[name as keyof typeof hosts]];
  const way = context.random.pick(['both ways', 'only to it', 'only from it'] as const);
  const change = async (action: 'cut' | 'mend') => {
    if (way !== 'only from it') await network[action](other, name);
    if (way !== 'only to it') for (const host of otherHosts) await network[action](own, host);
  };
  return { way, cut: () => change('cut'), mend: () => change('mend') };
}

/** A node does not reach the database, or is not reached by it. */
const partFromDatabase: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_500, 20_000);
  const { addresses, primary, standby } = context.cluster.database;
  const { way, cut, mend } = parting(context, name, addresses, [primary, standby]);
  return {
    node: name,
    what: `${name} parted from the database for ${forMs} ms (${way})`,
    run: async () => {
      await cut();
      await sleep(forMs);
      await mend();
    },
  };
};

/** A node does not reach clients and receivers, or is not reached by them. */
const partFromClients: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_500, 15_000);
  const { way, cut, mend } = parting(context, name, [hosts.clients], ['clients']);
  return {
    what: `${name} parted from clients and receivers for ${forMs} ms (${way})`,
    run: async () => {
      await cut();
      await sleep(forMs);
      await mend();
    },
  };
};

/** What a link suffers; of `congested` its queue is kept full, so that all of it waits. */
interface Trouble extends LinkQuality {
  congested?: true;
}

/** A link drops some of its packets, is narrow or used up by others, or is long where the kernel can make it so. */
const badLink: FaultKind = (context) => {
  const { cluster, random } = context;
  const host = random.pick(['node1', 'node2', 'db1', 'db2', 'clients'] as const);
  const forMs = random.between(3_000, 20_000);
  const quality = random.pick<Trouble>([
    { lossPercent: random.between(2, 20) },
    { kbitPerSecond: random.between(300, 2_000) },
    { kbitPerSecond: 4_000, queueMs: random.between(50, 300), congested: true },
    ...(cluster.delays ? [{ delayMs: random.between(20, 250) }, { delayMs: 40, lossPercent: 5 }] : []),
  ]);
  return {
    what: `link of ${host}: ${JSON.stringify(quality)} for ${forMs} ms`,
    run: async () => {
      await cluster.network.degrade(host, quality);
      const end = quality.congested ? fillLink(hosts[host], quality.kbitPerSecond ?? 0) : () => {};
      await sleep(forMs);
      end();
      await cluster.network.degrade(host);
    },
  };
};

/** The standby takes over. */
const failOver =
  (how: FailOver): FaultKind =>
  ({ cluster, random }) => {
    const { database } = cluster;
    const waitsMs = random.between(0, 3_000);
    return {
      what: `database fails over from ${database.primary} to ${database.standby} (${how})`,
      run: async () => {
        if (how !== 'cut off') return database.failOver(how);
        const mend = await isolate(cluster, database.primary);
        await sleep(waitsMs);
        await database.failOver(how, mend);
      },
    };
  };

/** Gone without a word, as a machine without power: connections to it stay open for whoever does not ask. */
async function isolate({ network, database }: Cluster, host: string): Promise<() => Promise<void>> {
  const own = [database.address, hosts[host as keyof typeof hosts]];
  const others = Object.keys(hosts).filter((name) => name !== host);
  const otherAddresses = others.map((name) => hosts[name as keyof typeof hosts]);
  const change = async (action: 'cut' | 'mend') => {
    for (const other of others) await network[action](own, other);
    await network[action](otherAddresses, host);
  };
  await change('cut');
  return () => change('mend');
}

/** The standby is gone: what is acknowledged waits for it. */
const loseStandby: FaultKind = ({ cluster, random }) => {
  const forMs = random.between(1_000, 12_000);
  return {
    what: `no standby for ${forMs} ms`,
    run: async () => {
      await cluster.database.stopStandby();
      await sleep(forMs);
      await cluster.database.startStandby();
    },
  };
};

/** The clock of a node is set wrong by minutes, and stays so until it is set again. */
const setClock: FaultKind = (context) => {
  const name = anyNode(context);
  const offsetMs = context.random.pick([0, 1, -1]) * context.random.between(60_000, 600_000);
  return {
    what: `clock of ${name} off by ${Math.round(offsetMs / 1_000)} s`,
    run: () => context.cluster.setClock(name, offsetMs),
  };
};

interface ListedKind {
  /** Two of one group are never made at once. */
  group: 'node' | 'network' | 'database';
  make: FaultKind;
}

/** Every kind by its name. */
export const faultKinds: Readonly<Record<string, ListedKind>> = {
  kill: { group: 'node', make: kill },
  pause: { group: 'node', make: pause },
  'part-from-database': { group: 'network', make: partFromDatabase },
  'part-from-clients': { group: 'network', make: partFromClients },
  'bad-link': { group: 'network', make: badLink },
  'fail-over-planned': { group: 'database', make: failOver('planned') },
  'fail-over-killed': { group: 'database', make: failOver('killed') },
  'fail-over-cut-off': { group: 'database', make: failOver('cut off') },
  'lose-standby': { group: 'database', make: loseStandby },
  'set-clock': { group: 'node', make: setClock },
};

/** One fault, or two at once, of the kinds named; resolves when the cluster is whole again. */
export async function makeFaults(
  context: FaultContext,
  kinds: readonly string[],
  say: (line: string) => void,
): Promise<Fault[]> {
  const { random, cluster } = context;
  const first = random.pick(kinds);
  const others = kinds.filter(
    (kind) =>
      required(faultKinds[kind], 'one of fault kinds').group !==
      required(faultKinds[first], 'one of fault kinds').group,
  );
  const chosen = [first, ...(random.next() < TWO_AT_ONCE && others.length > 0 ? [random.pick(others)] : [])];
  const made = await Promise.all(
    chosen.map(async (kind, i): Promise<Fault> => {
      const fault = required(faultKinds[kind], 'one of fault kinds').make(context);
      if (i > 0) await sleep(random.between(0, 3_000));
      say(fault.what);
      const startedAt = performance.now();
      await fault.run();
      // Of two at once, nobody may be left to take over.
      const isAlone = chosen.length === 1 && fault.node !== undefined;
      return {
        kind,
        ...(isAlone && { node: required(fault.node, 'the node') }),
        startedAt,
        endedAt: performance.now(),
      };
    }),
  );
  if (chosen.some((kind) => kind.startsWith('fail-over'))) await cluster.database.join();
  return made;
}
