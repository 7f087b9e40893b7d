import { required } from '../../packages/server/src/kit/required.ts';
import { alternate, coresUsedByOthers, faultsIn } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';

const STORED = 100;
const MATCHING = 2;
const CONNECTIONS = 128;
const TYPE = 'order.created';
const MAX_CATCH_UP_MS = 600_000;

/**
 * Durable POST /v1/events of an organization with 100 workflows, of which each event starts two, compared with an
 * organization without any.
 */
export async function measurePublishWithWorkflows(bench: Bench): Promise<Figure> {
  const [plain, stored] = [await bench.startService(), await bench.startService()];
  await storeWorkflows(stored);
  const caughtUp: number[] = [];
  const load = (service: Service) => ({
    address: service.address,
    path: '/v1/events',
    apiKey: service.apiKey,
    types: [TYPE],
    connections: CONNECTIONS,
    awaitsDelivery: false,
    warmUpMs: 1_000,
    measureMs: bench.quick ? 2_000 : 3_000,
    cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
  });
  const rounds = await alternate(bench, bench.quick ? 2 : 6, {
    plain: () => runLoadWindow(bench, load(plain)),
    stored: async () => {
      const window = await runLoadWindow(bench, load(stored));
      caughtUp.push(await catchUp(stored));
      return window;
    },
  });
  const counts = await countRuns(stored);
  const { rows: failures } = await stored.database.query(
    "select actions->0->'error' as error, attempts from workflow_runs where status <> 'succeeded' limit 3",
  );
  for (const failure of failures) bench.say(JSON.stringify(failure));
  await plain.stop();
  await stored.stop();
  const ratios = rounds.map((round) => round.stored.publishedPerSecond / round.plain.publishedPerSecond);
  const rate = (name: 'plain' | 'stored') =>
    Math.round(median(rounds.map((round) => round[name].publishedPerSecond)));
  const faults = [...faultsIn(rounds)];
  if (counts.runs !== counts.events * MATCHING)
    faults.push(`${counts.events} events made ${counts.runs} runs`);
  if (counts.failed > 0) faults.push(`${counts.failed} runs failed`);
  return {
    name: `publish with ${STORED} workflows (${MATCHING} matching) over publish with none`,
    ours: `${rate('stored')}/s`,
    bare: `${rate('plain')}/s`,
    value: median(ratios),
    unit: 'ratio',
    floor: 0.8,
    aim: 0.9,
    better: 'higher',
    spread: ratios,
    othersCores: coresUsedByOthers(rounds),
    faults,
    details: {
      rounds,
      counts,
      runsPerSecondWhenCatchingUp: median(caughtUp),
      // More reliable than the rates if other programs use the machine.
      cpuMicrosPerEvent: {
        plain: cpuPerEvent(rounds.map((round) => round.plain)),
        stored: cpuPerEvent(rounds.map((round) => round.stored)),
      },
    },
  };
}

/** CPU time of service and database per published event, including runs of workflows. */
function cpuPerEvent(windows: readonly WindowResult[]): Record<string, number> {
  const of = (part: string) =>
    Math.round(
      median(
        windows.map(
          ({ cpu, publishedPerSecond }) =>
            (required(cpu.cores[part], 'one of cores') * 1e6) / publishedPerSecond,
        ),
      ),
    );
  return { service: of('service'), postgres: of('postgres') };
}

/** Stores two workflows that match and filter by content; the others have other types, patterns and contents. */
async function storeWorkflows(service: Service): Promise<void> {
  const actions = [
    { action: 'events.publish', input: { type: 'invoice.created', data: { order: '{{ event.eventId }}' } } },
  ];
  const triggers = Array.from({ length: STORED }, (_, i) => {
    if (i === 0) return { type: TYPE };
    if (i === 1) return { type: 'order.*', condition: { source: { $ne: 'nobody' } } };
    if (i < 20) return { type: TYPE, condition: { 'data.total': { $gte: 1_000_000_000 + i } } };
    return { type: i % 2 === 0 ? `other-${i}.created` : `other-${i}.*` };
  });
  for (const [i, trigger] of triggers.entries()) {
    await service.api('POST', '/v1/workflows', { name: `workflow ${i}`, trigger, actions });
  }
}

/** Waits until every run is done; resolves with runs per second. */
async function catchUp({ database }: Service): Promise<number> {
  const queued = async () =>
    Number(
      (await database.query("select count(*) as n from workflow_runs where status = 'queued'")).rows[0].n,
    );
  const first = await queued();
  const startedAt = performance.now();
  for (;;) {
    const left = await queued();
    const tookMs = performance.now() - startedAt;
    if (left === 0) return (first * 1_000) / tookMs;
    if (tookMs > MAX_CATCH_UP_MS) throw new Error(`${left} runs are still queued`);
    await sleep(100);
  }
}

async function countRuns({ database }: Service) {
  const { rows } = await database.query(
    `select (select count(*) from events where type = $1)::int as events,
       (select count(*) from workflow_runs)::int as runs,
       (select count(*) from workflow_runs where status <> 'succeeded')::int as failed`,
    [TYPE],
  );
  return rows[0] as { events: number; runs: number; failed: number };
}
