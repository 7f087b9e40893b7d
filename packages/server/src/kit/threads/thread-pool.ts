import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { ThreadFailure } from './thread-failure.ts';
import type { TaskTable, ThreadReply, ThreadRequest } from './thread-messages.ts';

export interface ThreadPoolOptions {
  /** The threads' module, which calls `serveTasks`. */
  entry: URL;
  size: number;
  /** Heap of one thread; more ends it. */
  memoryMb: number;
  /** Stack of one thread, taken as it is used; 4 unless told. A native parser that runs over it ends the process. */
  stackMb?: number;
  /** For threads that make much in a short time; V8's own measures unless told. */
  heap?: ThreadHeap;
  /** A thread that nothing is asked of for so long is ended, and its memory given back; 30 s unless told. */
  idleMs?: number;
  /** Work that waits for a thread; more is refused as `aborted`. Without a bound unless told. */
  maxWaiting?: number;
  /** What the threads print is dropped: for libraries that say what is nobody's business. */
  isSilent?: boolean;
}

export interface ThreadHeap {
  /** How much is for what is new: with more, what lives for a while is copied less often. */
  youngMb: number;
  /** How large the heap is before what is old in it is looked through for the first time. */
  initialMb: number;
}

export interface RunOptions {
  /** Counted from when a thread takes the work, not while it waits for one; without a bound unless told. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Work on the same thing goes to the thread that has it in memory, when that one is free. */
  affinity?: string | undefined;
}

interface Task {
  id: number;
  name: PropertyKey;
  input: unknown;
  options: RunOptions;
  resolve(output: unknown): void;
  reject(error: ThreadFailure): void;
}

interface Slot {
  worker: Worker | undefined;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  affinity: string | undefined;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 30_000;

/**
 * Threads for work that would hold up requests. Each does one thing at a time; one that hangs or dies is
 * ended with what it did, and the next work gets a new one. None runs before there is work.
 */
export class ThreadPool<Tasks extends TaskTable<Tasks>> {
  readonly #options: ThreadPoolOptions;
  readonly #slots: Slot[];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #isStopped = false;

  constructor(options: ThreadPoolOptions) {
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

  /** Whether a task would be begun at once. */
  get hasFree(): boolean {
    return (
      !this.#isStopped && this.#waiting.length === 0 && this.#slots.some(({ task }) => task === undefined)
    );
  }

  /** Runs a task in a thread. Rejects with `ThreadFailure`, whatever goes wrong. */
  run<Name extends keyof Tasks>(
    name: Name,
    input: Tasks[Name]['input'],
    options: RunOptions = {},
  ): Promise<Tasks[Name]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped || options.signal?.aborted) return reject(aborted('It was not wanted any more.'));
      const { maxWaiting = Number.POSITIVE_INFINITY } = this.#options;
      if (this.#waiting.length >= maxWaiting) return reject(aborted('Too much work waits for a thread.'));
      const task: Task = { id: this.#nextId++, name, input, options, resolve, reject };
      this.#waiting.push(task);
      const abort = () => this.#abort(task);
      options.signal?.addEventListener('abort', abort, { once: true });
      const forget = () => options.signal?.removeEventListener('abort', abort);
      task.resolve = (output) => {
        forget();
        resolve(output as Tasks[Name]['output']);
      };
      task.reject = (error) => {
        forget();
        reject(error);
      };
      this.#next();
    });
  }

  /**
   * Opens a thread before there is work for it, where none stands open, and has it begin with a task whose outcome nobody
   * waits for. Work that comes meanwhile goes to this thread.
   */
  prepare<Name extends keyof Tasks>(name: Name, input: Tasks[Name]['input']): void {
    const [slot] = this.#slots;
    if (slot === undefined || this.#isStopped || this.#slots.some(({ worker }) => worker !== undefined))
      return;
    slot.worker = this.#open(slot);
    slot.worker.postMessage({ id: this.#nextId++, name, input } satisfies ThreadRequest);
    this.#rest(slot);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const failure = aborted('The service stops.');
    for (const task of this.#waiting.splice(0)) task.reject(failure);
    await Promise.all(this.#slots.map((slot) => this.#end(slot, failure)));
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
    const { timeoutMs, affinity } = task.options;
    clearTimeout(slot.idle);
    slot.task = task;
    slot.affinity = affinity;
    slot.worker ??= this.#open(slot);
    slot.worker.ref();
    if (timeoutMs !== undefined) {
      const failure = new ThreadFailure('timed_out', `It took longer than ${timeoutMs / 1000} s.`);
      slot.timer = setTimeout(() => void this.#end(slot, failure), timeoutMs);
    }
    const { id, name, input } = task;
    try {
      slot.worker.postMessage({ id, name, input } satisfies ThreadRequest);
    } catch (error) {
      // What cannot cross to a thread is the fault of who asks, and of nobody else.
      const { name: thrown, message } = error as Error;
      this.#settle(slot, { id, message, thrown: { name: thrown } });
    }
  }

  #open(slot: Slot): Worker {
    const { entry, memoryMb, stackMb = 4, heap, isSilent = false } = this.#options;
    const cacheDir = getCompileCacheDir();
    // V8 reads it once, when it makes the thread's heap, and Node has no other way to tell it.
    if (heap !== undefined) setFlagsFromString(`--initial-heap-size=${heap.initialMb}`);
    const worker = new Worker(entry, {
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        stackSizeMb: stackMb,
        ...(heap !== undefined && { maxYoungGenerationSizeMb: heap.youngMb }),
      },
      // Nothing else that the environment holds is for code that reads what strangers wrote. The cache serves from
      // the first file on, or each thread would load the stripper of TypeScript (15 MB) for that one alone.
      env: cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) },
      execArgv: [],
      stdout: isSilent,
      stderr: isSilent,
    });
    if (heap !== undefined) worker.once('online', () => setFlagsFromString('--initial-heap-size=0'));
    worker.on('message', (reply: ThreadReply) => this.#settle(slot, reply));
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const failure = isMemory
        ? new ThreadFailure('out_of_memory', `It needed more than ${memoryMb} MB of memory.`)
        : new ThreadFailure('crashed', `Its thread died: ${error.message}`);
      if (slot.worker === worker) void this.#end(slot, failure);
    });
    worker.on('exit', () => {
      if (slot.worker === worker) void this.#end(slot, new ThreadFailure('crashed', 'Its thread ended.'));
    });
    return worker;
  }

  #settle(slot: Slot, reply: ThreadReply): void {
    const { task } = slot;
    if (task?.id !== reply.id) return;
    clearTimeout(slot.timer);
    slot.task = undefined;
    this.#rest(slot);
    if ('output' in reply) task.resolve(reply.output);
    else task.reject(new ThreadFailure('threw', reply.message, reply.thrown));
    this.#next();
  }

  /** An idle thread keeps nothing from ending, and is ended itself after a while. */
  #rest(slot: Slot): void {
    slot.worker?.unref();
    const { idleMs = IDLE_MS } = this.#options;
    slot.idle = setTimeout(() => void this.#end(slot, aborted('It was idle.')), idleMs).unref();
  }

  #abort(task: Task): void {
    const failure = aborted('It was not wanted any more.');
    const at = this.#waiting.indexOf(task);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      task.reject(failure);
      return;
    }
    const slot = this.#slots.find((candidate) => candidate.task === task);
    if (slot !== undefined) void this.#end(slot, failure);
  }

  /** Ends a thread with what it does; the slot is free for a new one. */
  async #end(slot: Slot, failure: ThreadFailure): Promise<void> {
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

function aborted(why: string): ThreadFailure {
  return new ThreadFailure('aborted', why);
}
