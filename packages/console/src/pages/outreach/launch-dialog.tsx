import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Check } from '../../parts/fields.tsx';
import { count, money, plural, Time } from '../../parts/format.tsx';
import { NumberInputs } from '../../parts/number-inputs.tsx';
import { Facts } from '../../parts/page.tsx';
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

/** Asks for audience, number and budget, launches, and shows what will happen. */
export function LaunchDialog({ campaign, isOpen, onClose }: Props) {
  const [launched, setLaunched] = useState<Answer<'launchCampaign'>>();
  const close = () => {
    setLaunched(undefined);
    onClose();
  };
  return (
    <Dialog
      title={launched === undefined ? `Launch ${campaign.name}` : `${campaign.name} is launched`}
      isOpen={isOpen}
      onClose={close}
    >
      {launched === undefined ? (
        <LaunchForm campaign={campaign} onLaunched={setLaunched} onClose={close} />
      ) : (
        <Launched of={launched} onClose={close} />
      )}
    </Dialog>
  );
}

const empty = { budget: '', daily: '', cohort: '', startAt: '', isAll: false };

function bodyOf({ budget, daily, cohort, startAt, isAll }: typeof empty): Body<'launchCampaign'> {
  return {
    ...(budget !== '' && { budget_limit_usd: Number(budget) }),
    ...(daily !== '' && { daily_send_limit: Number(daily) }),
    ...(cohort !== '' && { test_cohort_size: Number(cohort) }),
    ...(startAt !== '' && { start_at: new Date(startAt).toISOString() }),
    ...(isAll && { audience: 'all' as const }),
  };
}

const bounds = [
  {
    of: 'budget',
    label: 'Budget in US dollars',
    field: 'budget_limit_usd',
    hint: 'The campaign pauses when this is spent. Empty: no limit.',
  },
  {
    of: 'daily',
    label: 'Mails per day',
    field: 'daily_send_limit',
    hint: 'Maximum. Empty: as the mailboxes allow.',
  },
  {
    of: 'cohort',
    label: 'Leads to test on first',
    field: 'test_cohort_size',
    hint: 'Empty: all of them.',
  },
] as const;

function LaunchForm({
  campaign,
  onLaunched,
  onClose,
}: {
  campaign: Campaign;
  onLaunched: (answer: Answer<'launchCampaign'>) => void;
  onClose: () => void;
}) {
  const api = useApi();
  const [form, setForm] = useState(empty);
  const set = (name: Exclude<keyof typeof empty, 'isAll'>) => (value: string) =>
    setForm({ ...form, [name]: value });
  const body = bodyOf(form);
  const params = { id: campaign.id };
  useUnsaved(form);
  useShownCall({ operation: 'launchCampaign', params, body, title: 'Launch' });
  const launch = useWrite(() => api.launchCampaign({ params, body }), { quiet: true, onDone: onLaunched });
  return (
    <WriteForm write={launch}>
      <NumberInputs form={form} set={set} fields={bounds} />
      <TextInput
        label="Start at"
        field="start_at"
        type="datetime-local"
        value={form.startAt}
        onChange={set('startAt')}
        hint="Your local time. Empty: now."
      />
      <Check
        label="Write to all leads, not only the campaign's own"
        isChecked={form.isAll}
        onChange={(isAll) => setForm({ ...form, isAll })}
      />
      <Refused error={launch.error} />
      <FormActions write={launch} submit="Launch" onClose={onClose} />
    </WriteForm>
  );
}

function Launched({ of, onClose }: { of: Answer<'launchCampaign'>; onClose: () => void }) {
  const { projected_counts: counts, cost_estimate: cost, warnings } = of;
  const days = plural(counts.estimated_days, 'day');
  return (
    <div className="form">
      <p>
        {plural(counts.emails_planned, 'mail')} to {plural(counts.leads_targeted, 'lead')}, over about {days}.
      </p>
      <Facts
        of={{
          'Expected cost': `${money(cost.total_usd)}, between ${money(cost.low_usd)} and ${money(cost.high_usd)}`,
          'For each lead': money(cost.per_lead_usd),
          Excluded: `${count(counts.leads_suppressed)} do not want mail, ${count(counts.leads_excluded)} left out`,
          'Expected replies': counts.projected_replies === null ? undefined : count(counts.projected_replies),
          'Done about': <Time at={counts.estimated_completion_at} withExact />,
        }}
      />
      {warnings.map((warning) => (
        <p className="note warn" key={warning}>
          {warning}
        </p>
      ))}
      <div className="form-actions">
        <Button kind="main" onPress={onClose}>
          Show the campaign
        </Button>
      </div>
    </div>
  );
}
