import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { memoryMb } from '../harness/process-times.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { latencyFigures, median } from '../harness/statistics.ts';
import { writeLeadsFile } from './write-file.ts';

interface ImportJob {
  import_job_id: string;
  status: string;
  duplicate_count: number;
  inserted_count: number;
}

interface Round {
  bareMs: number;
  importMs: number;
  /** From the upload to the answer with the counts. */
  answerMs: number;
  /** Importing the same file again. */
  againMs: number;
  /** Importing the same file again, with options that require another read. */
  anewMs: number;
  growthMb: number;
  p99Ms: number;
  othersCores: number;
}

const IDLE_MS = 3_000;
const POLL_MS = 50;

/**
 * Measures the import of a file of leads from the upload to the completed job, compared with a plain COPY of the same
 * file; the same file again; memory and the latency of other requests during the import; and the scores of all leads.
 */
export async function measureImport(bench: Bench): Promise<Figure[]> {
  const { rows } = bench;
  const folder = await mkdtemp(join(tmpdir(), 'trivium-leads-'));
  const path = join(folder, 'leads.csv');
  try {
    const expected = await writeLeadsFile(path, rows);
    const service = await bench.startService();
    const idle = watch(service);
    await sleep(IDLE_MS);
    const calm = await idle();
    const rounds: Round[] = [];
    const faults: string[] = [];
    for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
      const one = await measureRound(service, path, rows, expected, faults);
      rounds.push(one);
      bench.say(
        `  bare ${seconds(one.bareMs)}, import ${seconds(one.importMs)}, again ${seconds(one.againMs)}`,
      );
    }
    const scoring = await measureScoring(service, path, faults);
    await service.stop();
    return toFigures(rows, rounds, { calm, scoring, faults });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRound(
  service: Service,
  path: string,
  rows: number,
  { bad, repeats }: { bad: number; repeats: number },
  faults: string[],
): Promise<Round> {
  await service.database.query('truncate leads, lead_imports, lead_import_rejects, lead_scores');
  const readCpu = watchCpu({ processes: { service: service.pid }, trees: { postgres: service.postgresPid } });
  const bareMs = await copyBare(service, path);
  const end = watch(service);
  const first = await importFile(service, path);
  const { p99, growthMb } = await end();
  if (first.job.inserted_count !== rows - bad - repeats)
    faults.push(`wrong counts: ${JSON.stringify(first.job)}`);
  const again = await importFile(service, path);
  if (again.job.duplicate_count !== rows - bad) faults.push(`wrong counts: ${JSON.stringify(again.job)}`);
  const anew = await importFile(service, path, '?delimiter=,');
  const { others, stolen } = readCpu();
  return {
    bareMs,
    importMs: first.tookMs,
    answerMs: first.answerMs,
    againMs: again.tookMs,
    anewMs: anew.tookMs,
    growthMb,
    p99Ms: p99,
    othersCores: others + stolen,
  };
}

async function copyBare({ database }: Service, path: string): Promise<number> {
  const client = await database.connect();
  try {
    const names =
      'email first_name last_name title company website phone linkedin country employees notes segment';
    const columns = names.split(' ').map((name) => `${name} text`);
    await client.query('drop table if exists bare');
    await client.query(`create table bare (${columns.join(', ')})`);
    await client.query('checkpoint').catch(() => {});
    const startedAt = performance.now();
    await pipeline(
      createReadStream(path, { highWaterMark: 1_048_576 }),
      client.query(copyFrom('copy bare from stdin (format csv, header true)')),
    );
    const tookMs = performance.now() - startedAt;
    await client.query('drop table bare');
    return tookMs;
  } finally {
    client.release();
  }
}

/** From the first byte of the upload to the completed job. */
async function importFile(
  service: Service,
  path: string,
  query = '',
): Promise<{ tookMs: number; answerMs: number; job: ImportJob }> {
  const { address, apiKey } = service;
  const { size } = await stat(path);
  const startedAt = performance.now();
  const response = await fetch(`http://${address.host}:${address.port}/v1/outreach/leads/import${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'text/csv',
      'content-length': String(size),
    },
    body: createReadStream(path, { highWaterMark: 1_048_576 }),
    duplex: 'half',
  } as RequestInit);
  let job = (await response.json()) as ImportJob;
  const answerMs = performance.now() - startedAt;
  if (response.status !== 202) throw new Error(JSON.stringify(job));
  while (!/^(completed|failed)/.test(job.status)) {
    await sleep(POLL_MS);
    job = await service.api<ImportJob>('GET', `/v1/outreach/imports/${job.import_job_id}`);
  }
  return { tookMs: performance.now() - startedAt, answerMs, job };
}

/** Repeats a small request and watches the memory until it is stopped. */
function watch(service: Service): () => Promise<{ p99: number; growthMb: number }> {
  const latencies: number[] = [];
  const before = memoryMb(service.pid).resident;
  let most = before;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await service.api('GET', '/v1/outreach/imports?limit=1');
      latencies.push(performance.now() - startedAt);
      most = Math.max(most, memoryMb(service.pid).resident);
      await sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    return { p99: latencyFigures(latencies).p99, growthMb: most - before };
  };
}

/** Imports once more with scoring, and measures the scoring separately. */
async function measureScoring(
  service: Service,
  path: string,
  faults: string[],
): Promise<{ leads: number; tookMs: number }> {
  const { database } = service;
  await database.query('truncate leads, lead_imports, lead_import_rejects, lead_scores');
  const { job } = await importFile(service, path, '?auto_score=true');
  const startedAt = performance.now();
  // Leads are scored in the order of their ids, so this waits for the last one; repeated counting would take a core
  // from the measurement.
  const { rows } = await database.query('select org_id, id from leads order by org_id desc, id desc limit 1');
  const { org_id, id } = rows[0] as { org_id: string; id: string };
  const lastScore = () =>
    database.query('select from lead_scores where org_id = $1 and lead_id = $2', [org_id, id]);
  while ((await lastScore()).rows.length === 0) await sleep(POLL_MS);
  const tookMs = performance.now() - startedAt;
  const counted = await database.query<{ n: number }>('select count(*)::int as n from lead_scores');
  if (required(counted.rows[0], 'a row').n !== job.inserted_count)
    faults.push(`${required(counted.rows[0], 'a row').n} leads were scored`);
  return { leads: job.inserted_count, tookMs };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function toFigures(
  rows: number,
  rounds: Round[],
  more: { calm: { p99: number }; scoring: { leads: number; tookMs: number }; faults: string[] },
): Figure[] {
  const { calm, scoring, faults } = more;
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const othersCores = Math.max(...rounds.map((round) => round.othersCores));
  const figure = (
    name: string,
    ours: string,
    value: number,
    judged: Pick<Figure, 'unit' | 'floor' | 'aim' | 'better'> & Partial<Figure>,
  ): Figure => ({
    name,
    ours,
    value,
    othersCores,
    faults,
    details: { rows, rounds, calm, scoring },
    ...judged,
  });
  const perSecond = (ms: number) => Math.round(rows / (ms / 1000));
  const ratios = rounds.map(({ bareMs, importMs }) => bareMs / importMs);
  const count = rows.toLocaleString('en-US');
  return [
    figure(
      `import of ${count} rows, upload to completed, over a bare COPY`,
      seconds(middle((r) => r.importMs)),
      median(ratios),
      {
        bare: seconds(middle((r) => r.bareMs)),
        unit: 'ratio',
        floor: 0.12,
        aim: 0.25,
        better: 'higher',
        spread: ratios,
      },
    ),
    figure(
      'the same file again, rows',
      `${seconds(middle((r) => r.againMs))}; read anew ${seconds(middle((r) => r.anewMs))}`,
      perSecond(middle((r) => r.againMs)),
      {
        unit: '/s',
        floor: 100_000,
        aim: 200_000,
        better: 'higher',
      },
    ),
    figure(
      'growth of memory during an import',
      `${middle((r) => r.growthMb).toFixed(0)} MB`,
      middle((r) => r.growthMb),
      {
        unit: 'MB',
        floor: 100,
        aim: 60,
        better: 'lower',
      },
    ),
    figure(
      'other requests during an import: p99 over idle',
      `${middle((r) => r.p99Ms).toFixed(1)} ms`,
      middle((r) => r.p99Ms) / calm.p99,
      {
        bare: `${calm.p99.toFixed(1)} ms`,
        unit: 'ratio',
        floor: 3,
        aim: 1.5,
        better: 'lower',
      },
    ),
    figure(
      `scores of imported leads`,
      `${scoring.leads.toLocaleString('en-US')} in ${seconds(scoring.tookMs)}`,
      scoring.leads / (scoring.tookMs / 1000),
      {
        unit: '/s',
        floor: 1_000_000 / 60,
        aim: 100_000,
        better: 'higher',
      },
    ),
  ];
}
