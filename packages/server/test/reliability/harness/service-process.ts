import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeArguments, nodeEnvironment } from '../../../../../scripts/node-settings.mjs';
import { required } from '../../../src/kit/required.ts';
import { apiKey } from './api-client.ts';

const ownRoot = join(import.meta.dirname, '../../../../..');
const START_TIMEOUT_MS = 120_000;
const KEPT_OUTPUT_CHARS = 200_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServiceProcessOptions {
  dataDir: string;
  /** Environment of the service in addition to the variables that every test sets. */
  settings?: Record<string, string>;
  /** Arguments before the command, such as those that run it on another host. */
  launcher?: readonly string[];
  /** The checkout to run; this one by default. */
  root?: string | undefined;
}

/** The service as an operator runs it: one child process. It stops in order when this process ends. */
export class ServiceProcess {
  readonly exited: Promise<Exit>;
  /** The address that it prints; rejects with its output if it ends or hangs before. */
  readonly ready: Promise<string>;
  readonly #child: ChildProcess;
  #output = '';
  #exit: Exit | undefined;

  constructor({ dataDir, settings = {}, launcher = [], root = ownRoot }: ServiceProcessOptions) {
    const [program = '', ...before] = [...launcher, process.execPath];
    this.#child = spawn(
      program,
      [
        ...before,
        ...nodeArguments,
        '--import',
        join(root, 'scripts/lifeline.mjs'),
        join(root, 'packages/server/src/main.mjs'),
        'serve',
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        env: {
          ...nodeEnvironment,
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: '0',
          DATA_DIR: dataDir,
          BOOTSTRAP_API_KEY: apiKey,
          RATE_LIMIT_SCALE: '1000000',
          REVIEW_WARM_UP: 'off',
          LOG_LEVEL: 'warn',
          ...settings,
        },
      },
    );
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
    this.ready = this.#readAddress();
    this.ready.catch(() => {});
  }

  get pid(): number {
    return required(this.#child.pid, 'the id of the process');
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  /** How it ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Its last output, from both streams. */
  get output(): string {
    return this.#output;
  }

  send(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    this.send('SIGKILL');
    await this.exited;
  }

  /** Stops it in order. */
  async end(): Promise<void> {
    this.send('SIGTERM');
    await this.exited;
  }

  /** Resident memory in MB. */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  #readAddress(): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the service ${why}:\n${this.#output}`));
      const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
      const onData = (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT_CHARS);
        const address = /^Trivium is up at (\S+)$/m.exec(this.#output)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      };
      required(this.#child.stdout, 'the stdout').on('data', onData);
      required(this.#child.stderr, 'the stderr').on('data', onData);
      void this.exited.then(() => {
        clearTimeout(timer);
        fail('ended during startup');
      });
    });
  }
}
