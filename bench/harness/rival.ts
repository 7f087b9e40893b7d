import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type RequestForm, sampleData } from '../load/request-template.ts';
import type { Bench } from './bench.ts';
import { endChild } from './worker.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 10_000;
/** Programs that each start another system for comparison, separated by commas. */
export const RIVALS_SETTING = 'BENCH_RIVALS';

/**
 * The one line of JSON that such a program writes when its system is up and has the receiver. Its input is in the
 * environment: `BENCH_SINK_URL`, the receiver; `BENCH_EVENT_TYPE`, the type that the receiver subscribes to;
 * `BENCH_EVENT_DATA`, the event's data as JSON, which must be in the body unchanged and arrive unchanged. The program
 * runs until SIGTERM, and then stops its system.
 */
export interface RivalStarted extends RequestForm {
  host: string;
  port: number;
  path: string;
}

/** Another system with one receiver in the sink. */
export interface Rival extends RivalStarted {
  name: string;
  stop(): Promise<void>;
}

/** The programs in the setting; none by default. */
export function rivalPrograms(): string[] {
  return (process.env[RIVALS_SETTING] ?? '').split(',').filter(Boolean);
}

/** Starts one; if it does not start, rejects with its standard error. */
export async function startRival(bench: Bench, program: string, type: string): Promise<Rival> {
  const child = spawn(program, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BENCH_SINK_URL: `http://127.0.0.1:${bench.sinkPort}/0`,
      BENCH_EVENT_TYPE: type,
      BENCH_EVENT_DATA: JSON.stringify(sampleData(type)),
    },
  });
  try {
    const started = await readStarted(child, program);
    return { ...started, name: basename(program), stop: () => endChild(child, STOP_GRACE_MS) };
  } catch (error) {
    await endChild(child, STOP_GRACE_MS);
    throw error;
  }
}

function readStarted(child: ChildProcess, program: string): Promise<RivalStarted> {
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    told = `${told}${chunk}`.slice(-4_000);
  });
  const { stdout } = child;
  if (stdout === null) return Promise.reject(new Error('the program has no output'));
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${program} ${why}:\n${told}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', () => fail('ended at startup'));
    createInterface(stdout).once('line', (line) => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(line) as RivalStarted);
      } catch {
        fail(`wrote no JSON, but ${line.slice(0, 200)}`);
      }
    });
  });
}
