import { totalmem } from 'node:os';

/** What a node reports about itself with each heartbeat. */
export interface NodeFigures {
  /**
   * CPU time of the process since the last sample, in percent of one core; at most 100, since its work runs
   * on one thread.
   */
  cpu_utilization: number;
  /** Resident memory, in percent of what the process may use. */
  memory_utilization: number;
  /** Connections to and from the node, except to the database. */
  active_connections: number;
  /** Deliveries waiting or in progress on it, plus jobs in progress. */
  queue_size: number;
}

/** Shorter looks tell more of the clock's steps than of the load. */
const MIN_LOOK_MS = 200;

/** Measures this process. Other figures are registered by whoever has them. */
export class ProcessFigures {
  readonly #connections: (() => number)[] = [];
  readonly #queues: (() => number)[] = [];
  #cpu = process.cpuUsage();
  #lookedAt = performance.now();
  readonly #availableBytes = availableBytes();
  #cpuPercent = 0;

  countConnections(read: () => number): void {
    this.#connections.push(read);
  }

  countQueue(read: () => number): void {
    this.#queues.push(read);
  }

  read(): NodeFigures {
    const sum = (readers: (() => number)[]) => readers.reduce((total, read) => total + read(), 0);
    return {
      cpu_utilization: this.#readCpu(),
      memory_utilization: round((process.memoryUsage.rss() / this.#availableBytes) * 100),
      active_connections: sum(this.#connections),
      queue_size: sum(this.#queues),
    };
  }

  #readCpu(): number {
    const elapsedMs = performance.now() - this.#lookedAt;
    if (elapsedMs < MIN_LOOK_MS) return this.#cpuPercent;
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#cpuPercent = Math.min(100, round(((user + system) / 1000 / elapsedMs) * 100));
    this.#cpu = process.cpuUsage();
    this.#lookedAt = performance.now();
    return this.#cpuPercent;
  }
}

/** The container's limit, or the machine's memory. Takes reading six files. */
function availableBytes(): number {
  const bound = process.constrainedMemory();
  return bound > 0 && bound < totalmem() ? bound : totalmem();
}

function round(percent: number): number {
  return Math.round(percent * 10) / 10;
}
