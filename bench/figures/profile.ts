import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { attachProfiler, type ProfileSummary, summarizeProfile } from '../harness/cpu-profile.ts';
import { runLoadWindow, type WindowOptions, type WindowResult } from '../harness/load-window.ts';
import type { Figure } from '../harness/result.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RECEIVERS = 10;
const LINES = 40;

/** Prints where the CPU time goes under the load of the other figures. It has no target. */
export async function profileService(bench: Bench): Promise<Figure[]> {
  const fanOutType = 'bench.fan_out.sent';
  const cases: Record<
    string,
    Pick<WindowOptions, 'types' | 'maxUndelivered' | 'fanOut' | 'awaitsDelivery'>
  > = {
    'publish, nobody subscribed': { types: ['order.created'], awaitsDelivery: false },
    'publish to delivered, fan-out 1': {
      types: typeNames(RECEIVERS),
      maxUndelivered: 1_000,
      awaitsDelivery: true,
    },
    'fan-out 10': { types: [fanOutType], maxUndelivered: 100, fanOut: RECEIVERS, awaitsDelivery: true },
  };
  for (const [title, load] of Object.entries(cases)) {
    const service = await bench.startService({ nodeArguments: ['--inspect=127.0.0.1:0'] });
    if (load.fanOut !== undefined)
      await subscribeReceivers(bench, service, Array(RECEIVERS).fill(fanOutType));
    else if (load.awaitsDelivery) await subscribeReceivers(bench, service, load.types);
    const profiler = await attachProfiler(service.logPath);
    let summary: ProfileSummary | undefined;
    const window = await runLoadWindow(bench, {
      ...load,
      address: service.address,
      path: '/v1/events',
      apiKey: service.apiKey,
      connections: 128,
      warmUpMs: 3_000,
      measureMs: bench.quick ? 4_000 : 10_000,
      cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
      onMeasure: async (phase) => {
        if (phase === 'start') await profiler.start();
        else summary = summarizeProfile(await profiler.stop());
      },
    });
    await service.stop();
    process.stdout.write(formatProfile(title, window, required(summary, 'summary')));
  }
  return [];
}

function formatProfile(title: string, window: WindowResult, summary: ProfileSummary): string {
  const { publishedPerSecond, deliveredPerSecond, cpu } = window;
  const work = Math.max(publishedPerSecond, deliveredPerSecond);
  const cores = Object.entries({ ...cpu.cores, others: cpu.others })
    .map(([name, used]) => `${name} ${used.toFixed(2)} cores (${((used * 1e6) / work).toFixed(0)} us each)`)
    .join(', ');
  const block = (name: string, shares: [string, number][]) =>
    `${name}\n${shares
      .slice(0, LINES)
      .map(([of, share]) => `  ${(share * 100).toFixed(1).padStart(5)} %  ${of}`)
      .join('\n')}\n`;
  return [
    `\n# ${title}`,
    `${Math.round(publishedPerSecond)} published/s, ${Math.round(deliveredPerSecond)} delivered/s; ${cores}`,
    block('by package', summary.byPackage),
    block('self', summary.self),
    block('with what they call', summary.inclusive.slice(1)),
  ].join('\n');
}
