import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { type Answer, useApi, useClient, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { roleTexts } from '../../app/roles.ts';
import { to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

export type User = Answer<'listUsers'>['users'][number];

type Doing = { what: 'role' | 'remove' | 'factor'; user: User } | { what: 'invite' } | undefined;

/** The organization's people, their roles, and when they were last active. */
export function PeoplePage() {
  const list = useList('listUsers', {});
  const mayChange = useMay('admin');
  const [doing, setDoing] = useState<Doing>();
  const [link, setLink] = useState<ShownLink>();
  const close = () => setDoing(undefined);
  const invite = mayChange && (
    <Button kind="main" icon={UserPlus} onPress={() => setDoing({ what: 'invite' })}>
      Invite a person
    </Button>
  );
  return (
    <>
      <PageHead
        title="People"
        lead="Who can sign in to this organization, and what they may do."
        actions={invite}
      />
      <DataTable
        label="People"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`people/${one.id}`}
        columns={[
          { title: 'Name', width: '1.4fr', cell: (one) => <NameOf of={one} /> },
          { title: 'E-mail', width: '1.8fr', cell: (one) => one.email },
          { title: 'Role', width: '2fr', cell: (one) => <RoleOf role={one.role} /> },
          { title: 'Signs in with', cell: waysOf },
          { title: 'Last seen', cell: (one) => <Time at={one.last_seen_at} /> },
        ]}
        rowActions={(one) => <PersonMenu user={one} onDo={setDoing} onLink={setLink} />}
        say={(total) => plural(total, 'person', 'people')}
        empty={
          <Empty icon={Users} title="There are no people yet." action={invite}>
            Invite yourself first, as an owner. Then the audit log names people, and no key needs to be
            shared.
          </Empty>
        }
      />
      {mayChange && <Invitations />}
      <InviteDialog isOpen={doing?.what === 'invite'} onClose={close} onMade={setLink} />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
      {doing?.what === 'role' && <RoleDialog user={doing.user} onClose={close} />}
      <RemoveDialog user={doing?.what === 'remove' ? doing.user : undefined} onClose={close} />
      <FactorDialog user={doing?.what === 'factor' ? doing.user : undefined} onClose={close} />
    </>
  );
}

function NameOf({ of }: { of: User }) {
  const { session } = useClient();
  return (
    <>
      {of.name}
      {of.id === session?.user?.id && <span className="quiet"> (you)</span>}
    </>
  );
}

function RoleOf({ role }: { role: User['role'] }) {
  return (
    <>
      {roleTexts[role].name}
      <span className="quiet"> · {roleTexts[role].may}</span>
    </>
  );
}

function waysOf({ has_password: password, has_single_sign_on: provider }: User): string {
  if (password && provider) return 'Password, single sign-on';
  return provider ? 'Single sign-on' : 'Password';
}

interface PersonMenuProps {
  user: User;
  onDo: (doing: Doing) => void;
  onLink: (link: ShownLink) => void;
}

function PersonMenu({ user, onDo, onLink }: PersonMenuProps) {
  const api = useApi();
  const makeLink = useWrite(() => api.createPasswordLink({ params: { id: user.id } }), {
    shows: { operation: 'createPasswordLink', title: 'Create a link for a new password' },
    onDone: (made) => onLink({ ...made, kind: 'password' }),
  });
  return (
    <ActionMenu
      label={`Actions for ${user.name}`}
      actions={[
        { label: 'Change the role …', run: () => onDo({ what: 'role', user }) },
        { label: 'Create a link for a new password', run: () => makeLink.mutate() },
        ...(user.has_password
          ? [{ label: 'Remove the second factor …', run: () => onDo({ what: 'factor', user }) }]
          : []),
        { label: 'Remove …', run: () => onDo({ what: 'remove', user }), isDanger: true },
      ]}
    />
  );
}

function RemoveDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const api = useApi();
  const remove = useWrite(({ id }: User) => api.removeUser({ params: { id } }), {
    shows: { operation: 'removeUser', title: 'Remove a person' },
    done: () => 'The person is removed.',
  });
  return (
    <Confirm
      title={`Remove ${user?.name ?? ''}?`}
      action="Remove person"
      {...(user && { name: user.name })}
      isOpen={user !== undefined}
      onClose={onClose}
      onConfirm={() => user && remove.mutate(user)}
    >
      Every session of this person ends at once. API keys that the person made stay: look at them under API
      keys.
    </Confirm>
  );
}

/** For somebody who has lost both phone and recovery codes. */
function FactorDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const api = useApi();
  const reset = useWrite(({ id }: User) => api.resetSecondFactor({ params: { id } }), {
    shows: { operation: 'resetSecondFactor', title: 'Remove a second factor' },
    done: (_nothing, { name }) => `${name} signs in with only the password until a new one is set up.`,
  });
  return (
    <Confirm
      title={`Remove the second factor of ${user?.name ?? ''}?`}
      action="Remove it"
      {...(user && { name: user.name })}
      isOpen={user !== undefined}
      onClose={onClose}
      onConfirm={() => user && reset.mutate(user)}
    >
      First make sure that it is {user?.name} who asks: after that, anyone who knows the password can sign in.
    </Confirm>
  );
}

/** Unused invitation links. */
function Invitations() {
  const api = useApi();
  const list = useList('listInvitations', {});
  const withdraw = useWrite((id: string) => api.withdrawInvitation({ params: { id } }), {
    shows: { operation: 'withdrawInvitation', title: 'Withdraw an invitation' },
    done: () => 'The link is void.',
  });
  if (list.items.length === 0) return null;
  return (
    <Section
      title="Open invitations"
      lead="A link is shown only once. Invite the address again to get another."
    >
      <DataTable
        label="Open invitations"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'E-mail', width: '2fr', cell: (one) => one.email },
          { title: 'Role', cell: (one) => roleTexts[one.role].name },
          { title: 'State', cell: () => <Status state="pending" label="Pending" /> },
          { title: 'Expires', cell: (one) => <Time at={one.expires_at} /> },
        ]}
        rowActions={(one) => (
          <Button
            aria-label={`Withdraw the invitation of ${one.email}`}
            onPress={() => withdraw.mutate(one.id)}
          >
            Withdraw
          </Button>
        )}
        say={(total) => plural(total, 'open invitation')}
        empty={null}
      />
    </Section>
  );
}
