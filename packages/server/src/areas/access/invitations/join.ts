import { checkQuota } from '../../../engine/quotas/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { announceKeyChange } from '../api-keys/api-key.repository.ts';
import { hashToken } from '../api-keys/key-token.ts';
import { addUser } from '../people/add-user.ts';
import { countPasswordTry } from '../people/count-try.ts';
import { checkPassword, hashPassword } from '../people/password.ts';
import type { PeopleService } from '../people/people-service.ts';
import { codeRequired, codeWrong } from '../people/sign-in.ts';
import { lockUser, writePassword } from '../people/user.repository.ts';
import { useCode } from '../second-factor/check-code.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { type StartedSession, writeSession } from '../sessions/sessions.ts';
import { findInvitation, type Invitation, useInvitation } from './invitation.repository.ts';

export interface JoinRequest {
  /** The token from the link. */
  token: string;
  /** Name of a new person; members already have one. */
  name: string | undefined;
  password: string;
  /** Second-factor code, for members who have one. */
  code?: string | undefined;
}

/** What a link is for. Throws `not_found` when it has expired. */
export async function readInvitation(service: PeopleService, token: string) {
  const found = await findInvitation(service.db, hashToken(token), new Date(service.clock.now()));
  if (found === undefined) throw ended();
  return found;
}

/**
 * Admits whoever has the link: a new person, or a member setting a new password, which ends all their other
 * sessions. Throws `not_found` for an expired link.
 */
export async function join(service: PeopleService, request: JoinRequest): Promise<StartedSession> {
  const invitation = await readInvitation(service, request.token);
  const { name = '' } = request;
  if (invitation.userId === null && name.trim() === '') {
    throw new AppError('missing_required_field', {
      field: 'name',
      message: '`name` is required. Add it to the body.',
    });
  }
  checkPassword(request.password, { field: 'password', email: invitation.email });
  if (invitation.userId !== null) await countPasswordTry(service, invitation.email);
  const passwordHash = await hashPassword(request.password);
  const now = service.clock.now();
  const { session, id } = await service.unitOfWork(async (tx) => {
    if (!(await useInvitation(tx, invitation.orgId, invitation.id))) throw ended();
    const { id, event } =
      invitation.userId === null
        ? await letIn(tx, invitation, { name: name.trim(), passwordHash, now: new Date(now) })
        : await renewPassword(
            tx,
            service,
            { ...invitation, userId: invitation.userId },
            { passwordHash, code: request.code },
          );
    const session = await writeSession(tx, now, { orgId: invitation.orgId, keyId: id });
    return { value: { session, id }, events: [event] };
  });
  service.onKeyChanged?.(id);
  return session;
}

async function letIn(
  tx: AccessTransaction,
  { id: invitationId, orgId, email, role }: Invitation,
  { name, passwordHash, now }: { name: string; passwordHash: string; now: Date },
) {
  const id = newUuid();
  const user = { id, orgId, email, name, role, passwordHash, ssoSubject: null, createdAt: now };
  if (!(await addUser(tx, user))) {
    throw new AppError('conflict', {
      message: 'Somebody with this address is in the organization already. Sign in instead.',
    });
  }
  await checkQuota(rowsIn(tx), orgId, 'people');
  const data = {
    user_id: formatId('usr', id),
    role,
    method: 'password' as const,
    invitation_id: formatId('inv', invitationId),
    joined_at: now.toISOString(),
  };
  return { id, event: accessEvent('access_user_joined', { orgId, data, by: id }) };
}

/** The link replaces only the password: people with a second factor need its code too. */
async function renewPassword(
  tx: AccessTransaction,
  { secretBox, clock }: PeopleService,
  { orgId, userId: id }: { orgId: string; userId: string },
  { passwordHash, code }: { passwordHash: string; code: string | undefined },
) {
  const now = new Date(clock.now());
  if ((await lockUser(tx, orgId, id)) === undefined) throw ended();
  const verdict = await useCode(tx, { secretBox, nowMs: now.getTime() }, { id, orgId }, code);
  if (verdict === 'missing') throw codeRequired();
  if (verdict === 'wrong') throw codeWrong();
  await writePassword(tx, orgId, id, passwordHash);
  await deleteSessionsOf(tx, orgId, id, null);
  await announceKeyChange(tx, id);
  const data = { user_id: formatId('usr', id), changed_at: now.toISOString() };
  return { id, event: accessEvent('access_user_password_changed', { orgId, data, by: id }) };
}

function ended(): AppError {
  return new AppError('not_found', {
    message: 'This link has ended or was used. Ask whoever sent it for another one.',
  });
}
