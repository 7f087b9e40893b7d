import { Worker } from 'node:worker_threads';
import { WorkerFailure } from './worker-failure.ts';
import type { TaskName, WorkerReply, WorkerTasks } from './worker-protocol.ts';

export interface WorkerPoolOptions {
  size: number;
  /** Heap of one thread; more ends it. */
  memoryMb: number;
  /** The thread's module; for tests. */
  entry?: URL | undefined;
}

export interface RunOptions {
  /** Counted from when a thread takes the work, not while it waits for one. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Work on the same thing goes to the thread that has it in memory, when that one is free. */
  affinity?: string | undefined;
}

interface Task {
  id: number;
  name: TaskName;
  input: unknown;
  options: RunOptions;
  resolve(output: never): void;
  reject(error: WorkerFailure): void;
}

interface Slot {
  worker: Worker | undefined;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  affinity: string | undefined;
  /** Ends a thread that nothing is asked of. */
  idle: NodeJS.Timeout | undefined;
}

/** A thread holds grammars and the last application; when nothing is asked of it, that memory is given back. */
const IDLE_MS = 30_000;

const defaultEntry = new URL('./worker.ts', import.meta.url);

/**
 * Threads for work that would hold up requests. Each does one thing at a time; one that hangs or dies is
 * ended with what it did, and the next work gets a new one.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: Slot[];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #isStopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      task: undefined,
      timer: undefined,
      affinity: undefined,
      idle: undefined,
    }));
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Runs a task in a thread. Rejects with `WorkerFailure`, whatever goes wrong. */
  run<Name extends TaskName>(
    name: Name,
    input: WorkerTasks[Name]['input'],
    options: RunOptions,
  ): Promise<WorkerTasks[Name]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped || options.signal?.aborted) {
        reject(stopped());
        return;
      }
      const task: Task = { id: this.#nextId++, name, input, options, resolve, reject };
      const abort = () => this.#abort(task);
      options.signal?.addEventListener('abort', abort, { once: true });
      const forget = () => options.signal?.removeEventListener('abort', abort);
      task.resolve = (output) => {
        forget();
        resolve(output);
      };
      task.reject = (error) => {
        forget();
        reject(error);
      };
      this.#waiting.push(task);
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const task of this.#waiting.splice(0)) task.reject(stopped());
    await Promise.all(this.#slots.map((slot) => this.#end(slot, stopped())));
  }

  #next(): void {
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const free = this.#slots.filter((slot) => slot.task === undefined);
      if (free.length === 0) return;
      const task = this.#waiting.shift()!;
      const slot =
        free.find(({ affinity }) => affinity !== undefined && affinity === task.options.affinity) ??
        free.find(({ worker }) => worker !== undefined) ??
        free[0]!;
      this.#give(slot, task);
    }
  }

  #give(slot: Slot, task: Task): void {
    clearTimeout(slot.idle);
    slot.task = task;
    slot.affinity = task.options.affinity;
    slot.worker ??= this.#open(slot);
    slot.worker.ref();
    slot.timer = setTimeout(() => {
      const seconds = Math.round(task.options.timeoutMs / 1000);
      void this.#end(slot, new WorkerFailure('timed_out', `It took longer than ${seconds} s.`));
    }, task.options.timeoutMs);
    slot.worker.postMessage({ id: task.id, name: task.name, input: task.input });
  }

  #open(slot: Slot): Worker {
    const worker = new Worker(this.#options.entry ?? defaultEntry, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
      // Nothing that the environment holds is for code that reads strangers' archives.
      env: {},
      execArgv: [],
    });
    worker.on('message', (reply: WorkerReply) => this.#settle(slot, reply));
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const failure = isMemory
        ? new WorkerFailure('out_of_memory', `It needed more than ${this.#options.memoryMb} MB of memory.`)
        : new WorkerFailure('crashed', `Its thread died: ${error.message}`);
      if (slot.worker === worker) void this.#end(slot, failure);
    });
    worker.on('exit', () => {
      if (slot.worker === worker) void this.#end(slot, new WorkerFailure('crashed', 'Its thread ended.'));
    });
    return worker;
  }

  #settle(slot: Slot, reply: WorkerReply): void {
    const { task } = slot;
    if (task?.id !== reply.id) return;
    clearTimeout(slot.timer);
    slot.task = undefined;
    // An idle thread keeps nothing from ending.
    slot.worker?.unref();
    slot.idle = setTimeout(() => void this.#end(slot, stopped()), IDLE_MS).unref();
    if ('error' in reply) {
      const { name, message, reason } = reply.error;
      task.reject(new WorkerFailure('threw', message, { name, ...(reason !== undefined && { reason }) }));
    } else task.resolve(reply.output as never);
    this.#next();
  }

  #abort(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      task.reject(stopped());
      return;
    }
    const slot = this.#slots.find((candidate) => candidate.task === task);
    if (slot !== undefined) void this.#end(slot, stopped());
  }

  /** Ends a thread with what it does; the slot is free for a new one. */
  async #end(slot: Slot, failure: WorkerFailure): Promise<void> {
    const { worker, task } = slot;
    clearTimeout(slot.timer);
    clearTimeout(slot.idle);
    slot.worker = undefined;
    slot.task = undefined;
    slot.affinity = undefined;
    task?.reject(failure);
    await worker?.terminate();
    this.#next();
  }
}

function stopped(): WorkerFailure {
  return new WorkerFailure('aborted', 'The service stops.');
}
