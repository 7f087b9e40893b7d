import { Trivium } from '../../packages/sdk/src/index.ts';
import { openBrowser, type Page } from '../../packages/server/test/browser/open-browser.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { describeLatency, latencyFigures } from '../harness/statistics.ts';
import { type Filled, fillLists } from './fill-lists.ts';
import { type OwnWork, watchOwnWork } from './watch-page.ts';

const FEW = 25;
/** How often each is repeated, normally and with `--quick`. */
const OPENINGS = [20, 3] as const;
const JUMPS = [40, 6] as const;
const POLL_MS = 20;
const PATIENCE_MS = 60_000;
const VIEWPORT = { width: 1280, height: 900 };

interface Listed {
  name: string;
  table: string;
  path: (filled: Filled) => string;
  /** The page reads at most this many rows, and says so. */
  most?: number;
}

const lists: Listed[] = [
  { name: 'events', table: 'Events', path: () => 'events' },
  { name: 'deliveries', table: 'Deliveries', path: () => 'webhooks/deliveries' },
  { name: 'leads', table: 'Leads', path: () => 'outreach/leads' },
  { name: 'findings', table: 'Findings', path: ({ review }) => `reviews/${review}`, most: 10_000 },
];

interface Measured {
  few: number[];
  many: number[];
  steps: number[];
  read: number;
}

/**
 * The console's own work on long lists, without that of the service: for opening a list, compared with the same page
 * with 25 rows, and for each step of scrolling through all rows and of jumping about.
 */
export async function measureConsole(bench: Bench): Promise<Figure[]> {
  const rows = bench.quick ? 1_000 : 10_000;
  const service = await bench.startService();
  const { host, port } = service.address;
  const url = `http://${host}:${port}`;
  const trivium = new Trivium({ url, key: service.apiKey });
  const receiver = `http://127.0.0.1:${bench.sinkPort}/0`;
  const browser = await openBrowser();
  try {
    const page = await openHome(browser, url, service);
    const own = await watchOwnWork(page);
    const fewFilled = await fillLists(trivium, { from: 0, to: FEW }, receiver);
    const few = new Map<string, number[]>();
    for (const one of lists) few.set(one.name, await measureOpenings(page, own, one, fewFilled, bench));
    bench.say(`  filling ${rows.toLocaleString('en-US')} rows`);
    const filled = await fillLists(trivium, { from: FEW, to: rows }, receiver);
    const readCpu = watchCpu({
      processes: { service: service.pid },
      trees: { postgres: service.postgresPid },
    });
    const figures: Figure[] = [];
    for (const one of lists) {
      const many = await measureOpenings(page, own, one, filled, bench);
      const { steps, read } = await measureSteps(page, own, one, Math.min(rows, one.most ?? rows), bench);
      bench.say(`  ${one.name}: ${describeLatency(latencyFigures(steps))}, ${read} rows read`);
      figures.push(...toFigures(one, rows, { few: few.get(one.name) ?? [], many, steps, read }));
    }
    const { others, stolen } = readCpu();
    return figures.map((figure) => ({ ...figure, othersCores: others + stolen }));
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function openHome(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  url: string,
  { apiKey }: Service,
): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  return page;
}

/** Milliseconds of own work from a link to the rows, several times, each from a page without a list. */
async function measureOpenings(
  page: Page,
  own: OwnWork,
  { table, path }: Listed,
  filled: Filled,
  { quick }: Bench,
): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round <= OPENINGS[quick ? 1 : 0]; round++) {
    await go(page, 'account');
    const work = await own.of(async () => {
      await go(page, path(filled));
      await awaitRows(page, table, FEW);
    });
    // The first round also loads the code of the page.
    if (round > 0) took.push(work);
  }
  return took;
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function awaitRows(page: Page, table: string, least: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  // The content security policy does not allow a script to poll inside the page.
  while ((await countRows(page, table)) < least) {
    if (performance.now() > end) throw new Error(`${table} did not reach ${least} rows.`);
    await sleep(POLL_MS);
  }
}

/** The number of rows that were read, whether or not they are rendered. */
async function countRows(page: Page, table: string): Promise<number> {
  return Number(await page.getByRole('table', { name: table }).getAttribute('aria-rowcount')) - 1;
}

/** Scrolls to the end, which loads more rows, until all are there; then jumps about. */
async function measureSteps(
  page: Page,
  own: OwnWork,
  { table }: Listed,
  expected: number,
  { quick }: Bench,
): Promise<Pick<Measured, 'steps' | 'read'>> {
  const steps: number[] = [];
  for (let read = await countRows(page, table); read < expected; read = await countRows(page, table)) {
    const more = read + 1;
    steps.push(
      await own.of(async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        await awaitRows(page, table, more);
      }),
    );
  }
  for (let jump = 0; jump < JUMPS[quick ? 1 : 0]; jump++) {
    const share = ((jump * 61) % 100) / 100;
    steps.push(await own.of(() => page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`)));
  }
  return { steps, read: await countRows(page, table) };
}

function toFigures(
  { name, most = Number.POSITIVE_INFINITY }: Listed,
  all: number,
  { few, many, steps, read }: Measured,
): Figure[] {
  const [bare, ours, step] = [few, many, steps].map((values) => latencyFigures(values)) as [
    ReturnType<typeof latencyFigures>,
    ReturnType<typeof latencyFigures>,
    ReturnType<typeof latencyFigures>,
  ];
  const rows = Math.min(all, most);
  const faults = read >= rows ? [] : [`${read} of ${rows} rows were read`];
  const common = { othersCores: 0, faults, better: 'lower', details: { few, many, steps, read } } as const;
  const count = rows.toLocaleString('en-US');
  return [
    {
      ...common,
      name: `console, ${count} ${name}: own work from a link to the rows, p95 over the same with ${FEW}`,
      ours: describeLatency(ours),
      bare: describeLatency(bare),
      value: ours.p95 / bare.p95,
      unit: 'ratio',
      floor: 2,
      aim: 1.2,
    },
    {
      ...common,
      name: `console, ${count} ${name}: own work of a step through all of them, p95`,
      ours: describeLatency(step),
      value: step.p95,
      unit: 'ms',
      floor: 100,
      aim: 50,
      spread: [step.p50, step.p99],
    },
  ];
}
