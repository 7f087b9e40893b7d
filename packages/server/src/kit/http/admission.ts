import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/index.ts';
import type { Authenticator, LimitState, Principal, RateLimiter } from './ports.ts';
import type { AnyRoute } from './route.ts';

type Done = (error?: Error) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

interface AdmissionPorts {
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
}

/**
 * Decides, before the body is read, whether a request may go on: key, then scope, then limits.
 * Cached keys and local limits answer at once, so the common path makes no promise.
 */
export function createAdmission(ports: AdmissionPorts): (route: AnyRoute) => Hook {
  return (route) => {
    if (route.access === 'public') return (_request, _reply, done) => done();
    const limits = route.limits ?? [];
    return (request, reply, done) => {
      const token = bearerToken(request.headers.authorization);
      if (token === undefined)
        return done(unauthorized('Send the header `Authorization: Bearer <API key>`.'));
      settle(ports.authenticator.authenticate(token), done, (principal) => {
        if (principal === undefined) {
          return done(
            unauthorized('This API key is not valid, has expired or was revoked. Use another key.'),
          );
        }
        request.principal = principal;
        if (route.access !== 'any' && !grants(principal, route.access)) return done(lacksScope(route.access));
        takeLimits(ports.rateLimiter, principal.orgId, limits, [], done, (states) => {
          request.limitStates = states;
          const tightest = setLimitHeaders(reply, states);
          done(tightest && !tightest.allowed ? rateLimited(tightest) : undefined);
        });
      });
    };
  };
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = /^Bearer +(\S+) *$/i.exec(header);
  return match?.[1];
}

/** `admin` grants everything; `area:write` does not grant `area:read`. */
export function grants(principal: Principal, scope: string): boolean {
  return principal.scopes.has(scope) || principal.scopes.has('admin');
}

function settle<T>(value: T | Promise<T>, done: Done, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next).catch(done);
  else next(value);
}

function takeLimits(
  limiter: RateLimiter,
  orgId: string,
  names: readonly string[],
  taken: LimitState[],
  done: Done,
  next: (states: LimitState[]) => void,
): void {
  const name = names[taken.length];
  // A refusal ends the taking, so that what is refused costs nothing of the limits behind it.
  if (name === undefined || taken.at(-1)?.allowed === false) {
    next(taken);
    return;
  }
  settle(limiter.take(orgId, name), done, (state) => {
    takeLimits(limiter, orgId, names, [...taken, state], done, next);
  });
}

/** Writes the headers of the limit nearest to its end, and the draft-11 pair for all of them. */
function setLimitHeaders(reply: FastifyReply, states: LimitState[]): LimitState | undefined {
  if (states.length === 0) return undefined;
  const tightest = states.reduce((least, state) => (nearerToEnd(state, least) ? state : least));
  const nowSeconds = Math.floor(Date.now() / 1000);
  const secondsLeft = (state: LimitState) => Math.max(state.resetAt - nowSeconds, 0);
  reply.header('x-ratelimit-limit', tightest.limit);
  reply.header('x-ratelimit-remaining', tightest.remaining);
  reply.header('x-ratelimit-reset', tightest.resetAt);
  reply.header('ratelimit', states.map((s) => `"${s.name}";r=${s.remaining};t=${secondsLeft(s)}`).join(', '));
  reply.header(
    'ratelimit-policy',
    states.map((s) => `"${s.name}";q=${s.limit};w=${s.windowSeconds}`).join(', '),
  );
  return tightest;
}

function nearerToEnd(a: LimitState, b: LimitState): boolean {
  if (a.allowed !== b.allowed) return !a.allowed;
  return a.remaining < b.remaining;
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', { message, headers: { 'www-authenticate': 'Bearer' } });
}

function lacksScope(scope: string): AppError {
  return new AppError('forbidden', {
    message: `This API key lacks the scope \`${scope}\`. Use a key that has it, or make one with POST /v1/keys.`,
    details: { required_scope: scope },
  });
}

function rateLimited(state: LimitState): AppError {
  const waitSeconds = Math.max(state.resetAt - Math.floor(Date.now() / 1000), 1);
  return new AppError('rate_limit_exceeded', {
    message: `The limit of ${state.limit} per ${state.windowSeconds} seconds (${state.name}) is used up. Try again in ${waitSeconds} seconds.`,
    headers: { 'retry-after': String(waitSeconds) },
    details: { limit: state.name },
  });
}
