import { dropOldest } from '../../../kit/drop-oldest.ts';
import type { Principal } from '../../../kit/http/index.ts';

/** A secret known to be valid, by its hash. */
export interface CachedSecret {
  principal: Principal;
  /** Unix milliseconds; Infinity for no expiry. */
  expiresAt: number;
  /** When the database was queried, in Unix milliseconds. */
  checkedAt: number;
  /** Unix milliseconds of the last use. */
  usedAt: number;
  /** Whether the last use is not written yet. */
  isUseNoted: boolean;
}

/**
 * Secrets by hash, at most `max`, in two generations: whatever was not used while one filled up is dropped,
 * so a hit costs no bookkeeping.
 */
export class KeyCache {
  readonly #max: number;
  #recent = new Map<string, CachedSecret>();
  #older = new Map<string, CachedSecret>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  get(hash: string): CachedSecret | undefined {
    const recent = this.#recent.get(hash);
    if (recent !== undefined) return recent;
    const older = this.#older.get(hash);
    if (older !== undefined) this.set(hash, older);
    return older;
  }

  set(hash: string, secret: CachedSecret): void {
    this.#older.delete(hash);
    if (this.#recent.size >= this.#max / 2 && !this.#recent.has(hash)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(hash, secret);
  }

  delete(hash: string): void {
    this.#recent.delete(hash);
    this.#older.delete(hash);
  }

  /** Drops every secret of a key. */
  deleteKey(keyId: string): void {
    for (const generation of [this.#recent, this.#older]) {
      for (const [hash, { principal }] of generation) if (principal.keyId === keyId) generation.delete(hash);
    }
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}

/** Hashes known not to be keys, kept for a short time and at most `max`; the oldest is evicted first. */
export class UnknownKeys {
  readonly #max: number;
  readonly #ttlMs: number;
  readonly #until = new Map<string, number>();

  constructor(max: number, ttlMs: number) {
    this.#max = max;
    this.#ttlMs = ttlMs;
  }

  get size(): number {
    return this.#until.size;
  }

  has(hash: string, now: number): boolean {
    const until = this.#until.get(hash);
    if (until === undefined) return false;
    if (now < until && now >= until - this.#ttlMs) return true;
    this.#until.delete(hash);
    return false;
  }

  add(hash: string, now: number): void {
    this.#until.delete(hash);
    if (this.#until.size >= this.#max) dropOldest(this.#until);
    this.#until.set(hash, now + this.#ttlMs);
  }

  clear(): void {
    this.#until.clear();
  }
}
