import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { type Role, roleOptions, roleTexts } from '../../app/roles.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { User } from './people.tsx';

/** Changes a person's role. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const api = useApi();
  const [role, setRole] = useState<Role>(user.role);
  const params = { id: user.id };
  useShownCall({ operation: 'changeUserRole', params, body: { role }, title: 'Change the role' });
  const change = useWrite(() => api.changeUserRole({ params, body: { role } }), {
    quiet: true,
    done: () => `${user.name} is ${roleTexts[role].name.toLowerCase()} now.`,
    onDone: onClose,
  });
  return (
    <Dialog title={`Change the role of ${user.name}`} isOpen onClose={onClose}>
      <WriteForm write={change}>
        <Choice
          label="Role"
          field="role"
          value={role}
          onChange={(chosen) => setRole(chosen as Role)}
          options={roleOptions}
          hint={`${roleOptions.find(({ id }) => id === role)?.detail}. It takes effect at once, in open sessions too.`}
        />
        <Refused error={change.error} />
        <FormActions
          write={change}
          submit="Change the role"
          isDisabled={role === user.role}
          onClose={onClose}
        />
      </WriteForm>
    </Dialog>
  );
}
