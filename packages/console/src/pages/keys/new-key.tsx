import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, type PageProps } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import { AddressesField } from './addresses-field.tsx';
import { NewSecret } from './new-secret.tsx';
import { areaName, areas, describeScopes, listed } from './reach.ts';

type Access = 'none' | 'read' | 'write' | 'both';

const accesses: { id: Access; label: string }[] = [
  { id: 'none', label: 'Nothing' },
  { id: 'read', label: 'Read' },
  { id: 'write', label: 'Change, without reading' },
  { id: 'both', label: 'Read and change' },
];

const ends = [
  { id: '', label: 'Never' },
  { id: '1', label: 'In a day' },
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: '365', label: 'In a year' },
];

const DAY_MS = 86_400_000;

interface Form {
  name: string;
  isAdmin: boolean;
  access: Record<string, Access>;
  days: string;
  environment: string;
  addresses: string[];
}

/** Creates a key with just the access its program needs. */
export function NewKeyPage(_props: PageProps) {
  if (useMay('admin')) return <NewKey />;
  return (
    <>
      <PageHead title="New API key" crumbs={crumbs} />
      <MayNot what="create API keys" scope="admin" />
    </>
  );
}

const crumbs = [{ label: 'API keys', href: '#/keys' }];

function NewKey() {
  const api = useApi();
  const [form, setForm] = useState<Form>(empty);
  const body = bodyOf(form);
  useShownCall({ operation: 'createKey', body, title: 'Create the key' });
  const create = useWrite(() => api.createKey({ body }), { quiet: true });
  useUnsaved(form, create.isSuccess ? form : empty);
  const head = <PageHead title="New API key" crumbs={crumbs} />;
  if (create.data !== undefined) {
    const { key, notice, name } = create.data;
    return (
      <>
        {head}
        <p>The key {name} is made.</p>
        <NewSecret secret={key} notice={notice} onClose={() => navigate('#/keys')} />
      </>
    );
  }
  return (
    <>
      {head}
      <WriteForm write={create} className="form narrow">
        <KeyFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
        <p className="note" role="status">
          {body.scopes.length === 0
            ? 'Choose what it may do.'
            : `It may: ${lowerFirst(describeScopes(body.scopes))}. From ${fromWhere(form)}.`}
        </p>
        <Refused error={create.error} />
        <div className="form-actions">
          <LinkButton href="#/keys">Cancel</LinkButton>
          <Button kind="main" type="submit" isBusy={create.isPending} isDisabled={body.scopes.length === 0}>
            Create the key
          </Button>
        </div>
      </WriteForm>
    </>
  );
}

const fromWhere = ({ addresses }: Form) =>
  addresses.length === 0 ? 'everywhere' : `${listed(addresses)} alone`;
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const empty: Form = {
  name: '',
  isAdmin: false,
  access: {},
  days: '',
  environment: 'production',
  addresses: [],
};

function bodyOf({ name, isAdmin, access, days, environment, addresses }: Form): Body<'createKey'> {
  const scopes = areas.flatMap((area) => {
    const chosen = access[area] ?? 'none';
    return [
      ...(chosen === 'read' || chosen === 'both' ? [`${area}:read`] : []),
      ...(chosen === 'write' || chosen === 'both' ? [`${area}:write`] : []),
    ];
  });
  // Rounded to the minute, so that the displayed call does not change between renders.
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  return {
    name,
    scopes: isAdmin ? ['admin'] : scopes,
    ...(environment !== 'production' && { environment }),
    ...(addresses.length > 0 && { allowed_addresses: addresses }),
    ...(days !== '' && { expires_at: new Date(now + Number(days) * DAY_MS).toISOString() }),
  } as Body<'createKey'>;
}

function KeyFields({ form, onChange }: { form: Form; onChange: (change: Partial<Form>) => void }) {
  return (
    <>
      <TextInput
        label="Name"
        field="name"
        value={form.name}
        onChange={(name) => onChange({ name })}
        hint="The program that uses it. Use one key for each program, so that you can revoke them separately."
        isRequired
        autoFocus
      />
      <Check
        label="Everything, people and API keys too"
        isChecked={form.isAdmin}
        onChange={(isAdmin) => onChange({ isAdmin })}
      />
      {!form.isAdmin &&
        areas.map((area) => (
          <Choice
            key={area}
            label={areaName(area)}
            value={form.access[area] ?? 'none'}
            onChange={(chosen) => onChange({ access: { ...form.access, [area]: chosen as Access } })}
            options={accesses}
          />
        ))}
      <Choice label="Expires" value={form.days} onChange={(days) => onChange({ days })} options={ends} />
      <AddressesField values={form.addresses} onChange={(addresses) => onChange({ addresses })} />
      <TextInput
        label="Environment"
        field="environment"
        value={form.environment}
        onChange={(environment) => onChange({ environment })}
        hint="A key of an environment other than production reaches that environment's contracts, and little else."
        isRequired
      />
    </>
  );
}
