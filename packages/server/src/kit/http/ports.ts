import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../errors/index.ts';
import type { Reply } from './reply.ts';
import type { RequestHashes } from './request-hashes.ts';

/** The environment whose keys reach every row; other keys reach only rows that support environments. */
export const PRODUCTION = 'production';

/** The caller: an API key of an organization, or a person. */
export interface Principal {
  orgId: string;
  /** UUID of the key or the person. */
  keyId: string;
  environment: string;
  scopes: ReadonlySet<string>;
  /** UUID of the only subscription that a portal link's key reaches; undefined for every other key. */
  subscriptionId?: string | undefined;
  /** The signed-in person's role; undefined for a key. */
  role?: string | undefined;
  /** The operator has suspended the organization. */
  isSuspended?: boolean;
  /** The operator limits how many events the organization publishes per day. */
  isMetered?: boolean;
  /** Addresses the key may be used from; undefined for any. */
  allowedAddresses?: { covers(address: string): boolean } | undefined;
}

/** An answered request, as the request book records it. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: IncomingHttpHeaders;
  };
  /** The route-table path that served it. */
  readonly route: string;
  readonly isFrequent: boolean;
  readonly principal: Principal | undefined;
  readonly failure: AppError | undefined;
  readonly clientAddress: string | undefined;
}

/**
 * Records the requests of keys and people for their organizations. Called on the request's path, so it must
 * not wait.
 */
export interface RequestBook {
  note(request: AnsweredRequest, status: number, durationMs: number): void;
}

/** Resolves a bearer token to a principal; undefined when it is not a valid key. */
export interface Authenticator {
  authenticate(token: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The state of one limit after counting a request. */
export interface LimitState {
  name: string;
  allowed: boolean;
  limit: number;
  remaining: number;
  windowSeconds: number;
  /** Unix seconds at which the window ends. */
  resetAt: number;
}

export interface RateLimiter {
  take(orgId: string, limit: string): LimitState | Promise<LimitState>;
}

/** An answer as stored under an idempotency key. */
export interface KeptAnswer {
  status: number;
  contentType: string | undefined;
  body: string;
}

export type IdempotencyClaim =
  /**
   * `seed` is the same for every claim that takes over from this one, and different after the key has
   * expired.
   */
  | { kind: 'fresh'; token: unknown; seed: string }
  | { kind: 'replay'; answer: KeptAnswer }
  | { kind: 'mismatch' }
  | { kind: 'running' };

/** What an answer is stored under. */
export interface AnswerName {
  orgId: string;
  /**
   * Owner of the answer, a UUID: the calling API key, or whatever acts on its behalf. Nobody else gets it.
   */
  claimant: string;
  route: string;
  /** The value of `Idempotency-Key`. */
  key: string;
}

/** Stores the first answer under each name. */
export interface IdempotencyStore {
  claim(name: AnswerName, hashes: RequestHashes): Promise<IdempotencyClaim>;
  complete(token: unknown, answer: KeptAnswer): Promise<void>;
  /** The request changed nothing, so the key is free again. */
  release(token: unknown): Promise<void>;
  /** Nobody knows what the request changed: the next one with this key and body takes over. */
  abandon(token: unknown): void;
}

export interface ReadRequest {
  principal: Principal;
  /**
   * Maximum age of the data the answer is read from; 0 for the newest, infinite when the client does not say.
   */
  maxAgeMs: number;
}

export interface ReadAnswer {
  answer: Reply;
  /** Maximum age of the data it was read from; undefined for current data. */
  ageMs: number | undefined;
}

/**
 * Chooses where to read rows that need not be the newest. No principal reads data older than what it wrote or
 * was shown.
 */
export interface Reads {
  /** `run` only reads, and may be called twice. */
  read(request: ReadRequest, run: () => Reply | Promise<Reply>): Promise<ReadAnswer>;
  /** `run` writes on the principal's behalf, or shows it the newest data. */
  current<T>(principal: Principal, run: () => T | Promise<T>): Promise<T>;
}
