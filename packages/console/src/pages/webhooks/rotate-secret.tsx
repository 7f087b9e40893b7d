import { useState } from 'react';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { CopyButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { makeSecret } from './make-secret.ts';

/** Gives a subscription a new secret; the previous one keeps signing for a while. */
export function RotateSecret({
  subId,
  isOpen,
  onClose,
}: {
  subId: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const api = useApi();
  const [secret, setSecret] = useState(makeSecret);
  const rotate = useWrite(() => api.rotateWebhookSecret({ params: { subId }, body: { secret } }), {
    shows: {
      operation: 'rotateWebhookSecret',
      params: { subId },
      body: { secret: '<your secret>' },
      title: 'Rotate the secret',
    },
    quiet: true,
    done: () => 'The secret is rotated. The earlier one also signs for a time.',
    onDone: () => {
      onClose();
      setSecret(makeSecret());
    },
  });
  return (
    <Dialog title="Rotate the secret" isOpen={isOpen} onClose={onClose}>
      <WriteForm write={rotate}>
        <div className="with-buttons">
          <TextInput
            label="New secret"
            field="secret"
            value={secret}
            onChange={setSecret}
            isRequired
            isCode
            hint="Copy it now: it is never shown again."
          />
          <CopyButton text={secret} label="Copy secret" />
        </div>
        <Refused error={rotate.error} />
        <FormActions write={rotate} submit="Rotate the secret" onClose={onClose} />
      </WriteForm>
    </Dialog>
  );
}
