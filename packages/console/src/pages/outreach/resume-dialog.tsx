import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { money } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Campaign } from './words.tsx';

interface Props {
  campaign: Campaign;
  isOpen: boolean;
  onClose: () => void;
}

/** Resumes a paused campaign, with a new budget or throttle if needed. */
export function ResumeDialog(props: Props) {
  return (
    <Dialog title={`Resume ${props.campaign.name}`} isOpen={props.isOpen} onClose={props.onClose}>
      <ResumeForm {...props} />
    </Dialog>
  );
}

function ResumeForm({ campaign, onClose }: Props) {
  const api = useApi();
  const [budget, setBudget] = useState('');
  const [daily, setDaily] = useState('');
  const params = { id: campaign.id };
  const body: Body<'resumeCampaign'> = {
    ...(budget !== '' && { budget_limit_usd: Number(budget) }),
    ...(daily !== '' && { daily_send_limit: Number(daily) }),
  };
  useUnsaved(body);
  useShownCall({ operation: 'resumeCampaign', params, body, title: 'Resume' });
  const resume = useWrite(() => api.resumeCampaign({ params, body }), {
    quiet: true,
    done: () => `${campaign.name} goes on.`,
    onDone: onClose,
  });
  const { limit_usd: limit, spent_usd: spent } = campaign.budget;
  return (
    <WriteForm write={resume}>
      <TextInput
        label="Budget in US dollars"
        field="budget_limit_usd"
        type="number"
        value={budget}
        onChange={setBudget}
        hint={`${money(spent)} spent${limit === null ? '' : ` of ${money(limit)}`}. Empty: it stays as it is.`}
      />
      <TextInput
        label="Mails per day"
        field="daily_send_limit"
        type="number"
        value={daily}
        onChange={setDaily}
        hint="Empty: it stays as it is."
      />
      <Refused error={resume.error} />
      <FormActions write={resume} submit="Resume" onClose={onClose} />
    </WriteForm>
  );
}
