import { required } from '../../../src/kit/required.ts';
import { sleep } from '../harness/publisher.ts';
import { type Cluster, hosts } from './cluster.ts';
import type { FailOver } from './database-pair.ts';
import { anyNode, type FaultContext, type FaultKind, type FaultRun } from './fault.ts';
import { fillLink } from './fill-link.ts';
import type { Fault } from './history.ts';
import { kill, pause, setClock, setClockUnheard, setDatabaseClock, vanish } from './machine-faults.ts';
import type { LinkQuality } from './network.ts';

/** The share of faults that come with a second one at the same time. */
const TWO_AT_ONCE = 0.25;

/** Cuts the connection between two sides, in one direction or both. */
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

/** A node cannot reach the database, or the database cannot reach it. */
const partFromDatabase: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_500, 20_000);
  const { addresses, primary, standby } = context.cluster.database;
  const { way, cut, mend } = parting(context, name, addresses, [primary, standby]);
  return {
    node: name,
    what: `${name} cut off from the database for ${forMs} ms (${way})`,
    run: async () => {
      await cut();
      await sleep(forMs);
      await mend();
    },
  };
};

/** A node cannot reach clients and receivers, or they cannot reach it. */
const partFromClients: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_500, 15_000);
  const { way, cut, mend } = parting(context, name, [hosts.clients], ['clients']);
  return {
    what: `${name} cut off from clients and receivers for ${forMs} ms (${way})`,
    run: async () => {
      await cut();
      await sleep(forMs);
      await mend();
    },
  };
};

const linked = ['node1', 'node2', 'db1', 'db2', 'clients'] as const;

/** The problems of a link. `congested`: its queue is kept full, so that all packets wait. */
interface Trouble extends LinkQuality {
  congested?: true;
}

/** A link that loses packets, has little bandwidth, or is used up by others. */
const badLink: FaultKind = (context) => {
  const { random } = context;
  const host = random.pick(linked);
  const forMs = random.between(3_000, 20_000);
  const quality = random.pick<Trouble>([
    { lossPercent: random.between(2, 20) },
    { kbitPerSecond: random.between(300, 2_000) },
    { kbitPerSecond: 4_000, queueMs: random.between(50, 300), congested: true },
  ]);
  return degraded(context, host, quality, forMs);
};

/** A link with a long delay, reordered packets or duplicates. */
const slowLink: FaultKind = (context) => {
  const { random } = context;
  const host = random.pick(linked);
  const delayMs = random.between(20, 250);
  const quality = random.pick<Trouble>([
    { delayMs },
    { delayMs, jitterMs: Math.round(delayMs / 2) },
    { delayMs: 20, reorderPercent: random.between(5, 30) },
    { delayMs: 20, duplicatePercent: random.between(5, 30) },
    { delayMs: 40, jitterMs: 20, lossPercent: random.between(1, 8) },
  ]);
  return degraded(context, host, quality, random.between(3_000, 20_000));
};

function degraded(
  { cluster }: FaultContext,
  host: keyof typeof hosts,
  quality: Trouble,
  forMs: number,
): FaultRun {
  return {
    what: `link of ${host}: ${JSON.stringify(quality)} for ${forMs} ms`,
    run: async () => {
      const { congested = false, ...rest } = quality;
      await cluster.network.degrade(host, rest);
      const end = congested ? fillLink(hosts[host], quality.kbitPerSecond ?? 0) : () => {};
      await sleep(forMs);
      end();
      await cluster.network.degrade(host);
    },
  };
}

/** A failover to the standby. */
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

/** Disconnects a host like a machine without power: its connections stay open for peers that send nothing. */
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

/** The standby is down, so commits wait for it. */
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

type Group = 'node' | 'network' | 'database';

interface ListedKind {
  /** Two faults with a common group are never made at the same time. */
  groups: readonly Group[];
  make: FaultKind;
  /** Whether it can be made here; always, by default. */
  isPossible?(cluster: Cluster): boolean;
}

export const faultKinds: Readonly<Record<string, ListedKind>> = {
  kill: { groups: ['node'], make: kill },
  pause: { groups: ['node'], make: pause },
  vanish: { groups: ['node', 'network'], make: vanish },
  'part-from-database': { groups: ['network'], make: partFromDatabase },
  'part-from-clients': { groups: ['network'], make: partFromClients },
  'bad-link': { groups: ['network'], make: badLink },
  'slow-link': { groups: ['network'], make: slowLink, isPossible: ({ delays }) => delays },
  'fail-over-planned': { groups: ['database'], make: failOver('planned') },
  'fail-over-killed': { groups: ['database'], make: failOver('killed') },
  'fail-over-cut-off': { groups: ['database'], make: failOver('cut off') },
  'lose-standby': { groups: ['database'], make: loseStandby },
  'set-clock': { groups: ['node'], make: setClock },
  'set-database-clock': {
    groups: ['database'],
    make: setDatabaseClock,
    isPossible: ({ database }) => database.hasClocks,
  },
  'set-clock-unheard': {
    groups: ['node', 'database'],
    make: setClockUnheard,
    isPossible: ({ database }) => database.hasClocks,
  },
};

const kindOf = (name: string) => required(faultKinds[name], 'one of fault kinds');

/** The named kinds that can be made here. */
export function possibleKinds(cluster: Cluster, names: readonly string[]): string[] {
  return names.filter((name) => kindOf(name).isPossible?.(cluster) ?? true);
}

/** Makes one fault, or two at once, of the given kinds; resolves when the cluster is healthy again. */
export async function makeFaults(
  context: FaultContext,
  kinds: readonly string[],
  say: (line: string) => void,
): Promise<Fault[]> {
  const { random, cluster } = context;
  const first = random.pick(kinds);
  const others = kinds.filter(
    (kind) => !kindOf(kind).groups.some((group) => kindOf(first).groups.includes(group)),
  );
  const chosen = [first, ...(random.next() < TWO_AT_ONCE && others.length > 0 ? [random.pick(others)] : [])];
  const made = await Promise.all(
    chosen.map(async (kind, i): Promise<Fault> => {
      const fault = kindOf(kind).make(context);
      if (i > 0) await sleep(random.between(0, 3_000));
      say(fault.what);
      const startedAt = performance.now();
      const clockThen = cluster.database.clockOffsetMs;
      await fault.run();
      // With two faults at once, there may be no node left to take over.
      const isAlone = chosen.length === 1 && fault.node !== undefined;
      return {
        kind,
        ...(isAlone && { node: required(fault.node, 'the node') }),
        ...(cluster.database.clockOffsetMs !== clockThen && { movesClock: true }),
        startedAt,
        endedAt: performance.now(),
      };
    }),
  );
  if (chosen.some((kind) => kind.startsWith('fail-over'))) await cluster.database.join();
  return made;
}
