// Main thread of a sandbox process: passes work on, watches it, and kills what hangs or hogs memory.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { required } from '../required.ts';
import { yieldToOthers } from '../threads/index.ts';
import { type Announced, putTogether } from './crossing-parts.ts';
import type { FailureOfSandbox } from './sandbox-failure.ts';
import { INPUT_PIPE, type Item, type ProcessSettings, type Report } from './sandbox-messages.ts';
import { permissionsFor, STRIPPED_MODULES, strippedEnvironment } from './sandbox-permissions.ts';
import { missed } from './stripped-modules.mjs';

const CHECK_INTERVAL_MS = 20;
/** Wall-clock time allowed per CPU time: on a busy machine, healthy work must be able to finish. */
const CLOCK_RATIO = 30;
/** A thread that has not ended by then is stuck in native code and is killed with its process. */
const ENDING_MS = 200;
const GIVING_BACK_MS = 500;
/** Share of the memory limit that an idle process may hold; with more, it is replaced. */
const REST_SHARE = 0.5;
const STACK_MB = 4;
const MEBIBYTE = 1_048_576;

const settings = JSON.parse(required(process.argv[2], 'the settings')) as ProcessSettings;
const underWay = new Int32Array(new SharedArrayBuffer(4));
const pipe = new Socket({ fd: INPUT_PIPE, readable: true, writable: false });
const chunks = pipe.iterator() as AsyncIterator<Buffer, undefined>;
/** Read from the pipe, but not asked for yet. */
let ahead: Buffer = Buffer.alloc(0);
let items = new Map<number, Item>();
let worker = openWorker();
let watch: NodeJS.Timeout | undefined;
/** The current item, as first seen. */
let seen = { id: 0, cpuMs: 0, clockMs: 0 };

/** Immediately: an orderly exit would wait for native code. */
const end = () => void process.kill(process.pid, 'SIGKILL');

function openWorker(): Worker {
  underWay[0] = 0;
  const opened = new Worker(new URL('./sandbox.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: settings.heapMb, stackSizeMb: STACK_MB },
    env: strippedEnvironment(settings.stripped),
    execArgv: [...permissionsFor(settings.readable), STRIPPED_MODULES],
    workerData: underWay.buffer,
    stdout: true,
    stderr: true,
  });
  opened.on('message', (report: Report) => {
    if (opened === worker) tell(report);
  });
  opened.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') void giveUp(opened, 'out_of_memory', memoryMessage());
    else void giveUp(opened, 'crashed', 'It ended the thread that it ran in.');
  });
  opened.on('exit', () => void giveUp(opened, 'crashed', 'It ended the thread that it ran in.'));
  return opened;
}

async function readFromPipe(size: number): Promise<Buffer> {
  const read = [ahead];
  for (let length = ahead.length; length < size; ) {
    const { value } = await chunks.next();
    // The owner is gone. This ends the process.
    if (value === undefined) throw new Error('The input has ended.');
    read.push(value);
    length += value.length;
  }
  const bytes = Buffer.concat(read);
  ahead = bytes.subarray(size);
  return bytes.subarray(0, size);
}

function memoryMessage(): string {
  return `It needed more than ${settings.heapMb} MB of memory.`;
}

function isSpent(): boolean {
  return process.memoryUsage.rss() > settings.residentMb * REST_SHARE * MEBIBYTE;
}

function send(report: Report, done: (error: Error | null) => void): void {
  if (process.send === undefined) end();
  else process.send(report, done);
}

function tell(report: Report): void {
  for (const { id } of report.results) items.delete(id);
  report.missed = [...(report.missed ?? []), ...missed.splice(0)];
  if (report.isFree) {
    clearInterval(watch);
    if (isSpent()) report.isSpent = true;
  }
  // If the owner cannot be reached, it is gone.
  send(report, (error) => error && end());
}

/**
 * The current item has failed along with its thread; the sender restarts the other items of the batch. If a
 * thread ends without an item, it cannot even start, and so the process ends.
 */
async function giveUp(lost: Worker, failure: FailureOfSandbox, message: string): Promise<void> {
  if (lost !== worker) return;
  clearInterval(watch);
  const id = Atomics.load(underWay, 0);
  if (!items.has(id)) return end();
  worker = openWorker();
  const results = [{ id, failure, message }];
  const ended = lost.terminate().then(() => true);
  const late = new Promise<false>((resolve) => setTimeout(resolve, ENDING_MS, false));
  if (!(await Promise.race([ended, late]))) {
    send({ results, isFree: false }, end);
    return;
  }
  tell({ results, isFree: false });
  await memoryReleased();
  tell({ results: [], isFree: true });
}

/** Memory of a thread is released shortly after it ends. Replacing the process would cost its owner more. */
async function memoryReleased(): Promise<void> {
  const until = performance.now() + GIVING_BACK_MS;
  while (isSpent() && performance.now() < until) await sleep(CHECK_INTERVAL_MS);
}

function look(): void {
  const id = Atomics.load(underWay, 0);
  const item = items.get(id);
  const { user, system } = process.cpuUsage();
  const now = { id, cpuMs: (user + system) / 1_000, clockMs: performance.now() };
  if (id !== seen.id) seen = now;
  if (item === undefined) return;
  if (process.memoryUsage.rss() > settings.residentMb * MEBIBYTE) {
    void giveUp(worker, 'out_of_memory', memoryMessage());
    return;
  }
  const { timeoutMs } = item;
  if (now.cpuMs - seen.cpuMs > timeoutMs || now.clockMs - seen.clockMs > timeoutMs * CLOCK_RATIO) {
    void giveUp(worker, 'timed_out', `It took longer than ${timeoutMs / 1_000} s.`);
  }
}

yieldToOthers();
// A signal to every process of a terminal also reaches the owner, who may still need this work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', end);
process.on('message', async (announced: Announced[]) => {
  const turn: Item[] = [];
  for (const item of announced) turn.push(await putTogether(item, readFromPipe));
  items = new Map(turn.map((item) => [item.id, item]));
  seen = { id: 0, cpuMs: 0, clockMs: 0 };
  watch = setInterval(look, CHECK_INTERVAL_MS);
  worker.postMessage(turn);
});
