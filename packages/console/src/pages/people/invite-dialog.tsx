import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { type Role, roleOptions } from '../../app/roles.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { ShownLink } from './link-dialog.tsx';

interface InviteProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (link: ShownLink) => void;
}

export function InviteDialog({ isOpen, onClose, onMade }: InviteProps) {
  return (
    <Dialog title="Invite a person" isOpen={isOpen} onClose={onClose}>
      {isOpen && <InviteForm onClose={onClose} onMade={onMade} />}
    </Dialog>
  );
}

function InviteForm({ onClose, onMade }: Omit<InviteProps, 'isOpen'>) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const body = { email: email.trim(), role };
  useShownCall({ operation: 'inviteUser', body, title: 'Create the invitation' });
  useUnsaved(email);
  const invite = useWrite(() => api.inviteUser({ body }), {
    quiet: true,
    onDone: (made) => {
      onClose();
      onMade({ ...made, kind: 'invitation' });
    },
  });
  return (
    <WriteForm write={invite}>
      <TextInput label="E-mail" field="email" type="email" value={email} onChange={setEmail} isRequired />
      <Choice
        label="Role"
        field="role"
        value={role}
        onChange={(chosen) => setRole(chosen as Role)}
        options={roleOptions}
        hint={roleOptions.find(({ id }) => id === role)?.detail}
      />
      <Refused error={invite.error} />
      <FormActions write={invite} submit="Create the invitation" onClose={onClose} />
    </WriteForm>
  );
}
