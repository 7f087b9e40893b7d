import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Check } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Subscription } from '../webhooks/health.tsx';
import type { PortalLink } from './portal-link.tsx';

interface Props {
  of: Subscription;
  choosable: NonNullable<PortalLink['event_types']>;
  onClose: () => void;
}

/** Selects events among the types the link allows. Types set by others stay and are shown. */
export function ChooseEvents({ of, choosable, onClose }: Props) {
  const api = useApi();
  const offered = choosable.map(({ type }) => type);
  const own = of.events.filter((type) => offered.some((one) => isWithin(one, type)));
  const fixed = of.events.filter((type) => !own.includes(type));
  const [chosen, setChosen] = useState(own);
  const all = [...choosable, ...own.filter((type) => !offered.includes(type)).map(plainType)];
  const params = { subId: of.subscription_id };
  const events = [...fixed, ...chosen];
  const body = { events };
  useUnsaved({ chosen });
  useShownCall({ operation: 'updateWebhookSubscription', params, body, title: 'Choose events' });
  const save = useWrite(() => api.updateWebhookSubscription({ params, body }), {
    done: () => 'From now on these events are sent to you.',
    onDone: onClose,
    quiet: true,
  });
  const put = (type: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, type] : chosen.filter((one) => one !== type));
  return (
    <WriteForm write={save}>
      {fixed.length > 0 && (
        <p className="quiet">
          Always sent: <code>{fixed.join(', ')}</code>
        </p>
      )}
      <fieldset className="form plain-group">
        <legend>Sent to you</legend>
        {all.map(({ type, trigger }) => (
          <div key={type}>
            <Check label={type} isChecked={chosen.includes(type)} onChange={(isOn) => put(type, isOn)} />
            <p className="quiet check-detail">{trigger ?? wordsOf(type)}</p>
          </div>
        ))}
      </fieldset>
      {events.length === 0 && <p className="note warn">Choose at least one.</p>}
      <Refused error={save.error} />
      <FormActions write={save} submit="Choose these" onClose={onClose} isDisabled={events.length === 0} />
    </WriteForm>
  );
}

const plainType = (type: string) => ({ type, trigger: null });

function wordsOf(type: string): string {
  if (type === '*') return 'Every event.';
  return type.endsWith('.*') ? `Everything below ${type.slice(0, -2)}.` : '';
}

/** Whether an offered pattern contains a type. The service decides; this only sorts what is shown. */
function isWithin(offered: string, type: string): boolean {
  const wanted = offered.split('.');
  const given = type.split('.');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, at) => part === '*' || part === given[at]);
}
