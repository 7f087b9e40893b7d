import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

/** The recipient of a mail, and the mail it continues. */
export interface Addressee {
  name: string;
  lead_id: string;
  /** The thread's earlier mail, and its subject. */
  answersTo?: { communication_id: string; subject: string };
}

interface Props {
  to: Addressee;
  isOpen: boolean;
  onClose: () => void;
}

/** A single mail outside any campaign: a first one, or a reply in a thread. */
export function WriteDialog({ to, isOpen, onClose }: Props) {
  return (
    <Dialog
      title={to.answersTo === undefined ? `Write to ${to.name}` : `Reply to ${to.name}`}
      isOpen={isOpen}
      onClose={onClose}
      wide
    >
      {isOpen && <MailForm to={to} onClose={onClose} />}
    </Dialog>
  );
}

function replySubject(subject: string): string {
  return /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`;
}

function bodyOf(to: Addressee, form: ReturnType<typeof emptyMail>): Body<'queueCommunication'> {
  return {
    lead_id: to.lead_id,
    subject: form.subject,
    body: form.text,
    ...(to.answersTo && { in_reply_to: to.answersTo.communication_id }),
    ...(form.mailbox !== '' && { mailbox_id: form.mailbox }),
    ...(form.at !== '' && { send_at: new Date(form.at).toISOString() }),
  };
}

function emptyMail(to: Addressee) {
  return {
    subject: to.answersTo === undefined ? '' : replySubject(to.answersTo.subject),
    text: '',
    mailbox: '',
    at: '',
  };
}

function MailForm({ to, onClose }: { to: Addressee; onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState(() => emptyMail(to));
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } }).data?.mailboxes ?? [];
  const body = bodyOf(to, form);
  useShownCall({ operation: 'queueCommunication', body, title: 'Send the mail' });
  useUnsaved(form);
  const send = useWrite(() => api.queueCommunication({ body }), {
    quiet: true,
    done: () => `Your mail to ${to.name} is on its way.`,
    onDone: onClose,
  });
  const usual = to.answersTo === undefined ? 'Default mailbox' : 'The mailbox of this conversation';
  return (
    <WriteForm write={send}>
      <TextInput label="Subject" field="subject" value={form.subject} onChange={set('subject')} isRequired />
      <TextInput
        label="Text"
        field="body"
        value={form.text}
        onChange={set('text')}
        rows={9}
        isRequired
        autoFocus={to.answersTo !== undefined}
        hint={
          <>
            {'{{ first_name }}'} and the other fields of the lead are filled in. A link to unsubscribe and the
            postal address come with every mail.
          </>
        }
      />
      <div className="columns">
        <Choice
          label="From"
          field="mailbox_id"
          value={form.mailbox}
          onChange={set('mailbox')}
          options={[
            { id: '', label: usual },
            ...mailboxes.map(({ id, address }) => ({ id, label: address })),
          ]}
        />
        <TextInput
          label="Send at"
          field="send_at"
          type="datetime-local"
          value={form.at}
          onChange={set('at')}
          hint="Your local time. Empty: now."
        />
      </div>
      <Refused error={send.error} />
      <FormActions write={send} submit="Send the mail" onClose={onClose} />
    </WriteForm>
  );
}
