import type { Item, ItemResult } from './sandbox-messages.ts';

/** Work that is waiting or in progress. */
export interface Task {
  item: Item;
  owner: string;
  size: number;
  /** By `performance.now()`. */
  since: number;
  /** It was in a batch whose process died: it runs alone next time, to find out which one caused it. */
  isSuspect: boolean;
  settle(result: ItemResult): void;
}

interface OwnerQueue {
  waiting: Task[];
  size: number;
  /** Batches in progress. */
  running: number;
  /** Not before then: its last batch had to be killed. */
  restsUntil: number;
}

/** Maximum waiting per owner. */
const MAX_TASKS = 2_000;
const MAX_SIZE = 64_000_000;
/** Maximum size over all owners. */
const MAX_SIZE_OF_ALL = 256_000_000;
/** Maximum tasks per batch. */
const TURN_TASKS = 64;
const TURN_SIZE = 1_000_000;

/**
 * Queues work by owner and serves owners round-robin, so that one owner's work delays another's by one batch
 * at most.
 */
export class SandboxQueue {
  readonly #owners = new Map<string, OwnerQueue>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  /** Returns whether there was room. */
  add(task: Task): boolean {
    const queue = this.#of(task.owner);
    const isFull =
      queue.waiting.length >= MAX_TASKS ||
      (queue.waiting.length > 0 && queue.size + task.size > MAX_SIZE) ||
      this.#size + task.size > MAX_SIZE_OF_ALL;
    if (isFull) return false;
    queue.waiting.push(task);
    this.#grow(queue, task.size);
    return true;
  }

  /** Returns tasks to the front that were taken but not started. */
  putBack(tasks: readonly Task[]): void {
    for (const task of tasks.toReversed()) {
      const queue = this.#of(task.owner);
      queue.waiting.unshift(task);
      this.#grow(queue, task.size);
    }
  }

  /**
   * The tasks of the next batch, all of one owner; undefined while none may start. `maxMs`: skips work that
   * may take longer than this.
   */
  take(now: number, maxTurnsOfOne: number, maxMs: number): Task[] | undefined {
    for (const [owner, queue] of this.#owners) {
      const isReady = queue.running < maxTurnsOfOne && queue.restsUntil <= now;
      const [first] = queue.waiting;
      if (!isReady || first === undefined || first.item.timeoutMs > maxMs) continue;
      // Moves to the back of the round.
      this.#owners.delete(owner);
      this.#owners.set(owner, queue);
      queue.running++;
      return this.#takeFrom(queue, maxMs);
    }
    return undefined;
  }

  /** A batch has ended. `restMs`: how long the owner's next one must wait. */
  endTurn(owner: string, now: number, restMs = 0): void {
    const queue = this.#of(owner);
    queue.running--;
    if (restMs > 0) queue.restsUntil = now + restMs;
  }

  /** Removes and returns tasks waiting since before then, and forgets owners with nothing left. */
  removeOlder(since: number, now: number): Task[] {
    const removed: Task[] = [];
    for (const [owner, queue] of this.#owners) {
      const late = queue.waiting.filter((task) => task.since < since);
      if (late.length > 0) {
        removed.push(...late);
        queue.waiting = queue.waiting.filter((task) => task.since >= since);
        for (const { size } of late) this.#grow(queue, -size);
      }
      if (queue.waiting.length === 0 && queue.running === 0 && queue.restsUntil <= now) {
        this.#owners.delete(owner);
      }
    }
    return removed;
  }

  #takeFrom(queue: OwnerQueue, maxMs: number): Task[] {
    const turn: Task[] = [];
    let size = 0;
    while (turn.length < TURN_TASKS) {
      const [next] = queue.waiting;
      if (next === undefined || next.item.timeoutMs > maxMs) break;
      if (turn.length > 0 && (next.isSuspect || size + next.size > TURN_SIZE)) break;
      queue.waiting.shift();
      turn.push(next);
      size += next.size;
      if (next.isSuspect) break;
    }
    this.#grow(queue, -size);
    return turn;
  }

  #grow(queue: OwnerQueue, by: number): void {
    queue.size += by;
    this.#size += by;
  }

  #of(owner: string): OwnerQueue {
    let queue = this.#owners.get(owner);
    if (queue === undefined) {
      queue = { waiting: [], size: 0, running: 0, restsUntil: 0 };
      this.#owners.set(owner, queue);
    }
    return queue;
  }
}
