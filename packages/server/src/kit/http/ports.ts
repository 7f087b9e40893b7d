import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../errors/index.ts';
import type { Reply } from './reply.ts';
import type { RequestHashes } from './request-hashes.ts';

/** The environment whose keys reach every row; those of others reach the rows that know environments. */
export const PRODUCTION = 'production';

/** Who is asking: one API key of one organization, or one person. */
export interface Principal {
  orgId: string;
  /** UUID of the key, or of the person. */
  keyId: string;
  environment: string;
  scopes: ReadonlySet<string>;
  /** UUID of the one subscription that the key of a portal link reaches; undefined for every other key. */
  subscriptionId?: string | undefined;
  /** The role of the person who signed in; undefined for a key. */
  role?: string | undefined;
  /** The organization is shut out by the operator. */
  isSuspended?: boolean;
  /** The operator bounds how many events the organization publishes a day. */
  isMetered?: boolean;
  /** Where the key may be used from; undefined for everywhere. */
  allowedAddresses?: { covers(address: string): boolean } | undefined;
}

/** A request that was answered, as whoever writes it down needs it. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly request: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: IncomingHttpHeaders;
  };
  /** The path of the route table that served it. */
  readonly route: string;
  readonly isFrequent: boolean;
  readonly principal: Principal | undefined;
  readonly failure: AppError | undefined;
  readonly clientAddress: string | undefined;
}

/** Writes down what keys and people ask, for their organizations. It is told on the request's way: nothing here may wait. */
export interface RequestBook {
  note(request: AnsweredRequest, status: number, durationMs: number): void;
}

/** Turns a bearer token into a principal; undefined when it is not a valid key. */
export interface Authenticator {
  authenticate(token: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The state of one limit after a request was counted against it. */
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

/** An answer as it is kept under an idempotency key. */
export interface KeptAnswer {
  status: number;
  contentType: string | undefined;
  body: string;
}

export type IdempotencyClaim =
  /** `seed` is the same for every claim that takes over from this one, and another after the key has expired. */
  | { kind: 'fresh'; token: unknown; seed: string }
  | { kind: 'replay'; answer: KeptAnswer }
  | { kind: 'mismatch' }
  | { kind: 'running' };

/** Under what an answer is kept. */
export interface AnswerName {
  orgId: string;
  /** Whose answer it is, a UUID: the API key that asked, or what asks in its name. Nobody else is given it. */
  claimant: string;
  route: string;
  /** The text of `Idempotency-Key`. */
  key: string;
}

/** Remembers the first answer under each name. */
export interface IdempotencyStore {
  claim(name: AnswerName, hashes: RequestHashes): Promise<IdempotencyClaim>;
  complete(token: unknown, answer: KeptAnswer): Promise<void>;
  /** The request changed nothing, so the key is free again. */
  release(token: unknown): Promise<void>;
  /** Nobody knows what the request changed: the next one with the key and body takes over. */
  abandon(token: unknown): void;
}

export interface ReadRequest {
  principal: Principal;
  /** How old what the answer is read from may be; 0 for the newest, infinite when the client says nothing. */
  maxAgeMs: number;
}

export interface ReadAnswer {
  answer: Reply;
  /** How old what it was read from may be; undefined for the newest. */
  ageMs: number | undefined;
}

/** Where rows are read that need not be the newest. Nobody reads behind what the same principal wrote or was shown. */
export interface Reads {
  /** `run` reads, and may be called twice. */
  read(request: ReadRequest, run: () => Reply | Promise<Reply>): Promise<ReadAnswer>;
  /** `run` writes in the name of the principal, or shows it the newest. */
  current<T>(principal: Principal, run: () => T | Promise<T>): Promise<T>;
}
