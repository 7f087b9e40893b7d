import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

type Policy = ItemOf<'listScalingPolicies'>;

const fields = [
  ['min_nodes', 'Minimum nodes', 1],
  ['max_nodes', 'Maximum nodes', 3],
  ['scale_up_threshold', 'Scale up above, in percent', 80],
  ['scale_down_threshold', 'Scale down below, in percent', 30],
  ['target_cpu', 'Target CPU, in percent', 70],
  ['target_memory', 'Target memory, in percent', 80],
  ['cooldown_minutes', 'Cooldown after a change, in minutes', 5],
] as const;
type Field = (typeof fields)[number][0];

/** The autoscaling policy. Replaces the existing one. */
export function PolicyForm({ policy, onClose }: { policy: Policy | undefined; onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState(
    () =>
      Object.fromEntries(fields.map(([name, , usual]) => [name, String(policy?.[name] ?? usual)])) as Record<
        Field,
        string
      >,
  );
  const body = Object.fromEntries(fields.map(([name]) => [name, Number(form[name])])) as Record<
    Field,
    number
  >;
  useShownCall({ operation: 'createScalingPolicy', body, title: 'Set the policy' });
  useUnsaved(form);
  const save = useWrite(() => api.createScalingPolicy({ body }), {
    quiet: true,
    done: () => 'The policy is active.',
    onDone: onClose,
  });
  return (
    <WriteForm write={save}>
      <div className="filters">
        {fields.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            field={name}
            type="number"
            value={form[name]}
            onChange={(value) => setForm({ ...form, [name]: value })}
            isRequired
          />
        ))}
      </div>
      <Refused error={save.error} />
      <FormActions write={save} submit="Set the policy" onClose={onClose} />
    </WriteForm>
  );
}
