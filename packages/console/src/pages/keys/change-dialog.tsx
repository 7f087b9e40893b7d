import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { isRefusal, useApi, useClient } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Check } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { AddressesField } from './addresses-field.tsx';
import type { Key } from './keys.tsx';

/** Renames a key, and sets where it may be used from. */
export function ChangeDialog({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  return (
    <Dialog title={`Change ${of?.name ?? ''}`} isOpen={of !== undefined} onClose={onClose}>
      {of !== undefined && <ChangeForm of={of} onClose={onClose} />}
    </Dialog>
  );
}

function ChangeForm({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const { session } = useClient();
  const before = { name: of.name, addresses: of.allowed_addresses ?? [] };
  const [form, setForm] = useState(before);
  const [force, setForce] = useState(false);
  const params = { id: of.id };
  const body = {
    name: form.name,
    allowed_addresses: form.addresses.length === 0 ? null : form.addresses,
    ...(force && { force }),
  };
  useShownCall({ operation: 'updateKey', params, body, title: 'Save the key' });
  const save = useWrite(() => api.updateKey({ params, body }), {
    quiet: true,
    done: () => `${form.name} is saved.`,
    onDone: onClose,
  });
  useUnsaved(form, save.isSuccess ? form : before);
  return (
    <WriteForm write={save}>
      <TextInput
        label="Name"
        field="name"
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
        isRequired
      />
      <AddressesField values={form.addresses} onChange={(addresses) => setForm({ ...form, addresses })} />
      {of.id === session?.key_id && (
        <p className="quiet">You are signed in with this key: it must stay usable from where you are.</p>
      )}
      <Refused error={save.error} />
      {isRefusal(save.error, 409) && <Check label="Shut myself out" isChecked={force} onChange={setForce} />}
      <FormActions write={save} submit="Save the key" onClose={onClose} />
    </WriteForm>
  );
}
