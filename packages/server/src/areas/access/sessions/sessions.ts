import { transact } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
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
} from './session.repository.ts';

const LIFETIME_MS = 7 * 24 * 3_600_000;

export interface StartedSession {
  /** For the cookie; shown only once. */
  token: string;
  expiresAt: Date;
  lifetimeSeconds: number;
}

/** Starts a session with the key's access, for seven days or until the key expires. */
export async function startSession(
  service: KeyService,
  { orgId, keyId }: Principal,
): Promise<StartedSession> {
  const now = service.clock.now();
  return transact(service.db, (tx) => writeSession(tx, now, { orgId, keyId }));
}

/** Starts a session of a key or person within the caller's transaction. */
export async function writeSession(
  tx: AccessTransaction,
  now: number,
  { orgId, keyId }: Pick<Principal, 'orgId' | 'keyId'>,
): Promise<StartedSession> {
  const token = makeToken();
  const session = {
    tokenHash: hashToken(token),
    orgId,
    keyId,
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_MS),
  };
  const expiresAt = await insertSession(tx, session);
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
