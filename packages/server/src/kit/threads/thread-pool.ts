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
  /** Heap limit of one thread; exceeding it ends the thread. */
  memoryMb: number;
  /**
   * Stack of one thread, allocated as it is used; 4 by default. A native parser that overflows it crashes the
   * process.
   */
  stackMb?: number;
  /**
   * Young generation of one thread's heap: a larger one copies medium-lived objects less often; V8's default
   * if unset.
   */
  youngMb?: number;
  /**
   * Runs each thread in its own process with these V8 flags. For native code that handles input from
   * strangers, and for memory that must be returned to the system completely.
   */
  processFlags?: readonly string[];
  /** A thread that has been idle this long is ended and its memory freed; 30 s by default. */
  idleMs?: number;
  /** Maximum tasks waiting for a thread; more are refused as `aborted`. Unlimited by default. */
  maxWaiting?: number;
  /** Discards what the threads print, for libraries with output that concerns nobody. */
  isSilent?: boolean;
}

export interface RunOptions {
  /** Counted from when a thread takes the work, excluding the wait; unlimited by default. */
  timeoutMs?: number;
  /** The same in processor time of the thread, for work that waits for nobody: it ends alike on an idle and on a busy machine. */
  processorMs?: number;
  signal?: AbortSignal | undefined;
  /** Prefers the thread that handled this key before and has it in memory, if that one is free. */
  affinity?: string | undefined;
  /** V8 flags that the thread's process must have been started with; one with other flags is ended first. */
  processFlags?: readonly string[];
  /** Answers questions that the work asks while running; without it, they are refused. */
  answer?: ((question: unknown) => Promise<unknown>) | undefined;
  /** The thread is ended after the work, so that its memory is freed at once. */
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
  /** The flags that the thread's process was started with. */
  flags: readonly string[] | undefined;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  stopWatch: (() => void) | undefined;
  affinity: string | undefined;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 30_000;

/**
 * Threads for work that would hold up requests. Each runs one task at a time; one that hangs or dies is ended
 * along with its task, and the next task gets a new one. None runs before there is work.
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

  /** Whether a task would start at once. */
  get hasFree(): boolean {
    return (
      !this.#isStopped && this.#waiting.length === 0 && this.#slots.some(({ task }) => task === undefined)
    );
  }

  /** Runs a task in a thread. Rejects with `ThreadFailure` whatever goes wrong. */
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
   * Starts a thread ahead of need, if none is open, with a task whose outcome nobody awaits. Work that
   * arrives meanwhile goes to this thread.
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
      // Input that cannot be cloned is the caller's fault, and fails only the caller.
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
    const { answer = refuseQuestion } = task.options;
    const said = await answer(question).then(
      (answered) => ({ answer: answered }),
      (error: unknown) => ({ message: (error as Error).message, thrown: fieldsOf(error) }),
    );
    // Nobody awaits the answer to a question of work that has ended meanwhile.
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

  /** An idle thread does not keep the service alive, and is ended after a while. */
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

  /** Ends a thread along with its task; the slot is free for a new one. */
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

function refuseQuestion(): Promise<never> {
  return Promise.reject(new Error('Nobody answers what this work asks.'));
}

function aborted(why: string): ThreadFailure {
  return new ThreadFailure('aborted', why);
}
