import { randomBytes } from 'node:crypto';
import { transact } from '../../../kit/db/index.ts';
import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import { countPasswordTry } from '../people/count-try.ts';
import { isPassword } from '../people/password.ts';
import type { PeopleService } from '../people/people-service.ts';
import { forgetTries } from '../people/sign-in-try.repository.ts';
import { findUser, lockUser, type User } from '../people/user.repository.ts';
import { hashRecoveryCode, openSecret, sealSecret, useCode } from './check-code.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  lockSecondFactor,
} from './second-factor.repository.ts';
import { base32, otpauthUri, stepOfCode } from './totp.ts';

/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

/** Creates a secret for the person's app. No code is required until the first has been confirmed. */
export async function beginSetUp(
  service: PeopleService,
  { principal, password }: { principal: Principal; password: string },
): Promise<{ secret: string; uri: string }> {
  const user = await findPerson(service, principal);
  await countPasswordTry(service, user.email);
  if (!(await isPassword(password, user.passwordHash))) {
    throw wrongPassword();
  }
  await forgetTries(service.db, user.email);
  const secret = randomBytes(SECRET_BYTES);
  const sealedSecret = sealSecret(service.secretBox, user.id, secret);
  const row = { userId: user.id, orgId: user.orgId, sealedSecret, createdAt: new Date(service.clock.now()) };
  const isBegun = await transact(service.db, async (tx) => {
    // Another password may have been set while this one was being checked.
    const present = await lockUser(tx, user.orgId, user.id);
    if (present?.passwordHash !== user.passwordHash) throw wrongPassword();
    return beginSecondFactor(tx, row);
  });
  if (!isBegun) {
    throw new AppError('invalid_state', {
      message: 'You have a second factor. Remove it first, with a code of it.',
    });
  }
  return { secret: base32(secret), uri: otpauthUri(secret, { issuer: 'Trivium', account: user.email }) };
}

/** Enables it with a first code; returns the recovery codes, which are shown only once. */
export async function confirmSetUp(
  service: PeopleService,
  { principal, code }: { principal: Principal; code: string },
): Promise<string[]> {
  const { id, orgId, email } = await findPerson(service, principal);
  await countPasswordTry(service, email);
  const nowMs = service.clock.now();
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await service.unitOfWork(async (tx) => {
    const factor = await lockSecondFactor(tx, orgId, id);
    if (factor === undefined || factor.confirmedAt !== null) {
      throw new AppError('invalid_state', { message: 'Begin to set up a second factor first.' });
    }
    const secret = openSecret(service.secretBox, factor);
    const step = stepOfCode(secret, code.replaceAll(' ', ''), { nowMs, lastStep: factor.lastStep });
    if (step === undefined) throw wrongCode();
    const recoveryHashes = codes.map(hashRecoveryCode);
    await confirmSecondFactor(tx, id, { at: new Date(nowMs), step, recoveryHashes });
    const data = { user_id: formatId('usr', id), enabled_at: new Date(nowMs).toISOString() };
    return { value: undefined, events: [accessEvent('access_user_second_factor_enabled', { orgId, data })] };
  });
  await forgetTries(service.db, email);
  return codes;
}

/** Disables it again; requires one of its codes. */
export async function removeOwn(
  service: PeopleService,
  { principal, code }: { principal: Principal; code: string },
): Promise<void> {
  const user = await findPerson(service, principal);
  await countPasswordTry(service, user.email);
  const ports = { secretBox: service.secretBox, nowMs: service.clock.now() };
  await service.unitOfWork(async (tx) => {
    if ((await useCode(tx, ports, user, code)) !== 'right') throw wrongCode();
    if (!(await deleteSecondFactor(tx, user.orgId, user.id))) throw notFound('second factor');
    return { value: undefined, events: [removedEvent(service, user)] };
  });
  await forgetTries(service.db, user.email);
}

/** Lets an owner disable it for somebody who has lost both phone and recovery codes. */
export async function removeFromUser(service: PeopleService, orgId: string, id: string): Promise<void> {
  await service.unitOfWork(async (tx) => {
    if (!(await deleteSecondFactor(tx, orgId, id))) throw notFound('second factor');
    return { value: undefined, events: [removedEvent(service, { id, orgId })] };
  });
}

function removedEvent({ clock }: PeopleService, { id, orgId }: Pick<User, 'id' | 'orgId'>) {
  const data = { user_id: formatId('usr', id), removed_at: new Date(clock.now()).toISOString() };
  return accessEvent('access_user_second_factor_removed', { orgId, data });
}

async function findPerson(service: PeopleService, { orgId, keyId, role }: Principal): Promise<User> {
  if (role === undefined) {
    throw new AppError('forbidden', { message: 'An API key has no second factor. Sign in as a person.' });
  }
  const user = await findUser(service.db, orgId, keyId);
  if (user === undefined) throw notFound('person');
  if (user.passwordHash === null) {
    throw new AppError('invalid_state', {
      message: 'You sign in by single sign-on. Set up a second factor there.',
    });
  }
  return user;
}

/** 80 random bits, in four groups that are easy to type. */
function makeRecoveryCode(): string {
  return (base32(randomBytes(10)).match(/.{4}/g) ?? []).join('-');
}

function wrongPassword(): AppError {
  return invalidField('password', '`password` is not your password.');
}

function wrongCode(): AppError {
  return invalidField(
    'code',
    '`code` is not the code that the app shows now, or it was used. Wait for the next one.',
  );
}
