import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Subscription } from '../webhooks/health.tsx';
import { RotateSecret } from '../webhooks/rotate-secret.tsx';
import { ChooseEvents } from './choose-events.tsx';
import { usePortalLink } from './portal-link.tsx';

/** Changes a receiver's owner can make through their link: URL, secret and events. */
export function ChangeReceiver({ of }: { of: Subscription }) {
  const { event_types: choosable } = usePortalLink();
  const [asked, setAsked] = useState<'move' | 'rotate' | 'choose'>();
  const close = () => setAsked(undefined);
  return (
    <>
      {choosable !== null && <Button onPress={() => setAsked('choose')}>Choose events</Button>}
      <Button onPress={() => setAsked('move')}>Change the address</Button>
      <Button onPress={() => setAsked('rotate')}>New secret</Button>
      <Dialog title="Change the address" isOpen={asked === 'move'} onClose={close}>
        <Move of={of} onClose={close} />
      </Dialog>
      {choosable !== null && (
        <Dialog title="Choose events" isOpen={asked === 'choose'} onClose={close}>
          <ChooseEvents of={of} choosable={choosable} onClose={close} />
        </Dialog>
      )}
      <RotateSecret subId={of.subscription_id} isOpen={asked === 'rotate'} onClose={close} />
    </>
  );
}

function Move({ of, onClose }: { of: Subscription; onClose: () => void }) {
  const api = useApi();
  const [url, setUrl] = useState(of.url);
  const params = { subId: of.subscription_id };
  const body = { url: url.trim() };
  useUnsaved({ url });
  useShownCall({ operation: 'updateWebhookSubscription', params, body, title: 'Change the address' });
  const move = useWrite(() => api.updateWebhookSubscription({ params, body }), {
    done: () => 'All pending and future deliveries go to the new address.',
    onDone: onClose,
    quiet: true,
  });
  return (
    <WriteForm write={move}>
      <TextInput
        label="Receiver"
        field="url"
        type="url"
        value={url}
        onChange={setUrl}
        isRequired
        isCode
        hint="https, on the public internet."
      />
      <Refused error={move.error} />
      <FormActions write={move} submit="Change the address" onClose={onClose} />
    </WriteForm>
  );
}
