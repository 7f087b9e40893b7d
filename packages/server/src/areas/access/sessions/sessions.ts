import { transact } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { announceKeyChange } from '../api-keys/api-key.repository.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import { hashToken, makeToken } from '../api-keys/key-token.ts';
import {
  deleteSession,
  deleteSessionOfToken,
  deleteSessionsOf,
  findSigner,
  insertSession,
  insertSessionOfSecret,
  type Session,
} from './session.repository.ts';

const LIFETIME_MS = 7 * 24 * 3_600_000;

export interface StartedSession {
  /** For the cookie; shown only once. */
  token: string;
  expiresAt: Date;
  lifetimeSeconds: number;
}

/**
 * Starts a session with the key's access, for seven days or until the secret that it is started with expires.
 * Throws `unauthorized` when that has ended since the request was let in.
 */
export async function startSession(
  service: KeyService,
  { orgId, keyId }: Principal,
  secret: string,
): Promise<StartedSession> {
  const now = service.clock.now();
  const token = makeToken();
  const session = newSession(token, now, { orgId, keyId });
  const expiresAt = await transact(service.db, (tx) => insertSessionOfSecret(tx, session, hashToken(secret)));
  if (expiresAt !== undefined) return started(token, expiresAt, now);
  throw new AppError('unauthorized', {
    message: 'This API key was revoked or rotated. Use the new one.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Starts a session of a person within the caller's transaction. */
export async function writeSession(
  tx: AccessTransaction,
  now: number,
  of: Pick<Principal, 'orgId' | 'keyId'>,
): Promise<StartedSession> {
  const token = makeToken();
  return started(token, await insertSession(tx, newSession(token, now, of)), now);
}

function newSession(
  token: string,
  now: number,
  { orgId, keyId }: Pick<Principal, 'orgId' | 'keyId'>,
): Session {
  return {
    tokenHash: hashToken(token),
    orgId,
    keyId,
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_MS),
  };
}

function started(token: string, expiresAt: Date, now: number): StartedSession {
  const lifetimeSeconds = Math.max(Math.floor((expiresAt.getTime() - now) / 1_000), 0);
  return { token, expiresAt, lifetimeSeconds };
}

/** Ends a session at once, on every node; does nothing if it has already ended. */
export async function endSession(
  service: KeyService,
  { orgId, keyId }: Principal,
  token: string,
): Promise<void> {
  await transact(service.db, async (tx) => {
    if (await deleteSession(tx, orgId, hashToken(token))) await announceKeyChange(tx, keyId);
  });
  service.onKeyChanged?.(keyId);
}

/** Ends the browser's previous session when it signs in again; having its cookie is enough. */
export async function endEarlierSession(service: KeyService, token: string): Promise<void> {
  const keyId = await transact(service.db, async (tx) => {
    const ended = await deleteSessionOfToken(tx, hashToken(token));
    if (ended !== undefined) await announceKeyChange(tx, ended);
    return ended;
  });
  if (keyId !== undefined) service.onKeyChanged?.(keyId);
}

/** Ends all sessions of the key or person, at once, on every node. */
export async function endAllSessions(service: KeyService, { orgId, keyId }: Principal): Promise<void> {
  await transact(service.db, async (tx) => {
    await deleteSessionsOf(tx, orgId, keyId, null);
    await announceKeyChange(tx, keyId);
  });
  service.onKeyChanged?.(keyId);
}

/** Who is signed in. Throws `not_found` when the key was removed meanwhile. */
export async function readSigner(service: KeyService, { orgId, keyId }: Principal) {
  const signer = await findSigner(service.db, orgId, keyId);
  if (signer === undefined) throw notFound('API key');
  return signer;
}
