import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import { announceKeyChange } from '../api-keys/api-key.repository.ts';
import { hashToken } from '../api-keys/key-token.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { countPasswordTry } from './count-try.ts';
import { checkPassword, hashPassword, isPassword } from './password.ts';
import type { PeopleService } from './people-service.ts';
import { forgetTries } from './sign-in-try.repository.ts';
import { findUser, lockUser, writePassword } from './user.repository.ts';

export interface ChangePasswordRequest {
  principal: Principal;
  current: string;
  next: string;
  /** Token of the calling session, which stays valid. */
  token: string | undefined;
}

/**
 * Changes the caller's password and ends all their other sessions. Throws `forbidden` for a key,
 * `invalid_state` for a person without a password, and `invalid_request` when the current password is wrong.
 */
export async function changePassword(service: PeopleService, request: ChangePasswordRequest): Promise<void> {
  const { orgId, keyId: id, role } = request.principal;
  if (role === undefined) {
    throw new AppError('forbidden', { message: 'An API key has no password. Rotate the key instead.' });
  }
  const user = await findUser(service.db, orgId, id);
  if (user === undefined) throw notFound('person');
  if (user.passwordHash === null) {
    throw new AppError('invalid_state', {
      message: 'You sign in by single sign-on and have no password here. Change it there.',
    });
  }
  await countPasswordTry(service, user.email);
  if (!(await isPassword(request.current, user.passwordHash))) {
    throw wrongPassword();
  }
  checkPassword(request.next, { field: 'new_password', email: user.email });
  const passwordHash = await hashPassword(request.next);
  const now = new Date(service.clock.now());
  await service.unitOfWork(async (tx) => {
    // Another password may have been set while this one was being checked.
    const present = await lockUser(tx, orgId, id);
    if (present === undefined) throw notFound('person');
    if (present.passwordHash !== user.passwordHash) throw wrongPassword();
    await writePassword(tx, orgId, id, passwordHash);
    await deleteSessionsOf(tx, orgId, id, request.token === undefined ? null : hashToken(request.token));
    await announceKeyChange(tx, id);
    const data = { user_id: formatId('usr', id), changed_at: now.toISOString() };
    return { value: undefined, events: [accessEvent('access_user_password_changed', { orgId, data })] };
  });
  await forgetTries(service.db, user.email);
  service.onKeyChanged?.(id);
}

function wrongPassword(): AppError {
  return invalidField('current_password', '`current_password` is not your current password.');
}
