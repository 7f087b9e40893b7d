// `npm run bench:review -- <zip> [rounds]`: measures the time from the upload of an archive to its analysis, divided by
// a plain parse of the same files in the same run; a second upload with one and with ten changed files, divided by the
// first; a review by all agents with patches; the time of other requests meanwhile, divided by their time on an idle
// service; and the service's memory. CPU time is that of all processes of the service, without the database.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { required } from '../../packages/server/src/kit/required.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { cpuSeconds, serviceProcesses } from '../harness/process-times.ts';
import { type Service, startService } from '../harness/service.ts';
import { type LatencyFigures, latencyFigures, median } from '../harness/statistics.ts';
import { startWorker } from '../harness/worker.ts';
import { writeChanged } from './changed-archive.ts';
import { followCompletions } from './completions.ts';
import type { UploaderCommands } from './uploader.ts';
import { watchMemory } from './watch-memory.ts';

interface Application {
  id: string;
  status: string;
  metrics: { files_analyzed: number; files_partial: number; files_skipped: number; duration_ms: number };
}

interface Review {
  review_id: string;
  status: string;
  completed_at: string | null;
  progress: { completed: number; failed: number };
  patches_generated: number;
}

interface Bare {
  files: number;
  lines: number;
  ms: number;
  cpuMs: number;
}

const [path = '', roundsText = '3'] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const IDLE_MS = 3_000;
const PAUSE_MS = 10;
const POLL_MS = 10;

function measureBare(): Bare {
  const script = fileURLToPath(new URL('./bare-parse.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, path], { encoding: 'utf8' }));
}

function meanOf(a: Bare, b: Bare): Bare {
  return { ...a, ms: (a.ms + b.ms) / 2, cpuMs: (a.cpuMs + b.cpuMs) / 2 };
}

/** Sends requests like a client, one after the other, until it is stopped. */
async function askAlong(service: Service, isOver: () => boolean): Promise<number[]> {
  const latencies: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    await service.api('GET', '/v1/review/applications?limit=1');
    latencies.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  return latencies;
}

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    await sleep(POLL_MS);
  }
}

async function analyze(service: Service, name: string, archive = path) {
  const { address, apiKey } = service;
  const uploaded = await uploader.call('upload', { path: resolve(archive), name, address, apiKey });
  const uploadedAt = performance.now();
  const { id }: Application = JSON.parse(uploaded.json);
  const totalMs = uploaded.ms + (await completions.completedAt(id)) - uploadedAt;
  const application = await service.api<Application>('GET', `/v1/review/applications/${id}`);
  if (application.status !== 'analyzed') throw new Error(`the analysis ended as ${application.status}`);
  return { application, uploadMs: uploaded.ms, totalMs };
}

async function review(service: Service, applicationId: string) {
  const startedAt = performance.now();
  const path = `/v1/review/applications/${applicationId}/review`;
  const asked = await service.api<Review>('POST', path, { categories: 'all', generate_patches: true });
  const ended = await until(
    () => service.api<Review>('GET', `/v1/review/reviews/${asked.review_id}`),
    ({ completed_at: at }) => at !== null,
  );
  return { ...ended, ms: performance.now() - startedAt };
}

/** Runs the work and sends requests meanwhile; returns both results. */
async function withRequests<T>(
  service: Service,
  work: () => Promise<T>,
): Promise<{ value: T; latencies: number[] }> {
  let isOver = false;
  const asking = askAlong(service, () => isOver);
  try {
    const value = await work();
    isOver = true;
    return { value, latencies: await asking };
  } finally {
    isOver = true;
  }
}

/**
 * The first round starts threads, loads modules and runs code that is not compiled yet, so it is reported separately.
 */
function coldAndWarm([first, ...later]: readonly number[]): string {
  const warm = later.length === 0 ? 'not measured' : median(later).toFixed(2);
  return `${required(first, 'first').toFixed(2)} after the start, median of later rounds ${warm}`;
}

/** The numbers of changed files in the second uploads. */
const CHANGES = [1, 10];

/**
 * CPU time of second uploads with the name of a first one, divided by that of the first one: one value for each number
 * of changed files.
 */
async function measureRescan(service: Service, name: string, firstCpu: number): Promise<number[]> {
  const again: number[] = [];
  for (const count of CHANGES) {
    const changed = join(folder, `${count}.zip`);
    await writeChanged(path, count, changed);
    const before = serviceCpu();
    await analyze(service, name, changed);
    again.push((serviceCpu() - before) / firstCpu);
  }
  return again;
}

const sumOver = (pids: readonly number[], figure: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + figure(pid), 0);
const serviceCpu = () => sumOver(serviceProcesses(service.pid), cpuSeconds);

const service = await startService();
const memory = watchMemory(service.pid);
const completions = await followCompletions(service);
const uploader = startWorker<UploaderCommands>('review/uploader.ts');
const folder = mkdtempSync(join(tmpdir(), 'trivium-bench-changed-'));
const ratios: number[] = [];
const rescanRatios: number[][] = [];
const cpuRatios: number[] = [];
const latencies: Record<'idle' | 'busy', number[]> = { idle: [], busy: [] };
try {
  for (let round = 1; round <= Number(roundsText); round++) {
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, IDLE_MS);
    const idleTimes = await askAlong(service, () => isOver);
    const bareBefore = measureBare();
    const cpuBefore = serviceCpu();
    const done = await analyze(service, `round-${round}`);
    const cpu = serviceCpu() - cpuBefore;
    // Measured before and after, because the speed of a shared machine changes within seconds.
    const bare = meanOf(bareBefore, measureBare());
    // Once more, with requests at the same time: they would take CPU time from the analysis that is measured.
    const busyTimes = (await withRequests(service, () => analyze(service, `busy-${round}`))).latencies;
    latencies.idle.push(...idleTimes);
    latencies.busy.push(...busyTimes);
    const [idle, busy] = [idleTimes, busyTimes].map(latencyFigures) as [LatencyFigures, LatencyFigures];
    const reviewed = await withRequests(service, () => review(service, done.application.id));
    const during = latencyFigures(reviewed.latencies);
    const again = await measureRescan(service, `round-${round}`, cpu);
    rescanRatios.push(again);
    ratios.push(done.totalMs / bare.ms);
    cpuRatios.push((cpu * 1000) / bare.cpuMs);
    print(
      `round ${round}: bare parse ${seconds(bare.ms)} (${bare.files} files, ${bare.lines} lines); ` +
        `upload to analyzed ${seconds(done.totalMs)} (upload ${seconds(done.uploadMs)}), ratio ${required(ratios.at(-1), 'the last of ratios').toFixed(2)}; ` +
        `CPU ${seconds(bare.cpuMs)} and ${seconds(cpu * 1000)}, ratio ${required(cpuRatios.at(-1), 'the last of cpu ratios').toFixed(2)}`,
    );
    print(
      `  CPU of a second upload over the first: ${CHANGES.map((count, at) => `${again[at]?.toFixed(2)} with ${count} changed`).join(', ')}`,
    );
    print(
      `  review of all agents with patches ${seconds(reviewed.value.ms)}, ${reviewed.value.status}, ` +
        `${reviewed.value.progress.failed} failed, ${reviewed.value.patches_generated} patches`,
    );
    print(
      `  p99 of other requests: idle ${idle.p99.toFixed(1)} ms, analysis ${busy.p99.toFixed(1)} ms (${busy.count} asked), ` +
        `review ${during.p99.toFixed(1)} ms`,
    );
  }
  print(`ratio of upload to analyzed over the bare parse: ${coldAndWarm(ratios)}`);
  print(`ratio of their CPU time: ${coldAndWarm(cpuRatios)}`);
  for (const [at, count] of CHANGES.entries())
    print(
      `CPU of a second upload with ${count} changed over the first: ${coldAndWarm(rescanRatios.map((one) => required(one[at], 'a ratio')))}`,
    );
  const [idle, busy] = [latencies.idle, latencies.busy].map(latencyFigures) as [
    LatencyFigures,
    LatencyFigures,
  ];
  print(
    `p99 of other requests, all rounds: idle ${idle.p99.toFixed(1)} ms (${idle.count} asked), ` +
      `analysis ${busy.p99.toFixed(1)} ms (${busy.count} asked), ratio ${(busy.p99 / idle.p99).toFixed(2)}`,
  );
  const { peakMb, parts } = memory.peak();
  print(
    `peak memory of the service: ${Math.round(peakMb)} MB in all its processes at once, ${parts.map(Math.round).join(' + ')}`,
  );
} finally {
  memory.stop();
  completions.stop();
  await uploader.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
