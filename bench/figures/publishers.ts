import { required } from '../../packages/server/src/kit/required.ts';
import { alternate, coresUsedByOthers, faultsIn, type Round } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import type { Figure } from '../harness/result.ts';
import { RIVALS_SETTING, type Rival, rivalPrograms, startRival } from '../harness/rival.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const FEW = 32;
const MANY = 128;
/**
 * Maximum number of accepted events that are not delivered yet. Without a limit, the publisher would be faster than the
 * deliveries.
 */
const MAX_UNDELIVERED = 1_000;

/**
 * Measures publishing and delivering with 32 and 128 publishers, and compares it with other systems (`BENCH_RIVALS`),
 * if any are configured.
 */
export async function measurePublishers(bench: Bench): Promise<Figure[]> {
  const types = typeNames(1);
  const service = await bench.startService();
  await subscribeReceivers(bench, service, types);
  const rivals: Rival[] = [];
  try {
    for (const program of rivalPrograms())
      rivals.push(await startRival(bench, program, required(types[0], 'a type')));
    if (rivals.length === 0)
      bench.say(
        `  no rival: ${RIVALS_SETTING} lists programs that each start a rival; bench/harness/rival.ts describes them`,
      );
    const rounds = await alternate<string>(bench, bench.quick ? 2 : 6, {
      ...windowsOf('ours', (connections) => ourWindow(bench, service, types, connections)),
      ...Object.assign(
        {},
        ...rivals.map((rival) =>
          windowsOf(rival.name, (connections) => rivalWindow(bench, rival, types, connections)),
        ),
      ),
    });
    return figuresOf(
      rounds,
      rivals.map(({ name }) => name),
    );
  } finally {
    for (const rival of rivals) await rival.stop();
    await service.stop();
  }
}

function windowsOf<T>(name: string, measure: (connections: number) => T): Record<string, () => T> {
  return { [`${name} ${FEW}`]: () => measure(FEW), [`${name} ${MANY}`]: () => measure(MANY) };
}

function common(bench: Bench, types: string[], connections: number) {
  return {
    types,
    connections,
    maxUndelivered: MAX_UNDELIVERED,
    awaitsDelivery: true,
    warmUpMs: 1_000,
    measureMs: bench.quick ? 2_000 : 4_000,
  };
}

function ourWindow(bench: Bench, service: Service, types: string[], connections: number) {
  const { address, apiKey, pid, postgresPid } = service;
  return runLoadWindow(bench, {
    ...common(bench, types, connections),
    address,
    path: '/v1/events',
    apiKey,
    cpu: { processes: { service: pid }, trees: { postgres: postgresPid } },
  });
}

function rivalWindow(bench: Bench, rival: Rival, types: string[], connections: number) {
  const { host, port, path, headers, body, status } = rival;
  return runLoadWindow(bench, {
    ...common(bench, types, connections),
    address: { host, port },
    path,
    form: { headers, body, status },
    cpu: { processes: {}, trees: {} },
  });
}

function figuresOf(rounds: Round<string>[], rivals: readonly string[]): Figure[] {
  const rateOf = (round: Round<string>, name: string) =>
    required(round[name], `the window of ${name}`).deliveredPerSecond;
  const over = (title: string, one: string, other: string, floor: number, aim: number): Figure => {
    const ratios = rounds.map((round) => rateOf(round, one) / rateOf(round, other));
    const rate = (name: string) => Math.round(median(rounds.map((round) => rateOf(round, name))));
    return {
      name: title,
      ours: `${rate(one)}/s`,
      bare: `${rate(other)}/s`,
      value: median(ratios),
      unit: 'ratio',
      floor,
      aim,
      better: 'higher',
      spread: ratios,
      othersCores: coresUsedByOthers(rounds),
      faults: faultsIn(rounds.map((round) => ourPart(round))),
      details: { rounds },
    };
  };
  const fastest = (connections: number) =>
    rivals.toSorted(
      (a, b) =>
        median(rounds.map((round) => rateOf(round, `${b} ${connections}`))) -
        median(rounds.map((round) => rateOf(round, `${a} ${connections}`))),
    )[0];
  return [
    over('delivered, 128 publishers over 32', `ours ${MANY}`, `ours ${FEW}`, 0.95, 1),
    ...[FEW, MANY].flatMap((connections) => {
      const rival = fastest(connections);
      if (rival === undefined) return [];
      const title = `delivered by ${connections} publishers over ${rival}`;
      return [over(title, `ours ${connections}`, `${rival} ${connections}`, 2.2, 4)];
    }),
  ];
}

/** Losses and repeats of other systems show in their rates, and must not count as our faults. */
function ourPart(round: Round<string>): Round<string> {
  return Object.fromEntries(Object.entries(round).filter(([name]) => name.startsWith('ours ')));
}
