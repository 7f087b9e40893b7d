// node bench/outreach-import/run.ts [rows] [rounds]: an import from upload to completed against a bare COPY of
// the same file in the same run; the same file again; memory and the latency of other requests meanwhile;
// scoring of all that was imported.
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { memoryMb } from '../harness/process-times.ts';
import { type Service, startService } from '../harness/service.ts';
import { writeLeadsFile } from './write-file.ts';

interface ImportJob {
  import_job_id: string;
  status: string;
  row_count: number;
  valid_row_count: number;
  invalid_row_count: number;
  duplicate_count: number;
  inserted_count: number;
}

const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const directory = await mkdtemp(join(tmpdir(), 'trivium-leads-'));
const path = join(directory, 'leads.csv');
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const rate = (ms: number) => `${Math.round(rows / (ms / 1000)).toLocaleString('en')} rows/s`;

async function copyBare({ database }: Service): Promise<number> {
  const client = await database.connect();
  try {
    const columns =
      'email first_name last_name title company website phone linkedin country employees notes segment';
    await client.query(
      `drop table if exists bare; create table bare (${columns
        .split(' ')
        .map((name) => `${name} text`)
        .join(', ')})`,
    );
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
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await service.api<ImportJob>('GET', `/v1/outreach/leads/import/${job.import_job_id}`);
  }
  return { tookMs: performance.now() - startedAt, answerMs, job };
}

/** Asks for something small again and again, and watches the memory, until told to stop. */
function watch(service: Service) {
  const latencies: number[] = [];
  const before = memoryMb(service.pid).resident;
  let most = before;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await service.api('GET', '/v1/outreach/leads/import?limit=1');
      latencies.push(performance.now() - startedAt);
      most = Math.max(most, memoryMb(service.pid).resident);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    latencies.sort((a, b) => a - b);
    return {
      p50: latencies[Math.floor(latencies.length / 2)]!,
      p99: latencies[Math.floor(latencies.length * 0.99)]!,
      before,
      growth: most - before,
    };
  };
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

try {
  const { bad, repeats } = await writeLeadsFile(path, rows);
  const { size } = await stat(path);
  say(
    `${rows.toLocaleString('en')} rows, ${(size / 1e6).toFixed(0)} MB, ${bad} bad, ${repeats} repeats; load ${(await readFile('/proc/loadavg', 'utf8')).split(' ', 3).join(' ')}`,
  );
  const service = await startService();
  try {
    const idle = watch(service);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const calm = await idle();
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await service.database.query('truncate leads, lead_imports, lead_import_rejects, lead_scores');
      const bareMs = await copyBare(service);
      const end = watch(service);
      const { tookMs, answerMs, job } = await importFile(service);
      const busy = await end();
      if (job.inserted_count !== rows - bad - repeats)
        throw new Error(`wrong counts: ${JSON.stringify(job)}`);
      const again = await importFile(service);
      if (again.job.duplicate_count !== rows - bad)
        throw new Error(`wrong counts: ${JSON.stringify(again.job)}`);
      const full = await importFile(service, '?dedup_keys=email&auto_score=true&dedup_mode=skip');
      ratios.push(bareMs / tookMs);
      say(
        `round ${round}: bare COPY ${seconds(bareMs)} (${rate(bareMs)}); import ${seconds(tookMs)} (${rate(tookMs)}), counts after ${seconds(answerMs)}; ratio ${(bareMs / tookMs).toFixed(3)}`,
      );
      say(
        `  the same file again ${seconds(again.tookMs)} (${rate(again.tookMs)}); the same file read anew ${seconds(full.tookMs)} (${rate(full.tookMs)})`,
      );
      say(
        `  memory ${busy.before.toFixed(0)} MB + ${busy.growth.toFixed(0)} MB; other requests p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (idle ${calm.p50.toFixed(1)}, ${calm.p99.toFixed(1)})`,
      );
    }
    say(`median ratio ${median(ratios).toFixed(3)} (floor 0.12, aim 0.25)`);
    await score(service);
  } finally {
    await service.stop();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Imports once more with scoring, and times the scores by themselves. */
async function score(service: Service): Promise<void> {
  const { database } = service;
  await database.query('truncate leads, lead_imports, lead_import_rejects, lead_scores');
  const { job } = await importFile(service, '?auto_score=true');
  const startedAt = performance.now();
  const wanted = job.inserted_count;
  for (let scored = 0; scored < wanted; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { rows: counted } = await database.query('select count(*)::int as n from lead_scores');
    scored = counted[0].n;
  }
  const tookMs = performance.now() - startedAt;
  say(`scores of ${wanted.toLocaleString('en')} leads: ${seconds(tookMs)} (floor 60 s, aim 10 s)`);
  const publishedFrom = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const { rows: published } = await database.query(
    "select count(*)::int as n from events where type = 'lead.scored'",
  );
  say(
    `lead.scored published meanwhile: ${Math.round(published[0].n / ((performance.now() - publishedFrom) / 1000)).toLocaleString('en')} a second`,
  );
}
