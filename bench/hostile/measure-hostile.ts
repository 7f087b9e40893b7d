import { freePort } from '../../packages/server/src/kit/net/free-port.fixture.ts';
import type { Bench } from '../harness/bench.ts';
import { type CpuShares, watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { type LatencyFigures, latencyFigures, median } from '../harness/statistics.ts';
import type { Worker } from '../harness/worker.ts';
import type { AttackerCommands, AttackResult } from './attacker.ts';
import { forms } from './forms.ts';
import { measureReviews } from './measure-reviews.ts';
import { tenantForms } from './tenant-forms.ts';
import type { WatcherCommands } from './watcher.ts';

/** Requests per second of each watcher. */
const RATE_PER_SECOND = 100;
/** Time from the start of the loops until they are at work. */
const WARM_UP_MS = 1_500;
const REST_MS = 500;

interface Window {
  livez: LatencyFigures;
  publish: LatencyFigures;
  cpu: CpuShares;
  faults: string[];
}

interface Round {
  before: Window;
  loud: Window;
  after: Window;
  attack: AttackResult;
}

/** Measures the effect on others while somebody sends requests that are expensive to process. */
export function measureHostile(bench: Bench): Promise<Figure[]> {
  return measureAlongside(bench, Object.keys(forms), 1);
}

/**
 * Measures the effect of another organization's load on an organization, and then the time of its own review while
 * another organization has many in the queue.
 */
export async function measureTenants(bench: Bench): Promise<Figure[]> {
  const names = ['a busy core that is not ours', ...Object.keys(tenantForms)];
  return [...(await measureAlongside(bench, names, 3)), await measureReviews(bench)];
}

/**
 * Runs each form in `loops` loops, one form after the other. Each window with load is between two quiet ones, so that
 * changes in the speed of the machine affect both.
 */
async function measureAlongside(bench: Bench, names: readonly string[], loops: number): Promise<Figure[]> {
  const smtpPort = await freePort();
  const service = await bench.startService({
    settings: { INBOUND_SMTP_PORT: String(smtpPort), BOUNCE_ADDRESS: 'bounces@in.example' },
  });
  const watcher = bench.startWorker<WatcherCommands>('hostile/watcher.ts');
  const attacker = bench.startWorker<AttackerCommands>('hostile/attacker.ts');
  const origin = `http://${service.address.host}:${service.address.port}`;
  const receiver = `http://127.0.0.1:${bench.sinkPort}/0`;
  await attacker.call('open', { origin, smtpPort, receiver, apiKey: await service.makeKey('hostile') });
  await watcher.call('start', { origin, apiKey: service.apiKey, ratePerSecond: RATE_PER_SECOND });

  const measureMs = bench.quick ? 2_500 : 4_000;
  const measure = (name: string) => measureWindow(service, watcher, { attacker, name, measureMs });
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]]));
  await sleep(WARM_UP_MS);
  for (let count = 0; count <= (bench.quick ? 2 : 6); count++) {
    let before = await measure('quiet');
    for (const [name, found] of Object.entries(rounds)) {
      await attacker.call('start', { form: name, count: loops });
      await sleep(WARM_UP_MS);
      const loud = await measure(name);
      const attack = await attacker.call('stop');
      await sleep(REST_MS);
      const after = await measure('quiet');
      // The first round is a warm-up.
      if (count > 0) found.push({ before, loud, after, attack });
      bench.say(`  ${describe(name, { before, loud, after, attack })}`);
      before = after;
    }
  }
  await watcher.call('stop');
  await attacker.stop();
  await watcher.stop();
  await service.stop();
  return Object.entries(rounds).flatMap(([name, found]) => {
    const kept = quietest(found);
    return [
      figure(`/livez p99 beside ${name}, over quiet`, 'livez', kept),
      figure(`publish p99 beside ${name}, over quiet`, 'publish', kept),
    ];
  });
}

async function measureWindow(
  service: Service,
  watcher: Worker<WatcherCommands>,
  { attacker, name, measureMs }: { attacker: Worker<AttackerCommands>; name: string; measureMs: number },
): Promise<Window> {
  const readCpu = watchCpu({
    processes: { watcher: watcher.pid, attacker: attacker.pid },
    trees: { service: service.pid, postgres: service.postgresPid },
  });
  await watcher.call('mark');
  await sleep(measureMs);
  const { livezMs, publishMs, refused } = await watcher.call('mark');
  return {
    livez: latencyFigures(livezMs),
    publish: latencyFigures(publishMs),
    cpu: readCpu(),
    faults: Object.entries(refused).map(([what, count]) => `${count} times ${what} beside ${name}`),
  };
}

/** The half of the rounds in which other programs used the machine least, chosen without regard to the results. */
function quietest(rounds: readonly Round[]): Round[] {
  const noise = ({ before, loud, after }: Round) =>
    Math.max(...[before, loud, after].map(({ cpu }) => cpu.others + cpu.stolen));
  return [...rounds].sort((a, b) => noise(a) - noise(b)).slice(0, Math.ceil(rounds.length / 2));
}

function ratioOf({ before, loud, after }: Round, of: 'livez' | 'publish'): number {
  return loud[of].p99 / ((before[of].p99 + after[of].p99) / 2);
}

function describe(name: string, round: Round): string {
  const { before, loud, after, attack } = round;
  const one = (of: 'livez' | 'publish') =>
    `${of} ${formatNumber(loud[of].p99)} ms over ${formatNumber((before[of].p99 + after[of].p99) / 2)}`;
  return `${name}: ${one('livez')}, ${one('publish')}; ${JSON.stringify(attack.ends)}`;
}

function figure(title: string, of: 'livez' | 'publish', rounds: Round[]): Figure {
  const ratios = rounds.map((round) => ratioOf(round, of));
  const windows = rounds.flatMap(({ before, loud, after }) => [before, loud, after]);
  const of99 = (pick: (round: Round) => number) => `${formatNumber(median(rounds.map(pick)))} ms`;
  const isIdle = rounds.every(({ attack }) => Object.keys(attack.ends).length === 0);
  return {
    name: title,
    ours: of99(({ loud }) => loud[of].p99),
    bare: of99(({ before, after }) => (before[of].p99 + after[of].p99) / 2),
    value: median(ratios),
    unit: 'ratio',
    floor: 2,
    aim: 1.5,
    better: 'lower',
    spread: ratios,
    othersCores: Math.max(...windows.map(({ cpu }) => cpu.others + cpu.stolen)),
    faults: [
      ...windows.flatMap(({ faults }) => faults),
      ...rounds.flatMap(({ attack }) =>
        Object.entries(attack.faults).map(([status, count]) => `${count} answers of ${status}`),
      ),
      ...(isIdle ? ['no hostile request was completed'] : []),
    ],
    details: { ratePerSecond: RATE_PER_SECOND, rounds },
  };
}
