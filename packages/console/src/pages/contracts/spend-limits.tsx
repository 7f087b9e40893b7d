import { Gauge } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { money, percent, plural, Time } from '../../parts/format.tsx';
import { NumberInputs } from '../../parts/number-inputs.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { coins, weiText } from './coins.ts';

type Limit = ItemOf<'listSpendLimits'>;

/** Spend limits, per key or overall, and today's spending. */
export function SpendLimits() {
  const list = useList('listSpendLimits', {});
  const isAdmin = useMay('admin');
  const [isOpen, setOpen] = useState(false);
  const nameOf = useKeyNames();
  const set = isAdmin && <Button onPress={() => setOpen(true)}>Set a limit</Button>;
  return (
    <Section
      title="Spend limits"
      lead="A transaction that would exceed a limit is not sent. Days are in UTC."
      actions={list.items.length > 0 && set}
    >
      <DataTable<Limit>
        label="Spend limits"
        list={list}
        rowKey={(one) => one.limit_id}
        columns={[
          { title: 'Applies to', width: '1.3fr', cell: (one) => nameOf(one.key_id) },
          {
            title: 'One transaction',
            cell: (one) => amountText(one.per_transaction_usd, one.per_transaction_wei),
          },
          { title: 'One day', cell: (one) => amountText(one.per_day_usd, one.per_day_wei) },
          { title: 'Spent today', width: '1.8fr', cell: spentText },
          { title: 'Set', cell: (one) => <Time at={one.updated_at} /> },
        ]}
        {...(isAdmin && { rowActions: (one: Limit) => <RemoveLimit of={one} name={nameOf(one.key_id)} /> })}
        say={(total) => plural(total, 'limit')}
        empty={
          <Empty icon={Gauge} title="There is no spend limit." action={set}>
            A limit for a key or the whole environment stops transactions that would exceed it.
          </Empty>
        }
      />
      <Dialog title="Set a spend limit" isOpen={isOpen} onClose={() => setOpen(false)}>
        <LimitForm onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

/** Names of keys, if this session may read them. */
function useKeyNames(): (id: string | null) => string {
  const keys = useRead('listKeys', { query: { limit: 100 } }, { enabled: useMay('admin') });
  return (id) =>
    id === null ? 'The whole environment' : (keys.data?.keys.find((key) => key.id === id)?.name ?? id);
}

function amountText(usd: number | null, wei: string | null): string {
  const both = [usd === null ? undefined : money(usd), wei === null ? undefined : weiText(wei)];
  return both.filter(Boolean).join(' and ') || 'No limit';
}

/** The rest of the day's limit decides whether anything can be sent. */
function spentText(of: Limit) {
  const { spent_today_usd: usd, spent_today_wei: wei, per_day_usd: most } = of;
  const spent = `${money(usd)}, ${coins(Number(wei) / 1e18)}`;
  if (isUsedUp(of)) {
    return (
      <>
        <Status state="failed" label="Used up" />
        <span className="quiet reason">{spent}. Nothing more is sent before midnight in UTC.</span>
      </>
    );
  }
  return most === null || most === 0 ? spent : `${spent} (${percent(usd, most)})`;
}

function isUsedUp({ spent_today_usd: usd, per_day_usd: most, ...wei }: Limit): boolean {
  const isUsd = most !== null && usd >= most;
  return isUsd || (wei.per_day_wei !== null && BigInt(wei.spent_today_wei) >= BigInt(wei.per_day_wei));
}

function RemoveLimit({ of, name }: { of: Limit; name: string }) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const remove = useWrite(() => api.deleteSpendLimit({ params: { id: of.limit_id } }), {
    shows: { operation: 'deleteSpendLimit', title: 'Remove a limit' },
    done: () => `${name} no longer has a limit.`,
    undo: () => api.setSpendLimit({ body: bodyOf(of) }),
  });
  return (
    <>
      <Button aria-label={`Remove the limit of ${name}`} onPress={() => setAsked(true)}>
        Remove
      </Button>
      <Confirm
        title={`Remove the spend limit “${name}”?`}
        action="Remove limit"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        After that it may spend everything that the accounts hold.
      </Confirm>
    </>
  );
}

function bodyOf({ key_id, ...of }: Limit): Body<'setSpendLimit'> {
  const amounts = {
    per_transaction_usd: of.per_transaction_usd,
    per_transaction_wei: of.per_transaction_wei,
    per_day_usd: of.per_day_usd,
    per_day_wei: of.per_day_wei,
  };
  const given = Object.entries(amounts).filter(([, amount]) => amount !== null);
  return { key_id, ...Object.fromEntries(given) };
}

const empty = { key: '', once: '', day: '' };

const hint = 'Empty: no limit.';
const most = [
  { of: 'once', label: 'Limit for one transaction, in US dollars', field: 'per_transaction_usd', hint },
  { of: 'day', label: 'Limit for a day, in US dollars', field: 'per_day_usd', hint },
] as const;

function LimitForm({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState(empty);
  const set = (name: keyof typeof empty) => (value: string) => setForm({ ...form, [name]: value });
  const keys = useRead('listKeys', { query: { limit: 100 } });
  const body = {
    key_id: form.key === '' ? null : form.key,
    ...(form.once !== '' && { per_transaction_usd: Number(form.once) }),
    ...(form.day !== '' && { per_day_usd: Number(form.day) }),
  };
  useShownCall({ operation: 'setSpendLimit', body, title: 'Set a spend limit' });
  useUnsaved(form);
  const save = useWrite(() => api.setSpendLimit({ body }), {
    quiet: true,
    done: () => 'The limit is active.',
    onDone: onClose,
  });
  const options = [
    { id: '', label: 'The whole environment' },
    ...(keys.data?.keys ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <WriteForm write={save}>
      <Choice
        label="Applies to"
        field="key_id"
        value={form.key}
        onChange={set('key')}
        options={options}
        hint="Replaces its current limit."
      />
      <NumberInputs form={form} set={set} fields={most} />
      <Refused error={save.error} />
      <FormActions write={save} submit="Set the limit" onClose={onClose} />
    </WriteForm>
  );
}
