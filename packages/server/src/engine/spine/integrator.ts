import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { isDatabaseUnavailable, isPartUnavailable, type QueryRows, queryPool } from '../../kit/db/index.ts';
import type { CheckpointSigner } from './checkpoint-signer.ts';
import { CheckpointWriter, type DamagedLog } from './checkpoint-writer.ts';
import { CHUNK_EVENTS } from './chunk-layout.ts';
import { DamagedChunkError, writeFullChunks } from './chunk-writer.ts';
import { findUnsignedLogs, readTreeHeads, type TreeHead } from './event-tree.repository.ts';
import { findLogMachines } from './log-machine.repository.ts';
import { isPassing } from './spread-log-failures.ts';

export interface IntegratorOptions {
  pool: Pool;
  signer: CheckpointSigner;
  clock: Clock;
  log: Logger;
  /**
   * Delay between a commit and integrating its log; also the minimum interval between two checkpoints of a
   * log.
   */
  intervalMs?: number;
  /** How often to look for logs that another process left unintegrated. */
  scanIntervalMs?: number;
  chunkEvents?: number;
}

const MAX_ORGANIZATIONS_PER_PASS = 100;
const MAX_SCANNED = 1_000;

/**
 * Processes the logs in the background: adds full chunks to the index and the Merkle tiles, and signs a
 * checkpoint for each log that has grown. Events it has not reached yet can still be found and proven, at the
 * cost of reading the events themselves.
 */
export class Integrator {
  readonly #options: IntegratorOptions;
  readonly #query: QueryRows;
  readonly #writer: CheckpointWriter;
  readonly #stopping = new AbortController();
  #grown = new Set<string>();
  readonly #damaged = new Map<string, string>();
  /** Organizations whose machine could not be reached. */
  readonly #away = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #scanner: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #started = false;

  constructor(options: IntegratorOptions) {
    this.#options = options;
    this.#query = queryPool(options.pool);
    this.#writer = new CheckpointWriter({ chunkEvents: CHUNK_EVENTS, ...options });
    options.pool.on('error', () => this.#writer.forget());
  }

  start(): void {
    this.#started = true;
    this.#scanner = setInterval(() => void this.#scan(), this.#options.scanIntervalMs ?? 10_000).unref();
    void this.#scan();
  }

  /** Organizations whose log cannot be integrated, with the reason; as of this process's last attempt. */
  get damagedLogs(): ReadonlyMap<string, string> {
    return this.#damaged;
  }

  /** Ends the current pass after its current step. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#stopping.abort();
    clearInterval(this.#scanner);
    clearTimeout(this.#timer);
    await this.#pass;
  }

  /** Reports that logs have grown; cheap enough to call at each commit. */
  wake(orgIds: readonly string[]): void {
    for (const orgId of orgIds) this.#grown.add(orgId);
    if (!this.#started || this.#timer !== undefined || this.#grown.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#pass = this.#runPass().finally(() => {
        this.#timer = undefined;
        this.wake([]);
      });
    }, this.#options.intervalMs ?? 1_000);
  }

  /**
   * Brings one log up to date immediately, waiting for another node that is working on it. Returns its size
   * then.
   */
  async integrateNow(orgId: string): Promise<number> {
    const [head] = await this.#readHeads([orgId]);
    if (head === undefined) return 0;
    const [damaged] = await this.#integrate([head], true);
    if (damaged) throw new Error(`the log of ${orgId} is damaged: ${damaged.problem}`);
    return head.size;
  }

  async #runPass(): Promise<void> {
    const grown = [...this.#grown];
    this.#grown = new Set();
    // Logs that were unreachable in the last pass go after the others.
    const [there = [], away = []] = [false, true].map((isAway) =>
      grown.filter((orgId) => this.#away.has(orgId) === isAway),
    );
    for (const orgIds of [there, away]) {
      for (let i = 0; i < orgIds.length && this.#started; i += MAX_ORGANIZATIONS_PER_PASS)
        await this.#integrateSome(orgIds.slice(i, i + MAX_ORGANIZATIONS_PER_PASS));
    }
  }

  async #integrateSome(orgIds: string[]): Promise<void> {
    const error = await this.#tryIntegrate(orgIds);
    if (error === undefined || !this.#started) return;
    if (isPartUnavailable(error)) await this.#integrateReachable(orgIds, error);
    else await this.#integrateSingly(orgIds, error);
  }

  /** If the machine with some organizations' logs is down, those of the others continue. */
  async #integrateReachable(orgIds: string[], error: unknown): Promise<void> {
    const machines = await findLogMachines(this.#query, orgIds).catch(() => new Map<string, number | null>());
    const groups = [...Map.groupBy(orgIds, (orgId) => machines.get(orgId) ?? orgId).values()];
    for (const group of groups) {
      const own = groups.length === 1 ? error : await this.#tryIntegrate(group);
      if (!this.#started) return;
      if (own === undefined) continue;
      if (!isPartUnavailable(own)) {
        await this.#integrateSingly(group, own);
        continue;
      }
      for (const orgId of group) this.#away.add(orgId);
      this.#again(group, own);
    }
  }

  /** Returns the error if it failed. */
  async #tryIntegrate(orgIds: string[]): Promise<unknown> {
    try {
      const damaged = await this.#integrate(await this.#readHeads(orgIds), false);
      for (const orgId of orgIds) {
        this.#damaged.delete(orgId);
        this.#away.delete(orgId);
      }
      for (const log of damaged) this.#noteDamaged(log);
      return undefined;
    } catch (error) {
      this.#writer.forget();
      return error ?? new Error('no reason was given');
    }
  }

  /** After a failed pass: one log on which the database fails must not hold up the others. */
  async #integrateSingly(orgIds: string[], error: unknown): Promise<void> {
    if (isDatabaseUnavailable(error)) return this.#again(orgIds, error);
    for (const [i, orgId] of orgIds.entries()) {
      const own = orgIds.length === 1 ? error : await this.#tryIntegrate([orgId]);
      if (!this.#started) return;
      if (own === undefined) continue;
      if (isDatabaseUnavailable(own) || isPassing(own)) return this.#again(orgIds.slice(i), own);
      // It is tried again at the next scan.
      this.#noteDamaged({ orgId, problem: `it cannot be read or indexed: ${(own as Error).message}` });
    }
  }

  #again(orgIds: readonly string[], reason: unknown): void {
    for (const orgId of orgIds) this.#grown.add(orgId);
    const { log } = this.#options;
    log.warn({ err: reason, organizations: orgIds.length }, 'logs not integrated; trying again');
  }

  #noteDamaged({ orgId, problem }: DamagedLog): void {
    this.#damaged.set(orgId, problem);
    this.#options.log.error({ org_id: orgId, problem }, 'damaged log: no checkpoint is signed for it');
  }

  /** Returns the logs that cannot be integrated, which hold up no other. */
  async #integrate(heads: TreeHead[], wait: boolean): Promise<DamagedLog[]> {
    const { pool, chunkEvents = CHUNK_EVENTS } = this.#options;
    const signal = wait ? undefined : this.#stopping.signal;
    const damaged: DamagedLog[] = [];
    for (const head of heads) {
      if (head.size < (head.chunks + 1) * chunkEvents) continue;
      try {
        if (!(await writeFullChunks(pool, head.orgId, { chunkEvents, wait, signal }))) continue;
        head.chunks = Math.floor(head.size / chunkEvents);
      } catch (error) {
        if (!(error instanceof DamagedChunkError)) throw error;
        damaged.push({ orgId: head.orgId, problem: error.message });
      }
    }
    const whole = heads.filter(({ orgId }) => damaged.every((log) => log.orgId !== orgId));
    return [...damaged, ...(await this.#writer.sign(whole))];
  }

  async #readHeads(orgIds: string[]): Promise<TreeHead[]> {
    return readTreeHeads(this.#query, orgIds);
  }

  /** Finds logs that nobody woke this node for: written by a node that ended since. */
  async #scan(): Promise<void> {
    try {
      this.wake(await findUnsignedLogs(this.#query, MAX_SCANNED));
    } catch (error) {
      if (this.#started)
        this.#options.log.warn({ err: error }, 'logs could not be looked through; trying again');
    }
  }
}
