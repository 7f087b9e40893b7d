import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Application } from './application-frame.tsx';

interface DecisionDialogProps {
  of: Application;
  verb: 'approve' | 'reject';
  onClose: () => void;
}

/** A person's decision on an application, with a reason. It overrides the gate, and can be changed later. */
export function DecisionDialog({ of, verb, onClose }: DecisionDialogProps) {
  const api = useApi();
  const [reason, setReason] = useState('');
  const params = { id: of.id };
  const body = {
    reason: reason.trim(),
    ...(of.latest_review_id !== null && { review_id: of.latest_review_id }),
  };
  const operation = verb === 'approve' ? 'approveApplication' : 'rejectApplication';
  const title = verb === 'approve' ? 'Approve' : 'Reject';
  useShownCall({ operation, params, body, title });
  const decide = useWrite(() => api[operation]({ params, body }), {
    quiet: true,
    done: () => `${of.name} is ${verb === 'approve' ? 'approved' : 'rejected'}.`,
    onDone: onClose,
  });
  return (
    <Dialog title={`${title} ${of.name}`} isOpen onClose={onClose}>
      <WriteForm write={decide}>
        <p>
          {verb === 'approve'
            ? 'It is approved to ship, whatever the gate says. Subscribers are notified.'
            : 'It is not approved to ship until somebody approves it. Subscribers are notified.'}
        </p>
        <TextInput
          label="Reason"
          field="reason"
          value={reason}
          onChange={setReason}
          rows={3}
          isRequired
          hint="Shown on the application's page and in the event."
        />
        <Refused error={decide.error} />
        <FormActions
          write={decide}
          kind={verb === 'approve' ? 'main' : 'danger'}
          submit={title}
          onClose={onClose}
        />
      </WriteForm>
    </Dialog>
  );
}
