import { hash } from 'node:crypto';
import { GroupCommit } from '../../../kit/batching/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Notifications } from '../../../kit/db/index.ts';
import type { Authenticator, Principal } from '../../../kit/http/index.ts';
import { AddressList } from '../../../kit/net/index.ts';
import type { AccessDatabase } from '../access-tables.ts';
import { KEYS_CHANNEL } from '../api-keys/api-key.repository.ts';
import { MAX_TOKEN_LENGTH } from '../api-keys/key-token.ts';
import { ORGANIZATIONS_CHANNEL } from '../organizations/organizations.repository.ts';
import { isRole, scopesOfRole } from '../people/roles.ts';
import { type CachedSecret, KeyCache, UnknownKeys } from './key-cache.ts';
import { findGrants, type KeyGrant, writeLastUsed } from './key-grant.repository.ts';

export interface AuthenticatorOptions {
  db: AccessDatabase;
  clock: Clock;
  /** Reports keys that changed on any node; not started yet. */
  notifications: Pick<Notifications, 'on' | 'onReset'>;
  /** Called for errors in the background: while refreshing keys or writing last uses. */
  onError(error: unknown): void;
  /** Maximum number of keys in memory; 10,000 by default. */
  maxKeys?: number;
}

/** Upper bound on how long a revoked key still works when its notification was lost. */
const MAX_AGE_MS = 5_000;
/** Keys in use are rechecked in the background before MAX_AGE_MS, so that no request waits for it. */
const REFRESH_AGE_MS = 2_000;
const REFRESH_INTERVAL_MS = 500;
const UNKNOWN_TTL_MS = 2_000;
const MAX_UNKNOWN = 10_000;
const MAX_LOOKUPS_PER_STATEMENT = 500;
const LAST_USED_INTERVAL_MS = 10_000;
const MAX_HASHES = 1_000;

/** Looks up API keys by their secret. A key in use is answered from memory, synchronously. */
export class KeyAuthenticator implements Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #clock: Clock;
  readonly #known: KeyCache;
  readonly #unknown = new UnknownKeys(MAX_UNKNOWN, UNKNOWN_TTL_MS);
  readonly #lookUps: GroupCommit<string, CachedSecret | undefined>;
  readonly #timers: NodeJS.Timeout[];
  /** Hashes of recently sent tokens; kept only briefly, so that keys do not stay in memory in plain text. */
  readonly #hashes = new Map<string, string>();
  #stale = new Set<string>();
  #used: CachedSecret[] = [];
  /** Counts key changes, so that a result read before a change is not cached after it. */
  #changes = 0;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#known = new KeyCache(options.maxKeys ?? 10_000);
    this.#lookUps = new GroupCommit({
      run: (hashes) => this.#readSecrets(hashes),
      maxItems: MAX_LOOKUPS_PER_STATEMENT,
    });
    options.notifications.on(KEYS_CHANNEL, (keyId) => this.forget(keyId));
    options.notifications.on(ORGANIZATIONS_CHANNEL, () => this.#forgetAll());
    options.notifications.onReset(() => this.#forgetAll());
    this.#timers = [
      setInterval(() => void this.#refresh().catch(options.onError), REFRESH_INTERVAL_MS).unref(),
      setInterval(() => void this.#writeUses().catch(options.onError), LAST_USED_INTERVAL_MS).unref(),
    ];
  }

  authenticate(token: string): Principal | undefined | Promise<Principal | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const tokenHash = this.#hashOf(token);
    const now = this.#clock.now();
    const secret = this.#known.get(tokenHash);
    if (secret !== undefined) {
      const age = now - secret.checkedAt;
      if (age >= 0 && age < MAX_AGE_MS) {
        if (age >= REFRESH_AGE_MS) this.#stale.add(tokenHash);
        return this.#use(secret, now);
      }
    } else if (this.#unknown.has(tokenHash, now)) {
      return undefined;
    }
    return this.#lookUp(tokenHash);
  }

  #hashOf(token: string): string {
    let tokenHash = this.#hashes.get(token);
    if (tokenHash === undefined) {
      tokenHash = hash('sha256', token, 'base64url');
      if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear();
      this.#hashes.set(token, tokenHash);
    }
    return tokenHash;
  }

  /** Drops a key from memory; the next request with it queries the database. */
  forget(keyId: string): void {
    this.#changes++;
    this.#known.deleteKey(keyId);
    this.#unknown.clear();
  }

  /** Writes the last uses. Nothing may be authenticated afterwards. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#lookUps.drain();
    await this.#writeUses();
  }

  #forgetAll(): void {
    this.#changes++;
    this.#known.clear();
    this.#unknown.clear();
  }

  async #lookUp(tokenHash: string): Promise<Principal | undefined> {
    const secret = await this.#lookUps.add(tokenHash);
    return secret && this.#use(secret, this.#clock.now());
  }

  #use(secret: CachedSecret, now: number): Principal | undefined {
    if (now >= secret.expiresAt) return undefined;
    secret.usedAt = now;
    if (!secret.isUseNoted) {
      secret.isUseNoted = true;
      this.#used.push(secret);
    }
    return secret.principal;
  }

  async #refresh(): Promise<void> {
    this.#hashes.clear();
    const hashes = [...this.#stale];
    this.#stale.clear();
    await Promise.all(hashes.map((tokenHash) => this.#lookUps.add(tokenHash)));
  }

  async #readSecrets(hashes: string[]): Promise<(CachedSecret | undefined)[]> {
    const changes = this.#changes;
    const askedAt = this.#clock.now();
    const grants = await findGrants(
      this.#options.db,
      hashes.map((tokenHash) => Buffer.from(tokenHash, 'base64url')),
    );
    const found = new Map(
      grants.map((grant) => [grant.keyHash.toString('base64url'), toCached(grant, askedAt)]),
    );
    // A key that changed meanwhile may have been read before or after the change: returned, but not cached.
    if (changes === this.#changes) {
      for (const tokenHash of hashes) this.#keep(tokenHash, found.get(tokenHash), askedAt);
    }
    return hashes.map((tokenHash) => found.get(tokenHash));
  }

  #keep(tokenHash: string, secret: CachedSecret | undefined, askedAt: number): void {
    if (secret === undefined) {
      this.#known.delete(tokenHash);
      this.#unknown.add(tokenHash, askedAt);
    } else {
      this.#known.set(tokenHash, secret);
    }
  }

  async #writeUses(): Promise<void> {
    const latest = new Map<string, number>();
    for (const secret of this.#used.splice(0)) {
      secret.isUseNoted = false;
      const { keyId } = secret.principal;
      latest.set(keyId, Math.max(latest.get(keyId) ?? 0, secret.usedAt));
    }
    if (latest.size === 0) return;
    await writeLastUsed(
      this.#options.db,
      Array.from(latest, ([keyId, usedAt]) => ({ keyId, at: new Date(usedAt) })),
    );
  }
}

export function createAuthenticator(options: AuthenticatorOptions): KeyAuthenticator {
  return new KeyAuthenticator(options);
}

function toCached(grant: KeyGrant, askedAt: number): CachedSecret {
  const { role, allowedAddresses } = grant;
  return {
    principal: Object.freeze({
      orgId: grant.orgId,
      keyId: grant.keyId,
      environment: grant.environment,
      // A role may have gained or lost scopes since it was assigned.
      scopes: new Set(role !== undefined && isRole(role) ? scopesOfRole[role] : grant.scopes),
      subscriptionId: grant.subscriptionId,
      role,
      ...(grant.isSuspended && { isSuspended: true }),
      ...(grant.isMetered && { isMetered: true }),
      ...(allowedAddresses !== null && { allowedAddresses: new AddressList(allowedAddresses) }),
    }),
    expiresAt: grant.expiresAt ?? Number.POSITIVE_INFINITY,
    checkedAt: askedAt,
    usedAt: 0,
    isUseNoted: false,
  };
}
