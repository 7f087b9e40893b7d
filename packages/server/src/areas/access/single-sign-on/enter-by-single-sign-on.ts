import { normalAddress } from '../../../engine/mail/index.ts';
import { checkQuota } from '../../../engine/quotas/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { announceKeyChange } from '../api-keys/api-key.repository.ts';
import { findInvitationOf, type Invitation, useInvitation } from '../invitations/invitation.repository.ts';
import { findOrganizationNamed } from '../organization/organization.repository.ts';
import { addUser } from '../people/add-user.ts';
import type { PeopleService } from '../people/people-service.ts';
import { type Role, roles, scopesOfRole } from '../people/roles.ts';
import { enter } from '../people/sign-in.ts';
import {
  findUserByEmail,
  findUserBySubject,
  lockOwners,
  type User,
  writeRole,
  writeSubject,
} from '../people/user.repository.ts';
import type { StartedSession } from '../sessions/sessions.ts';
import { SignInProblem } from './sign-in-problem.ts';
import type { ProvenPerson, SingleSignOnSettings } from './single-sign-on.ts';

interface Entry {
  orgId: string;
  now: Date;
  person: ProvenPerson;
  settings: SingleSignOnSettings;
}

/**
 * Starts a session for the person the provider identified: one who signed in this way before, a member with
 * that address, somebody invited, or anyone from an allowed domain. Throws `SignInProblem`.
 */
export async function enterBySingleSignOn(
  service: PeopleService,
  settings: SingleSignOnSettings,
  person: ProvenPerson,
): Promise<StartedSession> {
  const organization = await findOrganizationNamed(service.db, settings.organization);
  if (organization === undefined) throw new SignInProblem('not_invited');
  const entry = { orgId: organization.id, now: new Date(service.clock.now()), person, settings };
  const { session, id } = await service.unitOfWork(async (tx) => {
    const known = await findUserBySubject(tx, entry.orgId, person.subject);
    const { user, events } = known === undefined ? await meet(tx, entry) : await follow(tx, entry, known);
    const entered = await enter(tx, service, user, 'single_sign_on');
    return { value: { session: entered.value, id: user.id }, events: [...events, ...entered.events] };
  });
  service.onKeyChanged?.(id);
  return session;
}

/** First single sign-on of a person. Their address counts only if the provider has verified it. */
async function meet(tx: AccessTransaction, entry: Entry): Promise<{ user: User; events: NewEvent[] }> {
  const { orgId, now, person } = entry;
  if (person.email === undefined || !person.isEmailVerified) throw new SignInProblem('unverified');
  const email = normalAddress(person.email);
  const known = await findUserByEmail(tx, orgId, email);
  if (known !== undefined) {
    // At the provider, the address now belongs to somebody else.
    if (known.ssoSubject !== null) throw new SignInProblem('refused');
    await writeSubject(tx, orgId, known.id, person.subject);
    return follow(tx, entry, known);
  }
  const invitation = await findInvitationOf(tx, orgId, email, now);
  return letIn(tx, entry, email, invitation);
}

async function letIn(
  tx: AccessTransaction,
  { orgId, now, person, settings }: Entry,
  email: string,
  invitation: Invitation | undefined,
) {
  const isOurs = settings.allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1));
  if (invitation === undefined && !isOurs) throw new SignInProblem('not_invited');
  if (invitation !== undefined) await useInvitation(tx, orgId, invitation.id);
  const role = roleOf(person, settings) ?? invitation?.role ?? settings.defaultRole;
  const id = newUuid();
  const name = cutText((person.name ?? email).toWellFormed(), 100);
  const user = {
    id,
    orgId,
    email,
    name,
    role,
    passwordHash: null,
    ssoSubject: person.subject,
    createdAt: now,
  };
  if (!(await addUser(tx, user))) throw new SignInProblem('refused');
  await checkQuota(rowsIn(tx), orgId, 'people').catch((error: unknown) => {
    throw error instanceof AppError ? new SignInProblem('refused') : error;
  });
  const data = {
    user_id: formatId('usr', id),
    role,
    method: 'single_sign_on' as const,
    invitation_id: invitation === undefined ? null : formatId('inv', invitation.id),
    joined_at: now.toISOString(),
  };
  const joined = accessEvent('access_user_joined', { orgId, data, by: id });
  return { user: { ...user, removedAt: null }, events: [joined] };
}

/** Updates the role from the provider's groups, if they map to one. The last owner stays owner. */
async function follow(
  tx: AccessTransaction,
  { orgId, person, settings }: Entry,
  user: User,
): Promise<{ user: User; events: NewEvent[] }> {
  const role = roleOf(person, settings);
  if (role === undefined || role === user.role) return { user, events: [] };
  const owners = await lockOwners(tx, orgId);
  if (owners.length === 1 && owners[0] === user.id) return { user, events: [] };
  await writeRole(tx, { orgId, id: user.id, role, scopes: scopesOfRole[role] });
  await announceKeyChange(tx, user.id);
  const data = { user_id: formatId('usr', user.id), role, previous_role: user.role };
  return { user: { ...user, role }, events: [accessEvent('access_user_role_changed', { orgId, data })] };
}

/** The highest role any group maps to; undefined when none does. */
function roleOf({ groups }: ProvenPerson, settings: SingleSignOnSettings): Role | undefined {
  const given = settings.roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  const [highest] = [...given].sort((a, b) => roles.indexOf(a) - roles.indexOf(b));
  return given.length === 0 ? undefined : required(highest, 'the highest of some roles');
}
