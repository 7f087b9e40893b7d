import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { GroupCommit } from '../../kit/batching/index.ts';
import { type Clock, earliestNow } from '../../kit/clock.ts';
import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import {
  type AnswerName,
  type IdempotencyClaim,
  type IdempotencyStore,
  isSameRequest,
  type KeptAnswer,
  type RequestHashes,
} from '../../kit/http/index.ts';
import { newUuid } from '../../kit/ids.ts';
import { type SecretBox, sealedColumn } from '../../kit/secrets/index.ts';
import {
  type ClaimRow,
  type Completion,
  completeClaims,
  deleteClaims,
  deleteExpired,
  insertClaims,
  type NewClaim,
  readClaims,
  renewClaims,
  takeOverClaim,
} from './claim.repository.ts';

export interface IdempotencyStoreOptions {
  pool: Pool;
  secretBox: SecretBox;
  clock: Clock;
  /** The UUID of this process. */
  nodeId: string;
  /** Whether a node is known to be dead, so that its unfinished requests may be run again. */
  isNodeDead(nodeId: string): boolean;
  /** Called for background errors: in a renewal or a sweep. */
  onError(error: unknown): void;
  /** How long a claim lasts without renewal, in case its node dies unnoticed; 60 s by default. */
  leaseMs?: number;
  /** How long a second request waits for the first on the same node; 10 s by default. */
  waitMs?: number;
  /** How long it waits for one on another node; 2 s by default. */
  remoteWaitMs?: number;
}

/** A request running under its key on this node. */
interface HeldClaim extends NewClaim {
  /** By `performance.now()`. */
  heldSince: number;
  /** Resolves when the request has ended: with what a retry gets, or undefined when the key is free again. */
  ended: Promise<IdempotencyClaim | undefined>;
  end(outcome: IdempotencyClaim | undefined): void;
}

const KEEP_MS = 24 * 3_600_000;
const POLL_MS = 50;
const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_ROWS = 1_000;
const MAX_SWEEPS = 200;
const MAX_PER_STATEMENT = 200;

/**
 * Keeps the first answer under each name for 24 hours, sealed. A request holds its key with a lease; if its
 * node dies, the next request with that key takes over.
 */
export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #options: Required<IdempotencyStoreOptions>;
  readonly #held = new Map<string, HeldClaim>();
  readonly #inserts: GroupCommit<NewClaim, boolean>;
  readonly #reads: GroupCommit<AnswerName, ClaimRow | undefined>;
  readonly #completions: GroupCommit<Completion, void>;
  readonly #deletions: GroupCommit<HeldClaim, void>;
  readonly #timers: NodeJS.Timeout[];

  constructor(options: IdempotencyStoreOptions) {
    this.#options = { leaseMs: 60_000, waitMs: 10_000, remoteWaitMs: 2_000, ...options };
    const { pool, onError } = this.#options;
    const batching = {
      maxItems: MAX_PER_STATEMENT,
      triesAlone: (error: unknown) => !isDatabaseUnavailable(error),
    };
    this.#inserts = new GroupCommit({ ...batching, run: (claims) => this.#insert(claims) });
    this.#reads = new GroupCommit({ ...batching, run: (names) => readClaims(pool, names) });
    this.#completions = new GroupCommit({
      ...batching,
      run: async (completions) => {
        await completeClaims(pool, completions, this.#options.clock.now() + KEEP_MS);
        return completions.map(() => undefined);
      },
    });
    this.#deletions = new GroupCommit({
      ...batching,
      run: async (claims) => {
        await deleteClaims(pool, claims);
        return claims.map(() => undefined);
      },
    });
    this.#timers = [
      setInterval(() => void this.#renew().catch(onError), this.#options.leaseMs / 3).unref(),
      setInterval(() => void this.sweep().catch(onError), SWEEP_INTERVAL_MS).unref(),
    ];
  }

  async claim(asked: AnswerName, hashes: RequestHashes): Promise<IdempotencyClaim> {
    const { orgId, claimant, route, key } = asked;
    const name = nameOf(asked);
    const giveUpAt = performance.now() + this.#options.waitMs;
    for (let first = this.#held.get(name); first !== undefined; first = this.#held.get(name)) {
      if (!isSameRequest(first.hashes, hashes)) return { kind: 'mismatch' };
      const outcome = await within(first.ended, giveUpAt - performance.now(), { kind: 'running' } as const);
      if (outcome !== undefined) return outcome;
    }
    const held = holdClaim({ orgId, claimant, route, key, hashes, claimId: newUuid() });
    this.#held.set(name, held);
    try {
      const outcome = await this.#claimInDatabase(held);
      if (outcome.kind !== 'fresh') this.#end(held, outcome);
      return outcome;
    } catch (error) {
      this.#end(held, undefined);
      throw error;
    }
  }

  async complete(token: unknown, answer: KeptAnswer): Promise<void> {
    const held = token as HeldClaim;
    const { orgId, claimant, route, key, claimId } = held;
    const sealedBody = this.#options.secretBox.seal(answer.body, contextOf(held));
    const { status, contentType } = answer;
    let outcome: IdempotencyClaim | undefined;
    try {
      await this.#completions.add({
        orgId,
        claimant,
        route,
        key,
        claimId,
        answer: { status, contentType, sealedBody },
      });
      outcome = { kind: 'replay', answer };
    } finally {
      this.#end(held, outcome);
    }
  }

  async release(token: unknown): Promise<void> {
    const held = token as HeldClaim;
    try {
      await this.#deletions.add(held);
    } finally {
      this.#end(held, undefined);
    }
  }

  abandon(token: unknown): void {
    this.#end(token as HeldClaim, undefined);
  }

  /** Deletes expired answers in small batches; also runs every minute. */
  async sweep(): Promise<void> {
    const { pool, clock } = this.#options;
    for (let sweeps = 0; sweeps < MAX_SWEEPS; sweeps++) {
      const deleted = await deleteExpired(pool, earliestNow(clock, KEEP_MS), SWEEP_ROWS);
      if (deleted < SWEEP_ROWS) return;
    }
  }

  /** Ends background work once everything handed in has been written. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#inserts.drain(), this.#completions.drain(), this.#deletions.drain()]);
  }

  async #insert(claims: NewClaim[]): Promise<boolean[]> {
    const made = await insertClaims(this.#options.pool, claims, this.#moment());
    return claims.map(({ claimId }) => made.has(claimId));
  }

  /** Claims a key that nobody holds on this node. */
  async #claimInDatabase(held: HeldClaim): Promise<IdempotencyClaim> {
    const fresh = (seed: string): IdempotencyClaim => ({ kind: 'fresh', token: held, seed });
    const giveUpAt = performance.now() + this.#options.remoteWaitMs;
    if (await this.#inserts.add(held)) return fresh(held.claimId);
    for (;;) {
      const row = await this.#reads.add(held);
      if (row === undefined) {
        if (await this.#inserts.add(held)) return fresh(held.claimId);
        continue;
      }
      if (!isSameRequest(row.hashes, held.hashes)) return { kind: 'mismatch' };
      if (row.answer !== undefined) return { kind: 'replay', answer: this.#openAnswer(held, row.answer) };
      if (this.#isAbandoned(row)) {
        const seed = await takeOverClaim(this.#options.pool, held, row.claimId, this.#moment());
        if (seed !== undefined) return fresh(seed);
        continue;
      }
      if (performance.now() >= giveUpAt) return { kind: 'running' };
      await sleep(POLL_MS);
    }
  }

  /**
   * A claim of this node that it no longer holds was left by a failed write. A claim of another node counts
   * as expired only by a clock that its holder has had time to learn of: otherwise it would have renewed it.
   */
  #isAbandoned(row: ClaimRow): boolean {
    const { nodeId, clock, isNodeDead, leaseMs } = this.#options;
    return row.owner === nodeId || row.leaseUntil <= earliestNow(clock, leaseMs) || isNodeDead(row.owner);
  }

  #openAnswer(name: AnswerName, answer: NonNullable<ClaimRow['answer']>): KeptAnswer {
    const { status, contentType, sealedBody } = answer;
    return { status, contentType, body: this.#options.secretBox.open(sealedBody, contextOf(name)) };
  }

  #end(held: HeldClaim, outcome: IdempotencyClaim | undefined): void {
    this.#held.delete(nameOf(held));
    held.end(outcome);
  }

  async #renew(): Promise<void> {
    const { pool, clock, leaseMs } = this.#options;
    const before = performance.now() - leaseMs / 3;
    const longHeld = [...this.#held.values()].filter(({ heldSince }) => heldSince <= before);
    if (longHeld.length > 0) await renewClaims(pool, longHeld, clock.now() + leaseMs);
  }

  #moment() {
    const { clock, nodeId: owner, leaseMs } = this.#options;
    return { nowMs: clock.now(), expiredMs: earliestNow(clock, KEEP_MS), owner, leaseMs, keepMs: KEEP_MS };
  }
}

export function createIdempotencyStore(options: IdempotencyStoreOptions): PostgresIdempotencyStore {
  return new PostgresIdempotencyStore(options);
}

function holdClaim(claim: NewClaim): HeldClaim {
  const { promise: ended, resolve: end } = Promise.withResolvers<IdempotencyClaim | undefined>();
  return { ...claim, heldSince: performance.now(), ended, end };
}

function nameOf({ orgId, claimant, route, key }: AnswerName): string {
  return `${orgId} ${claimant} ${route} ${key}`;
}

/** Sealing context of an answer; it does not open under another name. */
function contextOf(name: AnswerName): string {
  return `idempotency_keys ${nameOf(name)}`;
}

/** Where stored answers are sealed. */
export const idempotencySealedPlace = sealedColumn({
  table: 'idempotency_keys',
  key: [
    { name: 'org_id', type: 'uuid' },
    { name: 'claimant', type: 'uuid' },
    { name: 'route', type: 'text' },
    { name: 'key', type: 'text' },
  ],
  column: 'sealed_body',
  contextOf: ({ org_id: orgId = '', claimant = '', route = '', key = '' }) =>
    contextOf({ orgId, claimant, route, key }),
});

async function within<T, U>(promise: Promise<T>, timeoutMs: number, otherwise: U): Promise<T | U> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      sleep(Math.max(timeoutMs, 0), otherwise, { signal: timer.signal }).catch(() => otherwise),
    ]);
  } finally {
    timer.abort();
  }
}
