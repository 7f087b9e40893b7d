import { openProcessThread } from './process-thread.ts';
import { watchProcessor } from './processor-watch.ts';
import { fieldsOf } from './serve-tasks.ts';
import { openThread, type Thread, type ThreadOwner } from './thread.ts';
import { ThreadFailure } from './thread-failure.ts';
import type { TaskTable, ThreadQuestion, ThreadReply, ThreadResult } from './thread-messages.ts';

export interface ThreadPoolOptions {
  /** The threads' module, which calls `serveTasks`. */
  entry: URL;
  size: number;
  /** Heap of one thread; more ends it. */
  memoryMb: number;
  /** Stack of one thread, taken as it is used; 4 unless told. A native parser that runs over it ends the process. */
  stackMb?: number;
  /** Heap of one thread for what is new: with more, what lives for a while is copied less often; V8's own measure unless told. */
  youngMb?: number;
  /**
   * Gives each thread a process, started with these flags of V8. For work that native code does on what strangers wrote,
   * and for memory that is to be given back whole.
   */
  processFlags?: readonly string[];
  /** A thread that nothing is asked of for so long is ended, and its memory given back; 30 s unless told. */
  idleMs?: number;
  /** Work that waits for a thread; more is refused as `aborted`. Without a bound unless told. */
  maxWaiting?: number;
  /** What the threads print is dropped: for libraries that say what is nobody's business. */
  isSilent?: boolean;
}

export interface RunOptions {
  /** Counted from when a thread takes the work, not while it waits for one; without a bound unless told. */
  timeoutMs?: number;
  /** The same in processor time of the thread, for work that waits for nobody: it ends alike on an idle and on a busy machine. */
  processorMs?: number;
  signal?: AbortSignal | undefined;
  /** Work on the same thing goes to the thread that has it in memory, when that one is free. */
  affinity?: string | undefined;
  /** Flags of V8 that the thread's process must have been started with; one that has others is ended first. */
  processFlags?: readonly string[];
  /** Answers what the work asks while it goes on; work that asks where nobody answers has what it asks refused. */
  answer?: ((question: unknown) => Promise<unknown>) | undefined;
  /** The thread is ended when the work is done, and what it took given back at once. */
  endsThread?: boolean;
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
  thread: Thread | undefined;
  /** What the thread's process was started with. */
  flags: readonly string[] | undefined;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  stopWatch: (() => void) | undefined;
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
      thread: undefined,
      flags: undefined,
      task: undefined,
      timer: undefined,
      stopWatch: undefined,
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
    if (slot === undefined || this.#isStopped || this.#slots.some(({ thread }) => thread !== undefined))
      return;
    slot.thread = this.#open(slot);
    slot.thread.post({ id: this.#nextId++, name, input });
    this.#rest(slot);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const failure = aborted('The service stops.');
    for (const task of this.#waiting.splice(0)) task.reject(failure);
    await Promise.all(this.#slots.map((slot) => this.#end(slot, failure)));
  }

  #next(): void {
    while (!this.#isStopped) {
      const free = this.#slots.filter((slot) => slot.task === undefined);
      const task = free.length === 0 ? undefined : this.#waiting.shift();
      if (task === undefined) return;
      const slot =
        free.find(({ affinity }) => affinity !== undefined && affinity === task.options.affinity) ??
        free.find(({ thread }) => thread !== undefined) ??
        free[0];
      if (slot !== undefined) this.#give(slot, task);
    }
  }

  #give(slot: Slot, task: Task): void {
    const { timeoutMs, processorMs, affinity, processFlags } = task.options;
    clearTimeout(slot.idle);
    slot.task = task;
    slot.affinity = affinity;
    if (processFlags !== undefined && slot.flags?.join() !== processFlags.join()) {
      void slot.thread?.end();
      slot.thread = undefined;
    }
    slot.thread ??= this.#open(slot, processFlags);
    slot.thread.ref();
    const endLate = (limitMs: number) => {
      const failure = new ThreadFailure('timed_out', `It took longer than ${limitMs / 1000} s.`);
      void this.#end(slot, failure);
    };
    if (timeoutMs !== undefined) slot.timer = setTimeout(endLate, timeoutMs, timeoutMs);
    if (processorMs !== undefined)
      slot.stopWatch = watchProcessor(slot.thread, processorMs, () => endLate(processorMs));
    const { id, name, input } = task;
    try {
      slot.thread.post({ id, name, input });
    } catch (error) {
      // What cannot cross to a thread is the fault of who asks, and of nobody else.
      const { name: thrown, message } = error as Error;
      this.#settle(slot, { id, message, thrown: { name: thrown } });
    }
  }

  #open(slot: Slot, flags = this.#options.processFlags): Thread {
    const { entry, memoryMb, stackMb = 4, youngMb, isSilent = false } = this.#options;
    const settings = { entry: entry.href, memoryMb, stackMb, youngMb, isSilent };
    const owner: ThreadOwner = {
      take: (reply) => this.#take(slot, reply),
      lose: (failure) => {
        if (slot.thread === thread) void this.#end(slot, failure);
      },
    };
    const thread =
      flags === undefined ? openThread(settings, owner) : openProcessThread(settings, flags, owner);
    slot.flags = flags;
    return thread;
  }

  #take(slot: Slot, reply: ThreadReply): void {
    if ('asks' in reply) void this.#answer(slot, reply);
    else this.#settle(slot, reply);
  }

  async #answer(slot: Slot, { id, asks, question }: ThreadQuestion): Promise<void> {
    const { task, thread } = slot;
    if (task?.id !== id) return;
    const { answer = nobodyAnswers } = task.options;
    const said = await answer(question).then(
      (answered) => ({ answer: answered }),
      (error: unknown) => ({ message: (error as Error).message, thrown: fieldsOf(error) }),
    );
    // What was asked by work that has ended meanwhile, nobody waits for.
    if (slot.task === task) thread?.post({ id, asked: asks, ...said });
  }

  #settle(slot: Slot, reply: ThreadResult): void {
    const { task } = slot;
    if (task?.id !== reply.id) return;
    stopTimers(slot);
    slot.task = undefined;
    if (task.options.endsThread) void this.#end(slot, aborted('It was the last that was asked of it.'));
    else this.#rest(slot);
    if ('output' in reply) task.resolve(reply.output);
    else task.reject(new ThreadFailure('threw', reply.message, reply.thrown));
    this.#next();
  }

  /** An idle thread keeps nothing from ending, and is ended itself after a while. */
  #rest(slot: Slot): void {
    slot.thread?.unref();
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
    const { thread, task } = slot;
    stopTimers(slot);
    clearTimeout(slot.idle);
    slot.thread = undefined;
    slot.task = undefined;
    slot.affinity = undefined;
    task?.reject(failure);
    await thread?.end();
    this.#next();
  }
}

function stopTimers({ timer, stopWatch }: Slot): void {
  clearTimeout(timer);
  stopWatch?.();
}

function nobodyAnswers(): Promise<never> {
  return Promise.reject(new Error('Nobody answers what this work asks.'));
}

function aborted(why: string): ThreadFailure {
  return new ThreadFailure('aborted', why);
}
