import { sleep } from '../harness/publisher.ts';
import { anyNode, type FaultKind } from './fault.ts';

/** Kills a node, and starts it again. */
export const kill: FaultKind = (context) => {
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

/** Pauses a node, like a suspended machine. */
export const pause: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_000, 12_000);
  return {
    node: name,
    what: `${name} suspended for ${forMs} ms`,
    run: async () => {
      const { process } = context.cluster.node(name);
      process.send('SIGSTOP');
      await sleep(forMs);
      process.send('SIGCONT');
    },
  };
};

/** Disconnects a node like a machine without power: no peer is told that its connection has ended. */
export const vanish: FaultKind = (context) => {
  const name = anyNode(context);
  const forMs = context.random.between(1_000, 20_000);
  return {
    node: name,
    what: `${name} powered off for ${forMs} ms`,
    run: async () => {
      await context.cluster.network.unplug(name);
      await context.cluster.node(name).process.kill();
      await sleep(forMs);
      await context.cluster.network.plugIn(name);
      await context.cluster.restart(name);
    },
  };
};

/** Sets the clock of a node wrong by minutes, until it is set again. */
export const setClock: FaultKind = (context) => {
  const name = anyNode(context);
  const offsetMs = context.random.pick([0, 1, -1]) * context.random.between(60_000, 600_000);
  return {
    what: `clock of ${name} off by ${Math.round(offsetMs / 1_000)} s`,
    run: () => context.cluster.setClock(name, offsetMs),
  };
};

/** Sets the clock of the primary, as an operator would who corrects it: all nodes follow it. */
export const setDatabaseClock: FaultKind = ({ cluster: { database }, random }) => {
  const offsetMs = random.pick([0, 1, -1]) * random.between(60_000, 300_000);
  return {
    what: `clock of the database (${database.primary}) off by ${Math.round(offsetMs / 1_000)} s`,
    run: () => database.setClock(database.primary, offsetMs),
  };
};

/** Sets the clock of the database while no node runs, so that none notices it. */
export const setClockUnheard: FaultKind = ({ cluster, random }) => {
  const { database, nodes } = cluster;
  const offsetMs = random.pick([1, -1]) * random.between(60_000, 300_000);
  const how = random.pick(['ended', 'killed'] as const);
  const forMs = random.between(500, 8_000);
  return {
    what: `all nodes ${how}, for ${forMs} ms, and the clock of the database (${database.primary}) off by ${Math.round(offsetMs / 1_000)} s when they start`,
    run: async () => {
      await Promise.all(nodes.map(({ process }) => (how === 'ended' ? process.end() : process.kill())));
      await database.setClock(database.primary, offsetMs);
      await sleep(forMs);
      await Promise.all(nodes.map(({ name }) => cluster.restart(name)));
    },
  };
};
