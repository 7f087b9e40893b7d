import { untilBeat } from '../../kit/beat.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import { type BootTime, bootTime } from './boot-time.ts';
import { type FoundJump, findJump, type MachineTime } from './found-jump.ts';
import { guard, type LeaderCallbacks, type Leadership, Leaderships } from './leaderships.ts';
import { type NodeRow, NodeSession } from './node-session.repository.ts';

export interface NodeRegistryOptions {
  connection: DatabaseConnection;
  /** The UUID of this process. */
  nodeId: string;
  /**
   * What other nodes may know about this one (host, process id, metrics); JSON. A function is called at each
   * heartbeat.
   */
  info: Record<string, unknown> | (() => Record<string, unknown>);
  onError(error: unknown): void;
  /** Called with the database's time at each heartbeat, read between the two times of the monotonic clock. */
  onTime?(databaseMs: number, sentAt: number, readAt: number): void;
  /** 1 s by default. */
  heartbeatMs?: number;
  /** A node without a heartbeat for this long is dead; 5 s by default. */
  deadAfterMs?: number;
  /** A clock that runs while no process does; the machine's uptime by default. */
  bootTime?(): BootTime | undefined;
  /** This machine's own clock; the system's by default. */
  ownClock?: Clock;
  /** A node whose own heartbeats fail for this long starts nothing new; below `deadAfterMs`, 4 s by default. */
  fenceAfterMs?: number;
}

/** A node that counts as dead while its heartbeat remains this one. */
export interface DeadNode {
  nodeId: string;
  lastHeartbeat: Date;
}

/** One of the nodes that share the database, as last heard of. */
export interface NodeState {
  nodeId: string;
  info: Record<string, unknown>;
  startedAt: Date;
  lastHeartbeat: Date;
  isAlive: boolean;
}

/** Other nodes consider a node without a heartbeat for this long dead. */
export const DEAD_AFTER_MS = 5_000;
/** How long others keep checking what a dead node still holds. */
const HELD_BY_DEAD_MS = 30_000;
const RETRY_MS = 250;
const FORGET_AFTER_MS = 3_600_000;
const FORGET_EVERY_BEATS = 60;

/**
 * Tracks which nodes are alive. Each writes a heartbeat; when it stops changing, the others consider the node
 * dead and may take over its work. A node that cannot write its own heartbeat notices before they do, and
 * pauses. All of this uses each observer's monotonic clock, because after a failover the database's clock may
 * differ. Only for a node seen for the first time does the database's clock say how long it has been silent.
 */
export class NodeRegistry {
  readonly #options: Required<Omit<NodeRegistryOptions, 'onTime'>> & Pick<NodeRegistryOptions, 'onTime'>;
  readonly #deadHandlers: ((nodeId: string) => void | Promise<void>)[] = [];
  readonly #lapseHandlers: (() => void | Promise<void>)[] = [];
  readonly #leaderships: Leaderships;
  readonly #dead = new Set<string>();
  /** When each other node's heartbeat was last seen to change. */
  readonly #heard = new Map<string, { beat: number; at: number; isSpared: boolean }>();
  #others: NodeRow[] = [];
  #session: NodeSession | undefined;
  #lastBeatAt = Number.NEGATIVE_INFINITY;
  #beats = 0;
  #foundBackMs = 0;
  #foundJump: FoundJump | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: NodeRegistryOptions) {
    this.#options = {
      heartbeatMs: 1_000,
      deadAfterMs: DEAD_AFTER_MS,
      fenceAfterMs: 4_000,
      bootTime,
      ownClock: systemClock,
      ...options,
    };
    this.#leaderships = new Leaderships({ mayAct: () => this.mayAct(), onError: options.onError });
  }

  get nodeId(): string {
    return this.#options.nodeId;
  }

  /** Resolves after the first heartbeat; rejects when the database is unavailable. */
  async start(): Promise<void> {
    await this.#beatOnce();
    this.#schedule(this.#options.heartbeatMs);
  }

  /** Writes a heartbeat now, so that others learn at once what changed in this node's info. */
  async announce(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#beating;
    if (!this.#isStopped) await this.#beatOnce().finally(() => this.#schedule(this.#options.heartbeatMs));
  }

  /**
   * How far a heartbeat found at the start was ahead of the database's clock: the clock has been set back by
   * that much since.
   */
  get foundBackMs(): number {
    return this.#foundBackMs;
  }

  /** How the database's clock was set since the last heartbeat from this machine; undefined if unknown. */
  get foundJump(): FoundJump | undefined {
    return this.#foundJump;
  }

  /** This node and the others that live, as of the last heartbeat. */
  aliveNodeIds(): string[] {
    return [this.nodeId, ...this.#others.map(({ id }) => id).filter((id) => !this.#dead.has(id))];
  }

  /** Every known node but this one. */
  otherNodes(): NodeState[] {
    return this.#others.map(({ id, info, startedAt, heartbeatAt }) => ({
      nodeId: id,
      info,
      startedAt,
      lastHeartbeat: heartbeatAt,
      isAlive: !this.#dead.has(id),
    }));
  }

  /** The dead ones among them. Before taking over from one, check again whether it has come back. */
  deadNodes(): DeadNode[] {
    return this.otherNodes().filter(({ isAlive }) => !isAlive);
  }

  /** Whether a node is known to have died or left. False for a node never heard of. */
  isDead(nodeId: string): boolean {
    return this.#dead.has(nodeId);
  }

  /** False while others may consider this node dead: it must start nothing that they may take over. */
  mayAct(): boolean {
    return performance.now() - this.#lastBeatAt < this.#options.fenceAfterMs;
  }

  /**
   * Called once on every live node for each node that died or left, including those that were dead before
   * this one started.
   */
  onNodeDead(handler: (nodeId: string) => void | Promise<void>): void {
    this.#deadHandlers.push(handler);
  }

  /**
   * Called when this node comes back after others may have considered it dead, before it may act again:
   * whatever it holds in memory may be theirs by now and must be dropped.
   */
  onLapsed(handler: () => void | Promise<void>): void {
    this.#lapseHandlers.push(handler);
  }

  /** Stands for a leadership from the next heartbeat on, for as long as the node runs. */
  leader(name: string, callbacks: LeaderCallbacks = {}): Leadership {
    return this.#leaderships.standFor(name, callbacks);
  }

  /** Leaves in an orderly way: gives up its leaderships and lets the others know at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    this.#leaderships.lose();
    this.#lastBeatAt = Number.NEGATIVE_INFINITY;
    const session = this.#session;
    this.#session = undefined;
    await session?.markLeft(this.nodeId).catch(this.#options.onError);
    await session?.close();
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    const { heartbeatMs } = this.#options;
    this.#timer = setTimeout(() => {
      const startedAt = performance.now();
      this.#beating = this.#beatOnce().then(
        () => this.#schedule(Math.max(untilBeat(heartbeatMs, startedAt) + startedAt - performance.now(), 0)),
        (error) => {
          this.#options.onError(error);
          this.#schedule(Math.min(RETRY_MS, heartbeatMs));
        },
      );
    }, delayMs);
  }

  async #beatOnce(): Promise<void> {
    const { nodeId, info, fenceAfterMs } = this.#options;
    try {
      const session = this.#session ?? (await this.#openSession());
      const sentAt = performance.now();
      const machine: MachineTime = { boot: this.#options.bootTime(), clock_ms: this.#options.ownClock.now() };
      const told = { ...(typeof info === 'function' ? info() : info), ...machine };
      const { others, databaseMs } = await session.beat(nodeId, told);
      this.#options.onTime?.(databaseMs, sentAt, performance.now());
      // Others may have read the heartbeat before the response arrives, so its age counts from the request.
      if (this.#beats === 0) {
        this.#foundBackMs = Math.max(0, ...others.map(({ ageMs }) => -ageMs));
        this.#foundJump = findJump(others, told, databaseMs);
      }
      const gapMs = this.#beats++ > 0 ? sentAt - this.#lastBeatAt : 0;
      if (gapMs >= fenceAfterMs) this.#tell(this.#lapseHandlers);
      this.#lastBeatAt = sentAt;
      this.#learn(others, gapMs >= fenceAfterMs / 2);
      await this.#endSessionsOfDead(session);
      await this.#leaderships.elect(session, () => this.#session === session);
      if (this.#beats % FORGET_EVERY_BEATS === 0) await session.removeOld(FORGET_AFTER_MS);
    } catch (error) {
      await this.#dropSession();
      throw error;
    }
  }

  async #openSession(): Promise<NodeSession> {
    const session = await NodeSession.open(this.#options.connection, this.nodeId);
    this.#session = session;
    session.onLost(() => {
      if (this.#session === session) void this.#dropSession();
    });
    return session;
  }

  async #dropSession(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#leaderships.lose();
    await session?.close();
  }

  /**
   * A node that could not look for a while cannot judge the others' silence: perhaps the database was down
   * for all. Spared once per silence: a node that is slow at every look would otherwise never find out.
   */
  #learn(others: NodeRow[], couldNotLook: boolean): void {
    this.#others = others;
    const now = performance.now();
    const ids = new Set(others.map(({ id }) => id));
    for (const id of this.#heard.keys()) if (!ids.has(id)) this.#heard.delete(id);
    for (const { id, ageMs, hasLeft, heartbeatAt } of others) {
      const beat = heartbeatAt.getTime();
      const known = this.#heard.get(id);
      const isSpared = couldNotLook && known?.beat === beat && !known.isSpared && !this.#dead.has(id);
      if (known?.beat !== beat || isSpared)
        this.#heard.set(id, { beat, at: known === undefined ? now - Math.max(ageMs, 0) : now, isSpared });
      const silentMs = now - (this.#heard.get(id)?.at ?? now);
      const isDead = hasLeft || silentMs >= this.#options.deadAfterMs;
      if (!isDead) this.#dead.delete(id);
      else if (!this.#dead.has(id)) {
        this.#dead.add(id);
        this.#tell(this.#deadHandlers, id);
      }
    }
  }

  /**
   * A halted machine does not close its connections, so the server considers it connected: this releases its
   * locks.
   */
  async #endSessionsOfDead(session: NodeSession): Promise<void> {
    const now = performance.now();
    const { deadAfterMs, onError } = this.#options;
    const mayHold = (id: string) => now - (this.#heard.get(id)?.at ?? 0) < deadAfterMs + HELD_BY_DEAD_MS;
    const dead = this.#others.filter(({ id, hasLeft }) => !hasLeft && this.#dead.has(id) && mayHold(id));
    if (dead.length > 0) await session.endSessions(dead).catch(onError);
  }

  // Handlers must not hold up heartbeats: what they start continues on its own.
  #tell<A extends unknown[]>(handlers: ((...args: A) => void | Promise<void>)[], ...args: A): void {
    for (const handler of handlers) guard(() => handler(...args), this.#options.onError);
  }
}

export function createNodeRegistry(options: NodeRegistryOptions): NodeRegistry {
  return new NodeRegistry(options);
}
