import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Suggest } from '../../parts/fields.tsx';
import { exactTime } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { type Lead, nameOf } from './words.tsx';

interface Props {
  lead: Lead;
  isOpen: boolean;
  onClose: () => void;
}

/** Books a meeting by hand, for example after a call. */
export function BookDialog(props: Props) {
  return (
    <Dialog title={`Book a meeting with ${nameOf(props.lead)}`} isOpen={props.isOpen} onClose={props.onClose}>
      <BookForm {...props} />
    </Dialog>
  );
}

function BookForm({ lead, onClose }: Props) {
  const api = useApi();
  const [at, setAt] = useState('');
  const [minutes, setMinutes] = useState('30');
  const [who, setWho] = useState('');
  const [isInvited, setInvited] = useState(true);
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } });
  const body = {
    lead_id: lead.id,
    meeting_time: at === '' ? '' : new Date(at).toISOString(),
    duration_minutes: Number(minutes),
    sales_rep: who,
    send_invitation: isInvited,
  };
  useShownCall({ operation: 'bookMeeting', body, title: 'Book the meeting' });
  useUnsaved({ at, minutes, who });
  const book = useWrite(() => api.bookMeeting({ body }), {
    quiet: true,
    done: (meeting) => `${nameOf(lead)} meets ${meeting.sales_rep} on ${exactTime(meeting.meeting_time)}.`,
    onDone: onClose,
  });
  const options = (mailboxes.data?.mailboxes ?? []).map(({ address }) => ({ id: address, label: address }));
  return (
    <WriteForm write={book}>
      <TextInput
        label="When"
        field="meeting_time"
        type="datetime-local"
        value={at}
        onChange={setAt}
        hint="Your local time."
        isRequired
      />
      <TextInput
        label="Duration in minutes"
        field="duration_minutes"
        type="number"
        value={minutes}
        onChange={setMinutes}
        isRequired
      />
      <Suggest label="Host" field="sales_rep" value={who} onChange={setWho} options={options} isRequired />
      <Check
        label="Send the lead an invitation for the calendar"
        isChecked={isInvited}
        onChange={setInvited}
      />
      <Refused error={book.error} />
      <FormActions write={book} submit="Book the meeting" onClose={onClose} />
    </WriteForm>
  );
}
