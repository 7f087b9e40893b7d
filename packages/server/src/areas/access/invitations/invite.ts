import { configurationEvents } from '../../../engine/catalog/index.ts';
import { addressRefusal, isMailAddress, normalAddress } from '../../../engine/mail/index.ts';
import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import { hashToken, makeToken } from '../api-keys/key-token.ts';
import { requireIssuer } from '../api-keys/may-issue.ts';
import type { PeopleService } from '../people/people-service.ts';
import type { Role } from '../people/roles.ts';
import { findUserByEmail, lockUser, type User } from '../people/user.repository.ts';
import { type Invitation, replaceInvitation, useInvitation } from './invitation.repository.ts';
import { mailLink } from './mail-link.ts';

const INVITATION_MS = 7 * 86_400_000;
const PASSWORD_LINK_MS = 86_400_000;

export interface MadeLink {
  invitation: Invitation;
  /** Shown once: whoever has it can join, or set the password. */
  link: string;
  /** Whether the link was also mailed. */
  isMailed: boolean;
}

export interface InviteRequest {
  principal: Principal;
  email: string;
  role: Role;
  /** UUID. */
  id: string;
}

/**
 * Creates a link for the owner of an address to join, valid for seven days. Throws `conflict` for existing
 * members.
 */
export async function inviteUser(service: PeopleService, request: InviteRequest): Promise<MadeLink> {
  const { principal, role } = request;
  const email = normalAddress(request.email);
  if (!isMailAddress(email)) {
    throw invalidField('email', addressRefusal('email', email));
  }
  const made = newLink(service, principal, { id: request.id, email, role, userId: null }, INVITATION_MS);
  const { orgId, expiresAt } = made.invitation;
  await service.unitOfWork(async (tx) => {
    await requireIssuer(tx, principal);
    // First, because it waits for somebody who is joining by an earlier link.
    await replaceInvitation(tx, made.invitation);
    if ((await findUserByEmail(tx, orgId, email)) !== undefined) {
      throw new AppError('conflict', {
        field: 'email',
        message: 'Somebody with this address is in the organization already. Change their role instead.',
      });
    }
    const data = {
      invitation_id: formatId('inv', request.id),
      role,
      expires_at: expiresAt.toISOString(),
    };
    return { value: undefined, events: [accessEvent('access_user_invited', { orgId, data })] };
  });
  return { ...made, isMailed: await mailLink(service, made, 'invitation') };
}

/** Creates a link for a person to set a new password, valid for a day. Throws `not_found`. */
export async function makePasswordLink(
  service: PeopleService,
  principal: Principal,
  userId: string,
): Promise<MadeLink> {
  const { orgId } = principal;
  const linkFor = ({ email, role }: User) =>
    newLink(service, principal, { id: newUuid(), email, role, userId }, PASSWORD_LINK_MS);
  const made = await service.unitOfWork(async (tx) => {
    const user = await lockUser(tx, orgId, userId);
    if (user === undefined) throw notFound('person');
    await requireIssuer(tx, principal);
    const value = linkFor(user);
    await replaceInvitation(tx, value.invitation);
    const data = {
      user_id: formatId('usr', userId),
      expires_at: value.invitation.expiresAt.toISOString(),
    };
    return { value, events: [accessEvent('access_user_password_link_made', { orgId, data })] };
  });
  return { ...made, isMailed: await mailLink(service, made, 'password') };
}

/** Voids the link of an invitation. Throws `not_found`. */
export async function withdrawInvitation(service: PeopleService, orgId: string, id: string): Promise<void> {
  const isDone = await service.unitOfWork(async (tx) => {
    const value = await useInvitation(tx, orgId, id);
    const told = { orgId, thing: 'invitation', id: formatId('inv', id), action: 'revoked' } as const;
    return { value, events: value ? configurationEvents(told) : [] };
  });
  if (!isDone) throw notFound('invitation');
}

function newLink(
  service: PeopleService,
  { orgId, keyId }: Principal,
  given: Pick<Invitation, 'id' | 'email' | 'role' | 'userId'>,
  lifetimeMs: number,
) {
  const token = makeToken();
  const now = service.clock.now();
  const invitation: Invitation = {
    ...given,
    orgId,
    tokenHash: hashToken(token),
    invitedBy: keyId,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  };
  // After the #, which browsers never send to a server.
  return { invitation, link: `${service.address()}/#/join/${token}` };
}
