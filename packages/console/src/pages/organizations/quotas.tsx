import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { bytes, count } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Refused, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import type { Organization } from './organizations.tsx';

type Use = Answer<'getOrganizationQuotas'>['quotas'][number];
type Name = Use['name'];

const fields: Record<Name, string> = {
  subscriptions: 'Subscriptions',
  api_keys: 'API keys',
  people: 'People',
  workflows: 'Workflows',
  stored_bytes: 'Bytes of stored files',
  events_per_day: 'Events a day (UTC)',
  model_usd_per_month: 'Language model a month, USD',
};
const names = Object.keys(fields) as Name[];

/** The organization's quotas. */
export function Quotas({ of: { id, name } }: { of: Organization }) {
  const quotas = useRead('getOrganizationQuotas', { params: { id } });
  return (
    <Section
      title="Quotas"
      lead="The organization's limits. Leave a field empty for no limit. Existing data stays."
    >
      <Shown of={quotas}>{({ quotas: found }) => <QuotaForm id={id} name={name} quotas={found} />}</Shown>
    </Section>
  );
}

function QuotaForm({ id, name, quotas }: { id: string; name: string; quotas: Use[] }) {
  const api = useApi();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(() =>
    Object.fromEntries(quotas.map((one) => [one.name, String(one.limit)])),
  );
  const [saved, setSaved] = useState(typed);
  useUnsaved(typed, saved);
  const body = bodyOf(typed);
  useShownCall({ operation: 'setOrganizationQuotas', params: { id }, body, title: 'Set the quotas' });
  const set = useWrite(() => api.setOrganizationQuotas({ params: { id }, body }), {
    quiet: true,
    done: () => `The quotas of ${name} are active.`,
    onDone: () => setSaved(typed),
  });
  return (
    <WriteForm write={set} className="form narrow">
      {names.map((one) => (
        <TextInput
          key={one}
          label={fields[one]}
          field={one}
          value={typed[one] ?? ''}
          onChange={(value) => setTyped({ ...typed, [one]: value })}
          hint={hintOf(quotas.find((quota) => quota.name === one))}
        />
      ))}
      <Refused error={set.error} />
      <div className="form-actions">
        <Button kind="main" type="submit" isBusy={set.isPending}>
          Set the quotas
        </Button>
      </div>
    </WriteForm>
  );
}

/** Invalid numbers are sent as they are, for the service to reject. */
function bodyOf(typed: Partial<Record<Name, string>>): Body<'setOrganizationQuotas'> {
  const entries = Object.entries(typed).filter(([, value]) => value.trim() !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, numberOf(value.trim())]));
}

function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : (text as unknown as number);
}

function hintOf(use: Use | undefined): string | undefined {
  if (use === undefined) return undefined;
  const used = use.name === 'stored_bytes' ? bytes(use.used) : count(use.used);
  return `${used} used`;
}
