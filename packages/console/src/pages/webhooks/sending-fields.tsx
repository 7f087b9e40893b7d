import { useState } from 'react';
import { Choice } from '../../parts/fields.tsx';
import { NumberInputs } from '../../parts/number-inputs.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { SignInFields } from './sign-in-fields.tsx';
import type { Form } from './subscription-body.ts';
import type { FormPartProps } from './subscription-form.tsx';

type Set = FormPartProps['set'];

const platforms = [
  { id: '', label: 'Any platform' },
  { id: 'contracts', label: 'Contracts' },
  { id: 'outreach', label: 'Outreach' },
  { id: 'application_review', label: 'Application review' },
];

/** Less common settings: order, rate, retries, and what the receiver expects. */
export function SendingFields({ form, set, problemOf, first }: FormPartProps & { first: Form }) {
  const isUsual = form.platform === '' && form.rate === '' && form.order === '' && form.delays === '';
  const isKnown = form.headersAre === 'none' && form.authIs === 'none' && form.batchEvents === '';
  const [isOpen, setOpen] = useState(!(isUsual && isKnown));
  return (
    <details className="nested" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Order, pace, retries, headers and sign-in</summary>
      {isOpen && <OpenFields form={form} set={set} problemOf={problemOf} first={first} />}
    </details>
  );
}

function OpenFields({ form, set, problemOf, first }: FormPartProps & { first: Form }) {
  return (
    <div className="form">
      <Choice
        label="Platform"
        value={form.platform}
        onChange={set('platform')}
        options={platforms}
        error={problemOf('platform')}
      />
      <Order form={form} set={set} problemOf={problemOf} />
      <Pace form={form} set={set} problemOf={problemOf} />
      <Headers form={form} set={set} had={first.headersAre === 'keep'} problem={problemOf('headers')} />
      <SignInFields form={form} set={set} had={first.authIs === 'keep'} problemOf={problemOf} />
      <Choice
        label="Signature"
        value={form.signature}
        onChange={set('signature')}
        options={[
          { id: 'hmac', label: 'By the secret' },
          { id: 'hmac_ed25519', label: 'By the secret, and by a public key (Ed25519)' },
        ]}
      />
    </div>
  );
}

function Order({ form, set, problemOf }: FormPartProps) {
  return (
    <>
      <Choice
        label="Order"
        value={form.order}
        onChange={set('order')}
        options={[
          { id: '', label: 'Unordered, as soon as possible' },
          { id: 'key', label: 'In order for each value of a field' },
          { id: 'all', label: 'All in order' },
        ]}
      />
      {form.order === 'key' && (
        <TextInput
          label="Field"
          value={form.orderKey}
          onChange={set('orderKey')}
          isRequired
          isCode
          placeholder="data.customer_id"
          error={problemOf('ordering')}
        />
      )}
      {form.order !== '' && (
        <Choice
          label="When all attempts of a delivery fail"
          value={form.onFailure}
          onChange={set('onFailure')}
          options={[
            { id: 'block', label: 'Later ones wait until it is fixed' },
            { id: 'skip', label: 'Later ones are sent' },
          ]}
        />
      )}
    </>
  );
}

function Pace({ form, set, problemOf }: FormPartProps) {
  return (
    <>
      <NumberInputs
        form={form}
        set={set}
        fields={[{ of: 'rate', label: 'Maximum attempts per second', error: problemOf('rate_per_second') }]}
      />
      <div className="filters">
        <NumberInputs
          form={form}
          set={set}
          fields={[
            {
              of: 'batchEvents',
              label: 'Maximum events in one request',
              error: problemOf('batch'),
            },
            { of: 'batchSeconds', label: 'Seconds to wait for more events' },
          ]}
        />
      </div>
      <TextInput
        label="Seconds before each attempt"
        value={form.delays}
        onChange={set('delays')}
        placeholder="0, 60, 300, 3600"
        hint="One number for each attempt. Empty: the service's default."
        error={problemOf('retry')}
      />
      <div className="filters">
        <NumberInputs
          form={form}
          set={set}
          fields={[{ of: 'timeout', label: 'Response timeout in seconds' }]}
        />
        <TextInput
          label="Statuses that count as success"
          value={form.success}
          onChange={set('success')}
          placeholder="200-299, 409"
        />
      </div>
    </>
  );
}

export interface SecretProps {
  form: Form;
  set: Set;
  /** There are some, whose values nobody can read. */
  had: boolean;
  problem: string | undefined;
}

const kept = { id: 'keep', label: 'As they are' };

function Headers({ form, set, had, problem }: SecretProps) {
  return (
    <>
      <Choice
        label="Custom headers"
        value={form.headersAre}
        onChange={set('headersAre')}
        options={[...(had ? [kept] : []), { id: 'none', label: 'None' }, { id: 'new', label: 'These …' }]}
        error={problem}
      />
      {form.headersAre === 'new' && (
        <TextInput
          label="One on each line"
          value={form.headers}
          onChange={set('headers')}
          rows={3}
          isCode
          isRequired
          placeholder="X-Team: billing"
          hint="Stored encrypted and never shown again."
        />
      )}
    </>
  );
}
