import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Key } from './keys.tsx';
import { NewSecret } from './new-secret.tsx';

const overlaps = [
  { id: '3600', label: 'One hour' },
  { id: '86400', label: 'One day' },
  { id: '604800', label: 'Seven days' },
  { id: '0', label: 'Not at all: it stops immediately' },
];

/** Gives a key a new secret, while the previous one keeps working for a while. */
export function RotateDialog({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  return (
    <Dialog title={`Rotate the secret of ${of?.name ?? ''}`} isOpen={of !== undefined} onClose={onClose}>
      {of !== undefined && <RotateForm of={of} onClose={onClose} />}
    </Dialog>
  );
}

function RotateForm({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const [overlap, setOverlap] = useState('86400');
  const params = { id: of.id };
  const body = { overlap_seconds: Number(overlap) };
  useShownCall({ operation: 'rotateKey', params, body, title: 'Create the secret' });
  const rotate = useWrite(() => api.rotateKey({ params, body }), { quiet: true });
  if (rotate.data !== undefined)
    return <NewSecret secret={rotate.data.key} notice={rotate.data.notice} onClose={onClose} />;
  return (
    <WriteForm write={rotate}>
      <p>The key keeps its name, scopes and expiry. Deploy the new secret while both work.</p>
      <Choice
        label="The earlier secret keeps working for"
        field="overlap_seconds"
        value={overlap}
        onChange={setOverlap}
        options={overlaps}
      />
      <Refused error={rotate.error} />
      <FormActions
        write={rotate}
        kind={overlap === '0' ? 'danger' : 'main'}
        submit="Create the secret"
        onClose={onClose}
      />
    </WriteForm>
  );
}
