import type { Clock } from '../clock.ts';
import { AppError } from '../errors/index.ts';
import type { Exchange } from './exchange.ts';
import {
  type Authenticator,
  type LimitState,
  PRODUCTION,
  type Principal,
  type RateLimiter,
} from './ports.ts';
import { sessionToken } from './session-cookie.ts';

export interface AdmissionPorts {
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  clock: Clock;
  /** What keys with limited reach can access, as worded in error messages. */
  reach?: KeyReach | undefined;
}

export interface KeyReach {
  /** For a key of an environment other than `production`. */
  environment: string;
  /** For the key of a portal link. */
  portal: string;
}

const someRows: KeyReach = { environment: 'what knows environments', portal: 'some of the API' };

/** What a row of the route table requires of a request before its body is read. */
export interface Entry {
  access: string;
  limits: readonly string[];
  portal: boolean | 'change';
  environments: boolean;
}

/**
 * Decides, before the body is read, whether a request is admitted: key, then limits, then scope, so that
 * every answer to a valid key reports the limits. Throws or rejects with the error. Cached keys and local
 * limits are answered synchronously, so the common path creates no promise.
 */
export function admit(ports: AdmissionPorts, entry: Entry, exchange: Exchange): undefined | Promise<void> {
  if (entry.access === 'public') return undefined;
  const { headers } = exchange.request;
  const token = bearerToken(headers.authorization) ?? sessionToken(headers);
  if (token === undefined) throw unauthorized('Send the header `Authorization: Bearer <API key>`.');
  const principal = ports.authenticator.authenticate(token);
  if (principal instanceof Promise) {
    return principal.then((found) => admitPrincipal(ports, entry, exchange, found));
  }
  return admitPrincipal(ports, entry, exchange, principal);
}

function admitPrincipal(
  ports: AdmissionPorts,
  entry: Entry,
  exchange: Exchange,
  principal: Principal | undefined,
): undefined | Promise<void> {
  if (principal === undefined) {
    throw unauthorized('This API key is not valid, has expired or was revoked. Use another key.');
  }
  exchange.principal = principal;
  if (principal.isSuspended) throw suspended();
  if (principal.allowedAddresses !== undefined) checkAddress(principal.allowedAddresses, exchange);
  const { limits } = entry;
  const finish = (states: LimitState[]) => finishAdmission(ports, entry, { exchange, principal, states });
  const first = limits[0];
  if (first === undefined || limits.length > 1) {
    return takeLimits(ports.rateLimiter, principal.orgId, limits).then(finish);
  }
  const state = ports.rateLimiter.take(principal.orgId, first);
  return state instanceof Promise ? state.then((taken) => finish([taken])) : finish([state]);
}

async function takeLimits(
  limiter: RateLimiter,
  orgId: string,
  names: readonly string[],
): Promise<LimitState[]> {
  const states: LimitState[] = [];
  for (const name of names) {
    const state = await limiter.take(orgId, name);
    states.push(state);
    // Stop at the first refusal, so that a refused request does not count against the remaining limits.
    if (!state.allowed) break;
  }
  return states;
}

function finishAdmission(
  ports: AdmissionPorts,
  { access, portal, environments }: Entry,
  { exchange, principal, states }: { exchange: Exchange; principal: Principal; states: LimitState[] },
): undefined {
  const nowSeconds = Math.floor(ports.clock.now() / 1000);
  const tightest = tightestOf(states);
  if (tightest !== undefined) {
    pushLimitHeaders(exchange.headers, tightest, states, nowSeconds);
    if (!tightest.allowed) throw rateLimited(tightest, nowSeconds);
  }
  if (principal.subscriptionId !== undefined) checkPortal(principal, portal, ports.reach ?? someRows);
  if (principal.environment !== PRODUCTION && !environments) {
    throw beyondEnvironment(principal.environment, ports.reach ?? someRows);
  }
  if (access !== 'any' && !grants(principal, access)) throw lacksScope(access, principal.role);
}

const BEARER = /^bearer +(\S+) *$/i;

/** The API key that a request sends; undefined when it sends none. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/** `admin` grants everything; `area:write` does not grant `area:read`. */
export function grants(principal: Principal, scope: string): boolean {
  return principal.scopes.has(scope) || principal.scopes.has('admin');
}

/** An exhausted limit, or else the one nearest to exhaustion. */
function tightestOf(states: LimitState[]): LimitState | undefined {
  let tightest: LimitState | undefined;
  for (const state of states) {
    if (tightest === undefined || !state.allowed || state.remaining < tightest.remaining) tightest = state;
  }
  return tightest;
}

/** The headers of the tightest limit, and the draft-11 pair for all of them. */
function pushLimitHeaders(
  headers: (string | number)[],
  tightest: LimitState,
  states: LimitState[],
  nowSeconds: number,
): void {
  let rest = '';
  let policy = '';
  for (const state of states) {
    const { name, remaining, limit, windowSeconds } = state;
    const comma = rest === '' ? '' : ', ';
    rest += `${comma}"${name}";r=${remaining};t=${secondsLeft(state, nowSeconds)}`;
    policy += `${comma}"${name}";q=${limit};w=${windowSeconds}`;
  }
  headers.push(
    'x-ratelimit-limit',
    tightest.limit,
    'x-ratelimit-remaining',
    tightest.remaining,
    'x-ratelimit-reset',
    tightest.resetAt,
    'ratelimit',
    rest,
    'ratelimit-policy',
    policy,
  );
}

/** Until the window ends. Both times are rounded to seconds separately, but no wait exceeds the window. */
function secondsLeft({ resetAt, windowSeconds }: LimitState, nowSeconds: number): number {
  return Math.min(Math.max(resetAt - nowSeconds, 0), windowSeconds);
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', { message, headers: { 'www-authenticate': 'Bearer' } });
}

function lacksScope(scope: string, role: string | undefined): AppError {
  const message =
    role === undefined
      ? `This API key lacks the scope \`${scope}\`. Use a key that has it, or make one with POST /v1/keys.`
      : `Your role, ${role}, lacks the scope \`${scope}\`. Ask an owner of the organization for another role.`;
  return new AppError('forbidden', {
    message,
    details: { required_scope: scope, ...(role !== undefined && { role }) },
  });
}

function checkAddress(
  allowed: NonNullable<Principal['allowedAddresses']>,
  { clientAddress: address }: Exchange,
): void {
  if (address !== undefined && allowed.covers(address)) return;
  throw new AppError('forbidden', {
    message: `This API key is limited to some addresses, and this request comes from ${address ?? 'an unknown one'}, which is none of them. Ask from one of them, or have it added with PATCH /v1/keys/:id.`,
    details: { address: address ?? null },
  });
}

function suspended(): AppError {
  return new AppError('forbidden', {
    message: 'This organization is suspended. Ask the operator.',
  });
}

function beyondEnvironment(environment: string, reach: KeyReach): AppError {
  return new AppError('forbidden', {
    message: `This API key belongs to the environment \`${environment}\`, and only reaches ${reach.environment}. Use a key of \`${PRODUCTION}\` here.`,
    details: { environment, required_environment: PRODUCTION },
  });
}

/** The scope of a portal link whose holder may change the subscription; no other key has it. */
export const PORTAL_CHANGE = 'portal:change';

function checkPortal({ scopes }: Principal, portal: Entry['portal'], reach: KeyReach): void {
  if (portal === false) throw beyondPortal(reach);
  if (portal === 'change' && !scopes.has(PORTAL_CHANGE)) {
    throw new AppError('forbidden', {
      message: 'This portal link is read-only. Ask whoever gave it to you for one with `may_change`.',
    });
  }
}

function beyondPortal(reach: KeyReach): AppError {
  return new AppError('forbidden', {
    message: `This is the key of a portal link, for ${reach.portal}. Use an API key here.`,
  });
}

function rateLimited(state: LimitState, nowSeconds: number): AppError {
  const waitSeconds = Math.max(secondsLeft(state, nowSeconds), 1);
  return new AppError('rate_limit_exceeded', {
    message: `The limit of ${state.limit} per ${state.windowSeconds} seconds (${state.name}) is used up. Try again in ${waitSeconds} seconds.`,
    headers: { 'retry-after': String(waitSeconds) },
    details: { limit: state.name },
  });
}
