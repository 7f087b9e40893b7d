import cluster, { type Worker } from 'node:cluster';
import type { FromMember, Place, Ready, ToMember } from './process-messages.ts';

/** A serving process failed to start; the message is one line for whoever starts the service. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
}

export interface SlotOptions {
  place: Omit<Place, 'isFirst' | 'replaces'>;
  /** Called with each message of the slot's process. */
  onMessage(slot: ServingSlot, message: FromMember): void;
  /** The slot's process is gone. */
  onEnd(slot: ServingSlot): void;
  onError(error: unknown): void;
}

/** A process still running by then is killed; the database stops after it. */
const STOP_GRACE_MS = 8_500;
const RESTART_MS = 500;
const MAX_RESTART_MS = 30_000;

interface Run {
  worker: Worker;
  /** What it reported when it was up; rejects when it died before. */
  ready: Promise<Ready>;
  ended: Promise<void>;
  /** It was told to stop. */
  isLeaving: boolean;
}

/** A slot for a serving process: whatever ends the process, another one follows until the slot is closed. */
export class ServingSlot {
  readonly index: number;
  readonly #options: SlotOptions;
  #run: Run | undefined;
  #isUp = false;
  #isClosed = false;
  #whenUp: ((ready: Ready) => void)[] = [];

  constructor(options: SlotOptions) {
    this.index = options.place.index;
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the first process is up; rejects when it fails to start, and then none follows. */
  async open(isFirst = false): Promise<Ready> {
    const run = this.#fork({ isFirst, replaces: undefined });
    const ready = await run.ready;
    void this.#keep(run, ready);
    return ready;
  }

  /** Stops the process and resolves when the next one is up. */
  async renew(): Promise<void> {
    const next = new Promise<Ready>((resolve) => this.#whenUp.push(resolve));
    await this.#end();
    if (!this.#isClosed) await next;
  }

  /** Stops the process for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  tell(message: ToMember): void {
    const worker = this.#run?.worker;
    if (worker?.isConnected()) worker.send(message, () => {});
  }

  async #keep(first: Run, firstReady: Ready): Promise<void> {
    let run = first;
    let { nodeId } = firstReady;
    let pauseMs = RESTART_MS;
    for (;;) {
      await run.ended;
      const replaces = run.isLeaving ? undefined : nodeId;
      if (this.#isClosed) return;
      run = this.#fork({ isFirst: false, replaces });
      try {
        const ready = await run.ready;
        nodeId = ready.nodeId;
        pauseMs = RESTART_MS;
        for (const tell of this.#whenUp.splice(0)) tell(ready);
      } catch (error) {
        if (this.#isClosed) return;
        this.#options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, MAX_RESTART_MS);
      }
    }
  }

  #fork(told: Pick<Place, 'isFirst' | 'replaces'>): Run {
    const { place, onMessage, onEnd, onError } = this.#options;
    const worker = cluster.fork();
    let reason = 'it ended during its start';
    const ready = new Promise<Ready>((resolve, reject) => {
      worker.on('message', (message: FromMember) => {
        if (message.type === 'join') worker.send({ ...place, ...told } satisfies Place, () => {});
        if (message.type === 'failed') reason = message.message;
        if (message.type === 'ready') {
          this.#isUp = true;
          resolve(message);
        }
        onMessage(this, message);
      });
      worker.once('exit', () => reject(new ProcessStartError(reason)));
    });
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', (code, signal) => {
        if (this.#isUp && !run.isLeaving)
          onError(new Error(`process ${this.index} ended by itself (${signal ?? `exit code ${code}`})`));
        this.#isUp = false;
        onEnd(this);
        resolve();
      });
    });
    const run: Run = { worker, ready, ended, isLeaving: false };
    this.#run = run;
    return run;
  }

  async #end(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.isLeaving = true;
    run.ready.catch(() => {});
    run.worker.process.kill('SIGTERM');
    const kill = setTimeout(() => run.worker.process.kill('SIGKILL'), STOP_GRACE_MS);
    await run.ended;
    clearTimeout(kill);
  }
}
