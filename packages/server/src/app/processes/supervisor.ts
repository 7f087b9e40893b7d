import cluster, { type Worker } from 'node:cluster';
import { memoryArguments } from '../../kit/processes/index.ts';
import type { FromMember, MetricsOfProcess, Place, Ready, ToMember } from './process-messages.ts';

export interface SupervisorOptions {
  /** How many processes serve. */
  count: number;
  /** The program that serves, and its arguments. */
  exec: string;
  args: string[];
  /** What each is told of the database. */
  database: Pick<Place, 'connection' | 'isEmbedded'>;
  onError(error: unknown): void;
}

/** A serving process did not come up; the message is one line for whoever starts the service. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
}

interface Serving {
  worker: Worker;
  index: number;
  ready: Ready | undefined;
  isLeaving: boolean;
}

interface Gathering {
  asker: Worker;
  id: number;
  missing: Set<Worker>;
  all: MetricsOfProcess[];
}

/** What is not over by then is killed; the database is stopped after it. */
const STOP_GRACE_MS = 8_500;
const RESTART_MS = 500;
const MAX_RESTART_MS = 30_000;
/** A process that hangs is left out of the metrics. */
const GATHER_MS = 2_000;

/**
 * Runs the processes that serve on one port: replaces one that ends by itself, and all, one after another, when told.
 * This process listens and hands each connection to one of them in turn, so that none is refused meanwhile.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #serving = new Map<number, Serving>();
  readonly #gatherings = new Map<number, Gathering>();
  #restartMs = RESTART_MS;
  #gathered = 0;
  #rolling: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the first, then the others at once; resolves with what the first has to tell. */
  async start(): Promise<Ready> {
    const { exec, args, count } = this.#options;
    cluster.setupPrimary({ exec, args, execArgv: memoryArguments() });
    const first = await this.#open(0, { isFirst: true });
    await Promise.all(Array.from({ length: count - 1 }, (_, i) => this.#open(i + 1)));
    return first;
  }

  get pids(): number[] {
    return [...this.#serving.values()].flatMap(({ worker }) => worker.process.pid ?? []);
  }

  /** Ends and starts again each process, one after another. What is told again meanwhile is one roll. */
  roll(): Promise<void> {
    this.#rolling ??= this.#roll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#serving.values()].map((one) => this.#end(one)));
  }

  async #roll(): Promise<void> {
    for (const index of [...this.#serving.keys()].sort((a, b) => a - b)) {
      const one = this.#serving.get(index);
      if (this.#isStopped || one === undefined) continue;
      await this.#end(one);
      await this.#reopen(index);
    }
  }

  #open(index: number, { isFirst = false, replaces }: Partial<Place> = {}): Promise<Ready> {
    const worker = cluster.fork();
    const one: Serving = { worker, index, ready: undefined, isLeaving: false };
    this.#serving.set(index, one);
    return new Promise((resolve, reject) => {
      let reason = 'it ended during its start';
      worker.on('message', (message: FromMember) => {
        if (message.type === 'join')
          tell(worker, { type: 'place', ...this.#options.database, index, isFirst, replaces });
        if (message.type === 'failed') reason = message.message;
        if (message.type === 'ready') {
          one.ready = message;
          this.#restartMs = RESTART_MS;
          resolve(message);
        }
        this.#takeMetrics(one, message);
      });
      worker.once('exit', (code, signal) => {
        if (this.#serving.get(index) === one) this.#serving.delete(index);
        this.#forget(worker);
        if (one.ready === undefined) reject(new ProcessStartError(reason));
        else if (!one.isLeaving && !this.#isStopped) {
          this.#options.onError(
            new Error(`process ${index} ended by itself (${signal ?? `exit code ${code}`})`),
          );
          void this.#reopen(index, one.ready.nodeId);
        }
      });
    });
  }

  /** Until it is up, with longer and longer pauses. */
  async #reopen(index: number, replaces?: string): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#open(index, { replaces });
        return;
      } catch (error) {
        this.#options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, this.#restartMs).unref());
        this.#restartMs = Math.min(this.#restartMs * 2, MAX_RESTART_MS);
      }
    }
  }

  async #end(one: Serving): Promise<void> {
    one.isLeaving = true;
    const { worker } = one;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    if (worker.isDead()) return;
    worker.process.kill('SIGTERM');
    const kill = setTimeout(() => worker.process.kill('SIGKILL'), STOP_GRACE_MS);
    await ended;
    clearTimeout(kill);
  }

  /** Carries the question for everybody's metrics to all, and their answers back. */
  #takeMetrics({ worker, index }: Serving, message: FromMember): void {
    if (message.type === 'gather') {
      const up = [...this.#serving.values()].filter(({ ready }) => ready !== undefined);
      const gathering: Gathering = {
        asker: worker,
        id: message.id,
        missing: new Set(up.map((one) => one.worker)),
        all: [],
      };
      const id = ++this.#gathered;
      this.#gatherings.set(id, gathering);
      for (const one of up) tell(one.worker, { type: 'read', id });
      setTimeout(() => this.#answer(id), GATHER_MS).unref();
    }
    if (message.type === 'metrics') {
      const gathering = this.#gatherings.get(message.id);
      if (!gathering?.missing.delete(worker)) return;
      gathering.all.push({ index, metrics: message.metrics });
      if (gathering.missing.size === 0) this.#answer(message.id);
    }
  }

  #answer(id: number): void {
    const gathering = this.#gatherings.get(id);
    if (gathering === undefined) return;
    this.#gatherings.delete(id);
    const all = gathering.all.sort((a, b) => a.index - b.index);
    tell(gathering.asker, { type: 'gathered', id: gathering.id, all });
  }

  #forget(worker: Worker): void {
    for (const [id, { missing }] of this.#gatherings)
      if (missing.delete(worker) && missing.size === 0) this.#answer(id);
  }
}

function tell(worker: Worker, message: ToMember): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
