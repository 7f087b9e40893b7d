import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';
import { fillNeighbours } from './fill/fill-neighbours.ts';
import { fillOrganization } from './fill/fill-organization.ts';
import { openFilling } from './fill/filling.ts';
import { listRequests, type PageRequest } from './list-requests.ts';
import { sizesOf } from './sizes.ts';

/** Organizations with little of everything, beside the one with much, and those with little of most things. */
const SMALL = 2;
const NEIGHBOURS = 1_000;
const SMALL_SHARE = 0.001;
const QUICK_SHARE = 0.05;
/** How often each page is asked for; the median counts. */
const TIMES = 5;

/** Milliseconds of a page, by its name. */
type Times = Map<string, number>;

/**
 * Every GET of the route table, with each of its filters, of an organization after three years beside the same of
 * one that has just begun: what a page costs must not follow what there is.
 */
export async function measureVolume(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  try {
    const keys: string[] = [];
    for (let n = 0; n < SMALL; n++) {
      const key = await service.makeKey(`small ${n}`);
      keys.push(key);
      bench.say('  filling a small one');
      await fill(bench, service, key, { share: SMALL_SHARE, neighbours: n === 0 ? NEIGHBOURS : 0 });
    }
    bench.say('  filling the large one');
    await fill(bench, service, service.apiKey, { share: bench.quick ? QUICK_SHARE : 1, say: bench.say });
    await service.database.query('checkpoint').catch(() => {});
    const readCpu = watchCpu({
      processes: { service: service.pid },
      trees: { postgres: service.postgresPid },
    });
    const few = await timePages(service, keys[0] ?? '');
    const many = await timePages(service, service.apiKey);
    const { others, stolen } = readCpu();
    return toFigures(few, many, others + stolen, bench);
  } finally {
    await service.stop();
  }
}

async function fill(
  bench: Bench,
  service: Service,
  key: string,
  {
    share,
    neighbours = 0,
    say = () => {},
  }: { share: number; neighbours?: number; say?: (text: string) => void },
): Promise<void> {
  const receiver = `http://127.0.0.1:${bench.sinkPort}`;
  const filling = await openFilling(service, key, { sizes: sizesOf(share), receiver });
  try {
    await fillOrganization(filling, say);
    if (neighbours > 0) await fillNeighbours(filling, neighbours);
  } finally {
    filling.close();
  }
}

async function timePages(service: Service, key: string): Promise<Times> {
  const filling = await openFilling(service, key, { sizes: sizesOf(0), receiver: '' });
  const { requests } = await listRequests(filling);
  filling.close();
  const times: Times = new Map();
  for (const request of requests) {
    const took = await timePage(service, key, request);
    if (took !== undefined) times.set(request.name, took);
  }
  return times;
}

/** Undefined where there is no next page. */
async function timePage(
  { address: { host, port } }: Service,
  key: string,
  { name, path, isNext }: PageRequest,
): Promise<number | undefined> {
  const get = async (asked: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`http://${host}:${port}${asked}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    // What an organization does not have, such as an open review, is told as quickly.
    if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}: ${text}`);
    return { ms: performance.now() - startedAt, text };
  };
  const first = await get(path);
  const cursor = isNext ? (JSON.parse(first.text) as { next_cursor?: string | null }).next_cursor : undefined;
  if (isNext && typeof cursor !== 'string') return undefined;
  const asked = cursor == null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
  const took: number[] = [];
  for (let time = 0; time < TIMES; time++) took.push((await get(asked)).ms);
  return median(took);
}

const SHOWN = 20;
/** A page takes as long as its round trip at least: shorter ones are compared with this. */
const LEAST_MS = 5;

function toFigures(few: Times, many: Times, othersCores: number, bench: Bench): Figure[] {
  const pages = [...many]
    .flatMap(([name, ms]) => {
      const beside = few.get(name);
      if (beside === undefined) return [];
      return [{ name, few: beside, many: ms, ratio: ms / Math.max(beside, LEAST_MS) }];
    })
    .sort((a, b) => b.ratio - a.ratio);
  for (const { name, few, many, ratio } of pages.slice(0, SHOWN)) {
    bench.say(
      `  ${ratio.toFixed(1).padStart(6)} times, ${many.toFixed(1)} ms over ${few.toFixed(1)} ms: ${name}`,
    );
  }
  const sum = (of: 'few' | 'many') => pages.reduce((total, page) => total + page[of], 0);
  const worst = pages[0] ?? { name: 'none', ratio: Number.NaN };
  const common = { othersCores, faults: [], better: 'lower' as const, details: { pages } };
  return [
    {
      ...common,
      name: `${pages.length} pages of an organization after three years, over one that began`,
      ours: `${(sum('many') / pages.length).toFixed(1)} ms each`,
      bare: `${(sum('few') / pages.length).toFixed(1)} ms each`,
      value: sum('many') / sum('few'),
      unit: 'ratio',
      floor: 5,
      aim: 2,
    },
    {
      ...common,
      name: 'the one of these pages that grew most',
      ours: worst.name,
      value: worst.ratio,
      unit: 'ratio',
      floor: 50,
      aim: 5,
    },
  ];
}
