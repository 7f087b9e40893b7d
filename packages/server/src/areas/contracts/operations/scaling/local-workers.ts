import { type ChildProcess, spawn } from 'node:child_process';
import type { NodeLauncher } from './node-launcher.ts';

export interface LocalWorkersOptions {
  /** The command that runs this service as a worker. */
  command: readonly [string, ...string[]];
  env: () => NodeJS.ProcessEnv;
  onError(error: unknown): void;
}

interface Worker {
  process: ChildProcess;
  /** Undefined until it has started. */
  nodeId: string | undefined;
  isLeaving: boolean;
}

const STOP_GRACE_MS = 6_000;
/** Delay before a crashed worker restarts; it grows while crashes follow quickly. */
const RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
const STABLE_AFTER_MS = 30_000;

/**
 * Worker processes of this service on this machine, each with an IPC channel that ends it when this process
 * ends.
 */
export class LocalWorkers implements NodeLauncher {
  readonly choosesNodes = true;
  readonly #options: LocalWorkersOptions;
  readonly #workers = new Set<Worker>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #restartMs = RESTART_MS;
  #isStopped = false;

  constructor(options: LocalWorkersOptions) {
    this.#options = options;
  }

  /** Workers that run or start, without those about to leave. */
  get count(): number {
    return [...this.#workers].filter(({ isLeaving }) => !isLeaving).length;
  }

  async grow(target: number, active: number): Promise<void> {
    const starting =
      [...this.#workers].filter(({ nodeId }) => nodeId === undefined).length + this.#restarts.size;
    for (let i = active + starting; i < target; i++) this.#start();
  }

  async shrink(_target: number, leaving: readonly string[]): Promise<void> {
    for (const worker of this.#workers) {
      if (worker.nodeId !== undefined && leaving.includes(worker.nodeId)) this.#drain(worker);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    const ended = [...this.#workers].map(
      (worker) =>
        new Promise<void>((resolve) => {
          worker.process.once('exit', () => resolve());
          this.#drain(worker);
        }),
    );
    const kill = setTimeout(() => {
      for (const worker of this.#workers) worker.process.kill('SIGKILL');
    }, STOP_GRACE_MS);
    await Promise.all(ended);
    clearTimeout(kill);
  }

  #start(): void {
    if (this.#isStopped) return;
    const [program, ...args] = this.#options.command;
    const child = spawn(program, args, {
      env: this.#options.env(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const worker: Worker = { process: child, nodeId: undefined, isLeaving: false };
    const startedAt = performance.now();
    this.#workers.add(worker);
    child.on('message', (message) => {
      const { type, nodeId } = message as { type?: string; nodeId?: string };
      if (type === 'ready' && nodeId !== undefined) worker.nodeId = nodeId;
    });
    child.on('error', this.#options.onError);
    child.once('exit', (code, signal) => {
      this.#workers.delete(worker);
      if (worker.isLeaving || this.#isStopped) return;
      this.#options.onError(new Error(`a worker ended by itself (${signal ?? `exit code ${code}`})`));
      this.#restartLater(performance.now() - startedAt);
    });
  }

  #restartLater(livedMs: number): void {
    this.#restartMs = livedMs > STABLE_AFTER_MS ? RESTART_MS : Math.min(this.#restartMs * 2, MAX_RESTART_MS);
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#start();
    }, this.#restartMs);
    this.#restarts.add(timer);
  }

  #drain(worker: Worker): void {
    if (worker.isLeaving) return;
    worker.isLeaving = true;
    // One without a channel is already ending.
    worker.process.send?.({ type: 'drain' }, () => {});
  }
}
