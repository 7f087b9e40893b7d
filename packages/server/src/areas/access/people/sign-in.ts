import { normalAddress } from '../../../engine/mail/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { accessErrors } from '../access-errors.ts';
import { accessEvent } from '../access-event.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { useCode, type Verdict } from '../second-factor/check-code.ts';
import { type StartedSession, writeSession } from '../sessions/sessions.ts';
import { countPasswordTry } from './count-try.ts';
import { isPassword } from './password.ts';
import type { PeopleService } from './people-service.ts';
import { forgetTries } from './sign-in-try.repository.ts';
import { findUsersForSignIn, lockUser, type User } from './user.repository.ts';

export interface SignInRequest {
  email: string;
  password: string;
  /** Name of the organization, for people in more than one. */
  organization?: string | undefined;
  /** Second-factor code, for people who have one. */
  code?: string | undefined;
}

export type SignInMethod = 'password' | 'single_sign_on';

/**
 * The same address and password may belong to several organizations; beyond this many, the organization must
 * be named.
 */
const MAX_ORGANIZATIONS = 3;

/**
 * Starts a session for the person with this address and password. Throws `unauthorized`, with the same
 * message whatever is wrong, and `rate_limit_exceeded` after too many attempts.
 */
export async function signIn(service: PeopleService, request: SignInRequest): Promise<StartedSession> {
  const email = normalAddress(request.email);
  await countPasswordTry(service, email);
  const found = await findUsersForSignIn(service.db, email, request.organization, MAX_ORGANIZATIONS);
  const user = await findByPassword(found, request.password);
  if (user === undefined) {
    await reportFailures(service, found);
    throw refused();
  }
  const session = await enterWithCode(service, user, request.code);
  await forgetTries(service.db, email);
  return session;
}

/** Throws `second_factor_required` when a required code is missing, and `unauthorized` when it is wrong. */
async function enterWithCode(
  service: PeopleService,
  user: User,
  code: string | undefined,
): Promise<StartedSession> {
  const ports = { secretBox: service.secretBox, nowMs: service.clock.now() };
  const session = await service.unitOfWork<StartedSession | Verdict>(async (tx) => {
    // Keeps out a person who was removed, or got another password, while this one was being checked.
    const present = await lockUser(tx, user.orgId, user.id);
    if (present?.passwordHash !== user.passwordHash) throw refused();
    const verdict = await useCode(tx, ports, user, code);
    return verdict === 'right' ? enter(tx, service, user, 'password') : { value: verdict };
  });
  if (typeof session === 'object') return session;
  if (session === 'missing') throw codeRequired();
  await reportFailures(service, [user], 'wrong_code');
  throw codeWrong();
}

/** The session of an authenticated person, and its event. */
export async function enter(
  tx: AccessTransaction,
  service: PeopleService,
  { id, orgId }: Pick<User, 'id' | 'orgId'>,
  method: SignInMethod,
) {
  const value = await writeSession(tx, service.clock.now(), { orgId, keyId: id });
  const signedInAt = new Date(service.clock.now()).toISOString();
  const data = { user_id: formatId('usr', id), method, signed_in_at: signedInAt };
  return { value, events: [accessEvent('access_user_signed_in', { orgId, data, by: id })] };
}

async function findByPassword(found: User[], password: string): Promise<User | undefined> {
  // The response time must not reveal whether the address is known.
  if (found.length === 0) await isPassword(password, null);
  for (const user of found) if (await isPassword(password, user.passwordHash)) return user;
  return undefined;
}

async function reportFailures(
  { unitOfWork, clock }: PeopleService,
  found: User[],
  wrong: 'wrong_password' | 'wrong_code' = 'wrong_password',
): Promise<void> {
  if (found.length === 0) return;
  const failedAt = new Date(clock.now()).toISOString();
  const events = found.map(({ id, orgId, passwordHash }) => {
    const reason = passwordHash === null ? ('no_password' as const) : wrong;
    const data = { user_id: formatId('usr', id), method: 'password' as const, reason, failed_at: failedAt };
    return accessEvent('access_user_sign_in_failed', { orgId, data });
  });
  await unitOfWork(async () => ({ value: undefined, events }));
}

export function codeWrong(): AppError {
  return new AppError('unauthorized', {
    field: 'code',
    message: 'The code is wrong, or it was used. Wait for the next one, or use a recovery code.',
  });
}

export function codeRequired(): AppError {
  return new AppError(accessErrors.second_factor_required, {
    field: 'code',
    message: 'You have a second factor. Send `code` too: the six digits of your app, or a recovery code.',
  });
}

function refused(): AppError {
  return new AppError('unauthorized', {
    message: 'The address or the password is wrong. Ask an owner for a new link if you have forgotten it.',
  });
}
