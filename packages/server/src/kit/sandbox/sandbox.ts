import { availableParallelism } from 'node:os';
import { required } from '../required.ts';
import { SandboxFailure } from './sandbox-failure.ts';
import { type Crossing, type Item, type ItemResult, type Report, sizeOf } from './sandbox-messages.ts';
import { keepStripped, readablePaths, strippedFolder } from './sandbox-modules.ts';
import { openSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { SandboxQueue, type Task } from './sandbox-queue.ts';

export interface SandboxRequest {
  entry: string;
  name: string;
  input: Crossing;
  /** Owner of the work: owners are served round-robin. */
  owner: string;
  /** CPU time while it runs. */
  timeoutMs: number;
  /** Characters and bytes. */
  maxInput: number;
  maxOutput: number;
}

export interface SandboxOptions {
  /** Maximum number of processes; at least two, so that one owner never occupies all of them. */
  size?: number;
  heapMb?: number;
  residentMb?: number;
  /** A process that has been idle this long is ended. */
  idleMs?: number;
  /** Work that has waited this long is refused. */
  maxWaitMs?: number;
  /**
   * Starting a process blocks the calling thread: an owner whose work kills processes waits this long for the
   * next.
   */
  restAfterDeathMs?: number;
}

interface Slot {
  process: SandboxProcess | undefined;
  /** Items sent to it and not answered yet. */
  turn: Map<number, Task>;
  owner: string | undefined;
  begunAt: number;
  /** The failed item of this batch has been reported. */
  hasTold: boolean;
  idle: NodeJS.Timeout | undefined;
  /** Kills a process whose own watchdog does not. */
  backstop: NodeJS.Timeout | undefined;
}

/** Work with a longer limit leaves one process to shorter work, however many owners request it. */
const LONG_MS = 5_000;
const SWEEP_MS = 250;
/** Maximum time an owner waits because its work had to be killed. */
const MAX_REST_MS = 1_000;
/** The watchdog in the process goes first: it counts CPU time. */
const BACKSTOP_RATIO = 36;
const BACKSTOP_MS = 5_000;

/** Processes for user-written input. None runs before there is work. */
export class Sandbox {
  readonly #options: Required<SandboxOptions>;
  readonly #queue = new SandboxQueue();
  readonly #slots: Slot[];
  #nextId = 1;
  #sweep: NodeJS.Timeout | undefined;
  #isScheduled = false;

  constructor({
    size = Math.min(4, availableParallelism()),
    heapMb = 128,
    residentMb = 512,
    idleMs = 30_000,
    maxWaitMs = 30_000,
    restAfterDeathMs = 5_000,
  }: SandboxOptions = {}) {
    this.#options = { size: Math.max(2, size), heapMb, residentMb, idleMs, maxWaitMs, restAfterDeathMs };
    this.#slots = Array.from({ length: this.#options.size }, () => ({
      process: undefined,
      turn: new Map(),
      owner: undefined,
      begunAt: 0,
      hasTold: false,
      idle: undefined,
      backstop: undefined,
    }));
  }

  /** The pids of the open processes. */
  get pids(): number[] {
    return this.#slots.flatMap(({ process }) => process?.pid ?? []);
  }

  /** Runs one unit of work. Rejects with `SandboxFailure` whatever goes wrong. */
  run(request: SandboxRequest): Promise<Crossing> {
    const { owner, maxInput, ...item } = request;
    const size = sizeOf(request.input);
    return new Promise((resolve, reject) => {
      if (size > maxInput) {
        return reject(
          new SandboxFailure('input_too_large', `It was given more than ${maxInput} characters.`),
        );
      }
      const task: Task = {
        item: { id: this.#nextId, ...item },
        owner,
        size,
        since: performance.now(),
        isSuspect: false,
        settle: (result) => {
          if ('output' in result) resolve(result.output);
          else reject(new SandboxFailure(result.failure, result.message, result.thrown));
        },
      };
      // Ids are shared as 32-bit values, and 0 means none.
      this.#nextId = (this.#nextId % 0x7fff_ffff) + 1;
      if (!this.#queue.add(task)) {
        return reject(new SandboxFailure('busy', 'Too much work of this kind waits already.'));
      }
      this.#scheduleNext();
    });
  }

  /** Ends the processes and whatever they are doing. */
  async stop(): Promise<void> {
    const waiting = this.#queue.removeOlder(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    for (const { item, settle } of waiting) settle(failed(item, stopped()));
    await Promise.all(
      this.#slots.map((slot) => {
        for (const { item, settle } of slot.turn.values()) settle(failed(item, stopped()));
        if (slot.owner !== undefined) this.#endTurn(slot, [], 0);
        return this.#endProcess(slot);
      }),
    );
  }

  /** Requests of one event loop turn are sent together. */
  #scheduleNext(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#next();
    });
  }

  #next(): void {
    this.#watchQueue();
    for (;;) {
      const [first, ...others] = this.#slots.filter(({ owner }) => owner === undefined);
      if (first === undefined) return;
      const long = this.#slots.filter(({ turn }) => longestOf(turn) > LONG_MS).length;
      const maxMs = long < this.#slots.length - 1 ? Number.POSITIVE_INFINITY : LONG_MS;
      const tasks = this.#queue.take(performance.now(), this.#slots.length - 1, maxMs);
      if (tasks === undefined) return;
      this.#give([first, ...others].find(({ process }) => process !== undefined) ?? first, tasks);
    }
  }

  /** While anything waits: refuses what has waited too long, and resumes when an owner's rest is over. */
  #watchQueue(): void {
    this.#sweep ??= setInterval(() => {
      const now = performance.now();
      const late = this.#queue.removeOlder(now - this.#options.maxWaitMs, now);
      for (const { item, settle } of late) {
        settle(failed(item, new SandboxFailure('busy', 'It waited for too long to be begun.')));
      }
      if (this.#queue.isEmpty) {
        clearInterval(this.#sweep);
        this.#sweep = undefined;
      } else this.#next();
    }, SWEEP_MS);
  }

  #give(slot: Slot, tasks: readonly Task[]): void {
    clearTimeout(slot.idle);
    slot.turn = new Map(tasks.map((task) => [task.item.id, task]));
    slot.owner = required(tasks[0], 'a task of the turn').owner;
    slot.begunAt = performance.now();
    slot.hasTold = false;
    slot.process ??= this.#open(slot);
    slot.process.ref();
    this.#restartBackstop(slot);
    slot.process.post(tasks.map(({ item }) => item));
  }

  #restartBackstop(slot: Slot): void {
    clearTimeout(slot.backstop);
    const { process } = slot;
    slot.backstop = setTimeout(
      () => void process?.end(),
      longestOf(slot.turn) * BACKSTOP_RATIO + BACKSTOP_MS,
    );
  }

  #open(slot: Slot): SandboxProcess {
    const { heapMb, residentMb } = this.#options;
    const opened = openSandboxProcess(
      { heapMb, residentMb, readable: readablePaths(), stripped: strippedFolder() },
      {
        take: (report) => {
          if (slot.process === opened) this.#take(slot, report);
        },
        lose: () => {
          if (slot.process === opened) this.#lose(slot);
        },
      },
    );
    return opened;
  }

  #take(slot: Slot, { results, isFree, isSpent = false, missed = [] }: Report): void {
    keepStripped(missed);
    for (const result of results) this.#settle(slot, result);
    if (!isFree) this.#restartBackstop(slot);
    if (!isFree || slot.owner === undefined) return;
    const tookMs = performance.now() - slot.begunAt;
    const restMs = isSpent ? this.#options.restAfterDeathMs : Math.min(tookMs, MAX_REST_MS);
    this.#endTurn(slot, [...slot.turn.values()], slot.hasTold ? restMs : 0);
    if (isSpent) void this.#endProcess(slot);
    else this.#rest(slot);
    this.#next();
  }

  #settle(slot: Slot, result: ItemResult): void {
    const task = slot.turn.get(result.id);
    if (task === undefined) return;
    slot.turn.delete(result.id);
    if ('failure' in result && result.failure !== 'threw' && result.failure !== 'output_too_large') {
      slot.hasTold = true;
    }
    task.settle(result);
  }

  /**
   * The process is gone. If the item that killed it is known, it was reported; otherwise, if only one was in
   * the batch, that one did it.
   */
  #lose(slot: Slot): void {
    slot.process = undefined;
    clearTimeout(slot.idle);
    if (slot.owner === undefined) return;
    const left = [...slot.turn.values()];
    if (!slot.hasTold) {
      if (left.length === 1) {
        const [{ item, settle }] = left as [Task];
        left.length = 0;
        settle(failed(item, new SandboxFailure('crashed', 'It ended the process that it ran in.')));
      }
      for (const task of left) task.isSuspect = true;
    }
    this.#endTurn(slot, left, this.#options.restAfterDeathMs);
    this.#next();
  }

  #endTurn(slot: Slot, left: readonly Task[], restMs: number): void {
    clearTimeout(slot.backstop);
    this.#queue.putBack(left);
    this.#queue.endTurn(required(slot.owner, 'whose turn ends'), performance.now(), restMs);
    slot.turn = new Map();
    slot.owner = undefined;
  }

  /** An idle process does not keep the service alive, and is ended after a while. */
  #rest(slot: Slot): void {
    slot.process?.unref();
    slot.idle = setTimeout(() => void this.#endProcess(slot), this.#options.idleMs).unref();
  }

  async #endProcess(slot: Slot): Promise<void> {
    clearTimeout(slot.idle);
    clearTimeout(slot.backstop);
    const { process } = slot;
    slot.process = undefined;
    await process?.end();
  }
}

/** The longest time limit in a batch, in milliseconds. */
function longestOf(turn: ReadonlyMap<number, Task>): number {
  return Math.max(0, ...[...turn.values()].map(({ item }) => item.timeoutMs));
}

function stopped(): SandboxFailure {
  return new SandboxFailure('stopped', 'The service stops.');
}

function failed({ id }: Item, { kind, message }: SandboxFailure): ItemResult {
  return { id, failure: kind, message };
}
