import { createHash } from 'node:crypto';
import { AppError, invalidField } from '../errors/index.ts';
import { formatId, type IdPrefix } from '../ids.ts';
import { textOf } from './exchange.ts';
import type { IdempotencyStore } from './ports.ts';
import type { Reply } from './reply.ts';
import type { RequestHashes } from './request-hashes.ts';
import type { AnyRoute, RequestContext } from './route.ts';
import { withhold } from './shown-once.ts';

const MAX_KEY_LENGTH = 255;

/** The request's validated `Idempotency-Key`; undefined when it has none. */
export function idempotencyKeyOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (
    typeof key === 'string' &&
    key.length > 0 &&
    key.length <= MAX_KEY_LENGTH &&
    /^[\x21-\x7e]+$/.test(key)
  ) {
    return key;
  }
  throw invalidField(
    'Idempotency-Key',
    `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, without spaces.`,
  );
}

/**
 * Ids derived from the claim on the key. If a request dies after its commit but before its answer is stored,
 * its retry generates the same ids and so finds what the first attempt created.
 */
function keyedId(seed: string): (prefix: IdPrefix) => string {
  let count = 0;
  return (prefix) => {
    const hex = createHash('sha256').update(`${seed}\n${prefix}\n${count++}`).digest('hex').slice(0, 32);
    // Version 8 of RFC 9562: a UUID with custom bits.
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    return formatId(prefix, uuid);
  };
}

export interface KeyedRequest {
  /** Owner of the stored answer, see `AnswerName`. */
  claimant: string;
  key: string;
  hashes: RequestHashes;
}

/** Runs a request at most once per key, and returns the first answer to every retry by the same claimant. */
export async function runIdempotent(
  store: IdempotencyStore,
  route: AnyRoute,
  context: RequestContext,
  { claimant, key, hashes }: KeyedRequest,
): Promise<{ answer: Reply; replayed: boolean }> {
  const { orgId } = context.principal;
  const claim = await store.claim({ orgId, claimant, route: route.operationId, key }, hashes);
  if (claim.kind === 'replay') {
    const { status, body, contentType } = claim.answer;
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    return { answer: body === '' ? { status } : { status, json: body, headers }, replayed: true };
  }
  if (claim.kind === 'mismatch') {
    throw new AppError('idempotency_conflict', {
      message: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
      field: 'Idempotency-Key',
    });
  }
  if (claim.kind === 'running') {
    throw new AppError('idempotency_conflict', {
      message: 'The first request with this Idempotency-Key still runs. Try again in a moment.',
      field: 'Idempotency-Key',
      headers: { 'retry-after': '1' },
    });
  }
  const keyed = { ...context, newId: keyedId(claim.seed) };
  const answer = await runOrRelease(store, route, keyed, claim.token);
  await store.complete(claim.token, {
    status: answer.status,
    contentType: answer.headers?.['content-type'],
    body: keptText(route, answer),
  });
  return { answer, replayed: false };
}

function keptText({ shownOnce }: AnyRoute, answer: Reply): string {
  const text = textOf(answer) ?? '';
  return shownOnce === undefined || text === ''
    ? text
    : JSON.stringify(withhold(JSON.parse(text), shownOnce));
}

async function runOrRelease(
  store: IdempotencyStore,
  route: AnyRoute,
  context: RequestContext,
  token: unknown,
) {
  try {
    return await route.handler(context);
  } catch (error) {
    // A refused request changed nothing, so its key is free again. One that failed midway may have changed
    // something, which a retry finds by its keyed ids.
    if (error instanceof AppError && error.status < 500) {
      await store.release(token).catch(() => store.abandon(token));
    } else {
      store.abandon(token);
    }
    throw error;
  }
}
