import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Choice, Many } from '../../parts/fields.tsx';
import { Time } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { useEventTypes } from '../events/event-types.ts';
import type { Subscription } from './health.tsx';

type Link = Answer<'createPortalLink'>;

interface Props {
  of: Subscription;
  isOpen: boolean;
  onClose: () => void;
}

/** A link for the receiver's owner, with their permissions. */
export function PortalLinkDialog({ of, isOpen, onClose }: Props) {
  const [link, setLink] = useState<Link>();
  const close = () => {
    onClose();
    setLink(undefined);
  };
  return (
    <Dialog
      title={link === undefined ? 'Create a portal link' : 'The portal link'}
      isOpen={isOpen}
      onClose={close}
    >
      {link === undefined ? (
        <LinkForm of={of} onMade={setLink} onClose={close} />
      ) : (
        <Made link={link} onClose={close} />
      )}
    </Dialog>
  );
}

const spans = [
  { id: '3600', label: '1 hour' },
  { id: '28800', label: '8 hours' },
  { id: '86400', label: '24 hours' },
];

const first = {
  lasts: '3600',
  mayChange: false,
  types: [] as string[],
  name: '',
  accent: '',
  theme: '',
};

function bodyOf({ lasts, mayChange, types, name, accent, theme }: typeof first): Body<'createPortalLink'> {
  const appearance = {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(accent.trim() !== '' && { accent: accent.trim() }),
    ...(theme !== '' && { theme: theme as 'light' }),
  };
  return {
    expires_in_seconds: Number(lasts),
    may_change: mayChange,
    ...(mayChange && types.length > 0 && { event_types: types }),
    ...(Object.keys(appearance).length > 0 && { appearance }),
  };
}

function LinkForm({ of, onMade, onClose }: Omit<Props, 'isOpen'> & { onMade: (link: Link) => void }) {
  const api = useApi();
  const [form, setForm] = useState({ ...first, types: of.events });
  const set = (change: Partial<typeof first>) => setForm({ ...form, ...change });
  const known = useEventTypes();
  const params = { subId: of.subscription_id };
  const body = bodyOf(form);
  useUnsaved(form);
  useShownCall({ operation: 'createPortalLink', params, body, title: 'Create a portal link' });
  const make = useWrite(() => api.createPortalLink({ params, body }), { quiet: true, onDone: onMade });
  return (
    <WriteForm write={make}>
      <p>
        For the operator of the receiver. Without an API key they see what was sent to it, resend it and send
        samples. They can access nothing else.
      </p>
      <Choice label="Works for" value={form.lasts} onChange={(lasts) => set({ lasts })} options={spans} />
      <Check
        label="They may change the address and the secret"
        isChecked={form.mayChange}
        onChange={(mayChange) => set({ mayChange })}
      />
      {form.mayChange && (
        <Many
          label="Events that they may choose from"
          field="event_types"
          values={form.types}
          onChange={(types) => set({ types })}
          options={known}
          hint="Other event types of the subscription stay. Empty: they cannot choose."
        />
      )}
      <Appearance form={form} set={set} />
      <Refused error={make.error} />
      <FormActions write={make} submit="Create the link" onClose={onClose} />
    </WriteForm>
  );
}

function Appearance({ form, set }: { form: typeof first; set: (change: Partial<typeof first>) => void }) {
  return (
    <details className="nested">
      <summary>Appearance</summary>
      <div className="form">
        <TextInput
          label="Name in the header"
          field="appearance.name"
          value={form.name}
          onChange={(name) => set({ name })}
          placeholder="Acme"
          hint="Empty: Trivium."
        />
        <div className="with-buttons">
          <TextInput
            label="Colour"
            field="appearance.accent"
            value={form.accent}
            onChange={(accent) => set({ accent })}
            placeholder="#0b6bcb"
            isCode
          />
          <input
            type="color"
            className="colour"
            aria-label="Pick a colour"
            value={/^#[0-9a-f]{6}$/i.test(form.accent) ? form.accent : '#4a40e0'}
            onChange={(event) => set({ accent: event.currentTarget.value })}
          />
        </div>
        <Choice
          label="Light or dark"
          value={form.theme}
          onChange={(theme) => set({ theme })}
          options={[
            { id: '', label: 'As their browser is set' },
            { id: 'light', label: 'Light' },
            { id: 'dark', label: 'Dark' },
          ]}
        />
      </div>
    </details>
  );
}

function Made({ link: { url = '', expires_at: ends }, onClose }: { link: Link; onClose: () => void }) {
  return (
    <div className="form">
      <p role="status">
        Give this link to the owner of the receiver. It works until <Time at={ends} withExact />, and is shown
        only now.
      </p>
      <CopyText text={url} label="portal link" />
      <div className="form-actions">
        <a className="button plain" href={url} target="_blank" rel="noreferrer">
          Open it
        </a>
        <Button kind="main" onPress={onClose}>
          I have it
        </Button>
      </div>
    </div>
  );
}
