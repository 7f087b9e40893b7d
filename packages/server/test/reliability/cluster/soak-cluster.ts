import { ApiClient } from '../harness/api-client.ts';
import { Auditor } from '../harness/auditor.ts';
import { sleep } from '../harness/publisher.ts';
import { countLetOut, worstLateness } from './check-deliveries.ts';
import { checkHistory, type Violation } from './check-history.ts';
import { Clients } from './clients.ts';
import { Cluster, hosts } from './cluster.ts';
import { deployToken, readOutcomes, transferOnce } from './execute.ts';
import { Random } from './fault.ts';
import { faultKinds, makeFaults, possibleKinds } from './faults.ts';
import type { History, LoggedEvent, Receiver } from './history.ts';
import { MailServer } from './mail-server.ts';
import type { Network } from './network.ts';
import { Receivers } from './receivers.ts';
import type { RunRecord } from './run-record.ts';
import { type Seeded, seedViolations } from './seed-violations.ts';
import {
  keepRegister,
  publishInLane,
  publishPlainly,
  type Session,
  subscribeBriefly,
  useKeys,
  useUpLimit,
} from './sessions.ts';
import { spendBudgets } from './spend-budget.ts';
import { StreamReader } from './stream-reader.ts';

export interface ClusterSoakOptions {
  network: Network;
  folder: string;
  /** How long faults are made. */
  forMs: number;
  seed: number;
  /** Names of kinds; all by default. */
  kinds?: readonly string[];
  /** Where everything observed is recorded, even if the run is aborted. */
  record: RunRecord;
  say(line: string): void;
}

export interface ClusterSoakReport {
  history: History;
  receivers: Receiver[];
  violations: Violation[];
  worstLatenessMs: number;
  /** Copies that arrived after a later event of their key because a node was paused while it sent them. */
  letOut: number;
  /** The violations that were added to this record to test the checker, and its results. */
  seeded: Seeded[];
}

/** Without arrivals for this long, nothing more is expected. */
const QUIET_MS = 15_000;
const SETTLED_WITHIN_MS = 180_000;
/** Time to read the whole log on a busy machine. */
const LOG_WITHIN_MS = 180_000;
/** Without new events for this long, a stream has shown everything. */
const LOG_QUIET_MS = 3_000;
/** In an hour, this leaves most of the organization's limit, and room for the export at the end. */
const AUDIT_EVERY_MS = 1_000;

const sessions: Session[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => publishInLane(name, 350)),
  ...[1, 2, 3, 4].map(() => publishPlainly(400)),
  keepRegister('register-a', 400),
  keepRegister('register-b', 400),
  keepRegister('register-c', 400, { isListed: true }),
  subscribeBriefly('brief', 1_000),
  useKeys(2_000),
  useUpLimit('webhooks_test', 250),
];

/** Lets clients use a cluster during faults, and checks what they observed. Runs on the host of the clients. */
export async function soakCluster(options: ClusterSoakOptions): Promise<ClusterSoakReport> {
  const random = new Random(options.seed);
  const receivers = await Receivers.open(hosts.clients);
  const mailServer = await MailServer.open(hosts.clients);
  try {
    const databasesApartMs = random.pick([1, -1]) * random.between(60_000, 300_000);
    const cluster = await Cluster.start({ ...options, authority: receivers.authority, databasesApartMs });
    options.say(describeCluster(cluster, databasesApartMs));
    try {
      // Clients use separate random numbers, because how many they need depends on timing.
      const clientRandom = new Random(options.seed + 1);
      const clients = new Clients(cluster.nodes, receivers, () => clientRandom.next());
      clients.history.mails = mailServer.mails;
      return await useCluster(cluster, clients, random, options);
    } finally {
      await cluster.stop();
    }
  } finally {
    await receivers.close();
    await mailServer.close();
  }
}

function describeCluster({ delays, database }: Cluster, databasesApartMs: number): string {
  const links = delays ? '' : '; no slow link, because python3 or /dev/net/tun is missing';
  const clocks = database.hasClocks
    ? `, whose clocks are ${Math.round(databasesApartMs / 1_000)} s apart`
    : '; their clocks agree, because libfaketime is not installed';
  return `two nodes and two databases are up${clocks}${links}`;
}

async function useCluster(
  cluster: Cluster,
  clients: Clients,
  random: Random,
  { forMs, kinds = Object.keys(faultKinds), record, say }: ClusterSoakOptions,
): Promise<ClusterSoakReport> {
  const { history } = clients;
  record.follow(history, clients.expected);
  record.at('the subscriptions');
  await subscribe(clients, { name: 'all', types: ['load.tick', 'lane.step'], ordered: false });
  await subscribe(clients, { name: 'in-order', types: ['lane.step'], ordered: true });
  const address = () => cluster.node(clients.anyNode()).address;
  const streams = [1, 2].map(() => new StreamReader(address).start());
  const api = new ApiClient(address);
  const auditor = new Auditor(api, AUDIT_EVERY_MS).start();
  const token = await deployToken(clients);
  const budgets = spendBudgets(1_000);
  // Rare enough for an hour: more than 2,000 per hour would be refused.
  const all = [...sessions, transferOnce(token, 4_000), transferOnce(token, 4_000), budgets.session];
  const running = all.map((session) => goOn(session, clients, say));
  record.at('the faults');
  await sleep(5_000);
  await suffer(cluster, history, random, { forMs, kinds: possibleKinds(cluster, kinds), say });
  await sleep(5_000);
  record.at('the end of the sessions');
  clients.isStopping = true;
  await Promise.all(running);
  await settle(clients);
  record.at('the log');
  history.log = await readLog(address, streams);
  for (const stream of streams) {
    await reach(stream, history.log.length);
    await stream.stop();
    history.streams.push(stream.events);
  }
  record.at('the results of transfers and campaigns');
  await readOutcomes(clients);
  await budgets.readEnds();
  history.chain = await cluster.chain.transfers();
  record.at('the proof of the log');
  history.unproven = await auditor.verify();
  api.close();
  clients.close();
  record.at('the verdict');
  record.keep({});
  const report = judge(history, clients.expected, random);
  const { violations, worstLatenessMs, letOut, seeded } = report;
  record.at('the end');
  record.keep({ violations, worstLatenessMs, letOut, seeded });
  return report;
}

/** The result of the checker, and whether it would have found violations added to the record. */
function judge(history: History, receivers: Receiver[], random: Random): ClusterSoakReport {
  return {
    history,
    receivers,
    violations: checkHistory(history, receivers),
    worstLatenessMs: worstLateness(history, receivers),
    letOut: countLetOut(history, receivers),
    seeded: seedViolations(history, receivers, () => random.next()),
  };
}

/** A session that ends early is reported, and does not stop the others. */
async function goOn(session: Session, clients: Clients, say: (line: string) => void): Promise<void> {
  try {
    await session(clients);
  } catch (error) {
    say(`a session ended: ${(error as Error).stack}`);
    clients.history.unexpected.push(`a session ended: ${(error as Error).message}`);
  }
}

/** Makes faults, one after the other and sometimes two at once, until the time is over. */
async function suffer(
  cluster: Cluster,
  history: History,
  random: Random,
  { forMs, kinds, say }: { forMs: number; kinds: readonly string[]; say(line: string): void },
): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    history.faults.push(...(await makeFaults({ cluster, random }, kinds, say)));
    for (const { name, process } of cluster.nodes) {
      if (process.exit === undefined) continue;
      const how = `${name} ended by itself: ${JSON.stringify(process.exit)}`;
      say(`${how}\n${process.output.slice(-4_000)}`);
      history.unexpected.push(how);
      await cluster.restart(name);
    }
    await sleep(random.between(2_000, 15_000));
  }
  for (const { name } of cluster.nodes) await cluster.setClock(name, 0);
  say('no more faults');
}

async function subscribe(clients: Clients, receiver: Omit<Receiver, 'from'>): Promise<void> {
  const { name, types, ordered } = receiver;
  const body = {
    eventTypes: types,
    webhookUrl: clients.receivers.url(name),
    secret: 'a secret of the soak',
    ordering: ordered ? { key: 'data.lane' } : null,
  };
  await clients.insist('POST', '/v1/events/subscriptions', [201], { body });
  clients.expected.push({ ...receiver, from: performance.now() });
}

/** Waits until no more deliveries arrive. */
async function settle({ receivers: { arrivals } }: Clients): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < SETTLED_WITHIN_MS) {
    if (performance.now() - Math.max(arrivals.at(-1)?.at ?? 0, since) > QUIET_MS) return;
    await sleep(200);
  }
}

/** The log from its start, read with a new stream, at least up to the events that others have seen. */
async function readLog(address: () => string, others: StreamReader[]): Promise<LoggedEvent[]> {
  const reader = new StreamReader(address).start();
  const known = Math.max(...others.map(({ events }) => events.at(-1)?.position ?? -1));
  const since = performance.now();
  const isBehind = () =>
    (reader.events.at(-1)?.position ?? -1) < known && performance.now() - since < LOG_WITHIN_MS;
  for (let seen = -1; isBehind() || reader.events.length !== seen; ) {
    seen = reader.events.length;
    await sleep(LOG_QUIET_MS);
  }
  await reader.stop();
  return reader.events;
}

async function reach(stream: StreamReader, length: number): Promise<void> {
  const since = performance.now();
  while (stream.events.length < length && performance.now() - since < 60_000) await sleep(100);
}
