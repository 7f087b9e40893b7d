import type { SecureContext } from 'node:tls';
import { dropOldest } from '../drop-oldest.ts';
import type { AddressPolicy, Target } from './address-guard.ts';
import type { Connection } from './connection.ts';
import { Exchange } from './exchange.ts';
import { OriginPool, type PoolOptions } from './origin-pool.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { ForwardProxy } from './proxy-tunnel.ts';
import { formatRequest } from './request-text.ts';
import { RestingConnections } from './resting-connections.ts';
import { type ClientCertificate, createSecureContext } from './secure-context.ts';
import type { SourceAddresses } from './source-addresses.ts';
import type { ResolveHost } from './system-resolver.ts';

export interface GuardedClientOptions {
  policy: AddressPolicy;
  /** Sent as `user-agent`. */
  userAgent: string;
  /** Per owner. Default 32. */
  maxConnectionsPerOrigin?: number;
  /** How long an idle connection is kept; a shorter hint from the receiver wins. Default 10 s. */
  keepAliveTimeoutMs?: number;
  /** How long a connection rests after a response, in case surplus bytes follow. Default 10 ms. */
  restMs?: number;
  /** Idle connections over all origins; the longest-idle one is closed first. Default 512. */
  maxIdleConnections?: number;
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  caCertificates?: readonly string[];
  /** Proxy for all connections. The address policy applies to the addresses it is asked to connect to. */
  proxy?: ForwardProxy | undefined;
  sourceAddresses?: SourceAddresses;
  /** Replaces the policy's resolver. */
  lookup?: ResolveHost;
}

export interface GetRequest {
  url: string;
  /** `host`, `content-length`, `connection` and `user-agent` are set by the client. Values must be ASCII. */
  headers: Readonly<Record<string, string>>;
  /**
   * Connections are never shared between owners: one address may serve many owners' receivers, and a surplus
   * response to one owner must not be taken for another's.
   */
  owner?: string;
  /** Presented to a receiver that asks for one. */
  certificate?: ClientCertificate | undefined;
  /** From the start of name resolution to the last byte of the response. Default 10,000. */
  deadlineMs?: number;
  /** Default 16,384. */
  maxKeptBodyBytes?: number;
  signal?: AbortSignal;
  /**
   * Called right before the first byte is written, which may be long after the call: a connection may have to
   * be opened or awaited, or the machine may be suspended. False withdraws the request unsent.
   */
  mayGoOut?(): boolean;
}

export interface PostRequest extends GetRequest {
  body: Buffer | string;
}

export interface ClientStats {
  origins: number;
  /** Connections open or being opened. */
  connections: number;
  idleConnections: number;
  /** Unsettled requests. */
  requests: number;
}

export interface GuardedClient {
  /**
   * Sends the body and waits for the complete response. Never rejects, never follows a redirect.
   *
   * The receiver may close a kept-alive connection just as the next request goes out. When a reused
   * connection ends within a second without a byte of a response, the request is sent once more on a new
   * connection, within the same deadline; if the receiver had read it after all, it gets it twice.
   */
  post(request: PostRequest): Promise<Outcome>;
  get(request: GetRequest): Promise<Outcome>;
  stats(): ClientStats;
  /** Refuses new requests, lets those in progress finish for up to `graceMs`, then aborts them. Default 0. */
  close(graceMs?: number): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
/**
 * How long a receiver that sent unsolicited bytes gets a new connection for each request, and how many such
 * receivers are remembered.
 */
const DISTRUST_MS = 600_000;
const MAX_DISTRUSTED = 1_024;
/** Cached parsed URLs; a busy node sends to only a few at a time. */
const MAX_KEPT_TARGETS = 4_096;
/** Contexts with client certificates, which take a millisecond or more to parse. */
const MAX_KEPT_CONTEXTS = 256;

/** An HTTP client for URLs that strangers choose: every connection must pass the address policy. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const client = new PooledClient(options);
  return {
    post: (request) => client.send('POST', request, request.body),
    get: (request) => client.send('GET', request, null),
    stats: () => client.stats(),
    close: (graceMs = 0) => client.close(graceMs),
  };
}

class PooledClient {
  readonly #policy: AddressPolicy;
  readonly #userAgent: string;
  readonly #maxIdleConnections: number;
  readonly #sweepEveryMs: number;
  readonly #poolOptions: Omit<PoolOptions, 'onEmpty' | 'onDistrust' | 'isTrusted'>;
  readonly #pools = new Map<string, OriginPool>();
  readonly #idleConnections = new Set<Connection>();
  readonly #targets = new Map<string, Target>();
  readonly #caCertificates: readonly string[];
  readonly #secureContexts = new Map<string, SecureContext>();
  /** Expiry by `performance.now()`. */
  readonly #distrusted = new Map<string, number>();
  readonly #exchanges = new Set<Exchange>();
  #onIdle: (() => void) | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: GuardedClientOptions) {
    this.#policy = options.policy;
    this.#userAgent = options.userAgent;
    this.#caCertificates = options.caCertificates ?? [];
    this.#maxIdleConnections = options.maxIdleConnections ?? 512;
    const keepAliveTimeoutMs = options.keepAliveTimeoutMs ?? 10_000;
    this.#sweepEveryMs = Math.min(keepAliveTimeoutMs / 4, 1_000);
    this.#poolOptions = {
      policy: options.policy,
      resolve: options.lookup ?? options.policy.resolve,
      secureContext: createSecureContext(this.#caCertificates),
      proxy: options.proxy,
      sourceAddresses: options.sourceAddresses ?? [],
      maxConnections: options.maxConnectionsPerOrigin ?? 32,
      keepAliveTimeoutMs,
      maxHeaderBytes: MAX_HEADER_BYTES,
      idleConnections: this.#idleConnections,
      restingConnections: new RestingConnections(options.restMs ?? 10),
    };
  }

  send(method: 'POST' | 'GET', request: GetRequest, body: Buffer | string | null): Promise<Outcome> {
    if (this.#isClosed) return refuse(closedFailure);
    if (request.signal?.aborted === true) return refuse(abortedFailure);
    const target = this.#targetOf(request.url);
    if ('reason' in target) return refuse(target);
    const formatted = formatRequest(method, target, this.#userAgent, request.headers, body);
    if (formatted === undefined) return refuse(headerFailure);
    return new Promise((resolve) => {
      const { signal } = request;
      const exchange = new Exchange(
        {
          text: formatted.text,
          encoding: formatted.encoding,
          deadlineMs: request.deadlineMs ?? 10_000,
          maxKeptBodyBytes: request.maxKeptBodyBytes ?? 16_384,
          mayGoOut: request.mayGoOut,
        },
        (outcome) => {
          this.#exchanges.delete(exchange);
          if (signal !== undefined) signal.removeEventListener('abort', onAbort);
          if (this.#exchanges.size === 0) this.#onIdle?.();
          resolve(outcome);
        },
      );
      const onAbort = () => exchange.fail(abortedFailure);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#exchanges.add(exchange);
      this.#poolOf(target, request.owner ?? '', request.certificate).submit(exchange);
      this.#trimIdle();
      this.#sweeper ??= setInterval(() => this.#sweepIdle(), this.#sweepEveryMs).unref();
    });
  }

  stats(): ClientStats {
    let connections = 0;
    for (const pool of this.#pools.values()) connections += pool.openConnections;
    return {
      origins: this.#pools.size,
      connections,
      idleConnections: this.#idleConnections.size,
      requests: this.#exchanges.size,
    };
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    if (graceMs > 0 && this.#exchanges.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const exchange of [...this.#exchanges]) exchange.fail(closedFailure);
    for (const connection of [...this.#idleConnections]) connection.close();
    // A connection whose response has just ended comes to rest one microtask later.
    await Promise.resolve();
    for (const connection of [...this.#idleConnections]) connection.close();
  }

  #targetOf(url: string): Target | Failure {
    const kept = this.#targets.get(url);
    if (kept !== undefined) return kept;
    const verdict = this.#policy.checkUrl(url);
    if (!verdict.ok) return { reason: verdict.reason, message: verdict.message };
    if (this.#targets.size >= MAX_KEPT_TARGETS) dropOldest(this.#targets);
    this.#targets.set(url, verdict.target);
    return verdict.target;
  }

  #poolOf(target: Target, owner: string, certificate: ClientCertificate | undefined): OriginPool {
    const key =
      certificate === undefined ? `${owner} ${target.origin}` : `${owner} ${target.origin} ${certificate.id}`;
    const kept = this.#pools.get(key);
    if (kept !== undefined) return kept;
    const pool = new OriginPool(target, {
      ...this.#poolOptions,
      ...(certificate && { secureContext: this.#secureContextOf(certificate) }),
      isTrusted: (this.#distrusted.get(key) ?? 0) <= performance.now(),
      onEmpty: () => this.#pools.delete(key),
      onDistrust: () => {
        if (this.#distrusted.size >= MAX_DISTRUSTED) {
          dropOldest(this.#distrusted);
        }
        this.#distrusted.set(key, performance.now() + DISTRUST_MS);
      },
    });
    this.#pools.set(key, pool);
    return pool;
  }

  #secureContextOf(certificate: ClientCertificate): SecureContext {
    const kept = this.#secureContexts.get(certificate.id);
    if (kept !== undefined) return kept;
    const made = createSecureContext(this.#caCertificates, certificate);
    if (this.#secureContexts.size >= MAX_KEPT_CONTEXTS) dropOldest(this.#secureContexts);
    this.#secureContexts.set(certificate.id, made);
    return made;
  }

  #sweepIdle(): void {
    const nowMs = performance.now();
    for (const connection of [...this.#idleConnections]) {
      if (connection.idleUntilMs <= nowMs) connection.close();
    }
    if (this.#idleConnections.size > 0 || this.#exchanges.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #trimIdle(): void {
    for (const connection of this.#idleConnections) {
      if (this.#idleConnections.size <= this.#maxIdleConnections) return;
      connection.close();
    }
  }
}

const headerFailure: Failure = {
  reason: 'invalid_request',
  message: 'The request cannot be sent: a header is not valid.',
};
const abortedFailure: Failure = {
  reason: 'aborted',
  message: 'The request was given up before it was answered.',
};
const closedFailure: Failure = {
  reason: 'aborted',
  message: 'The service stopped before the request was answered.',
};

function refuse(failure: Failure): Promise<Outcome> {
  return Promise.resolve({ ok: false, ...failure, durationMs: 0 });
}
