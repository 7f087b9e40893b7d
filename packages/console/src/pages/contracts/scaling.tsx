import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { PolicyForm } from './policy-form.tsx';

/** The number of nodes: by policy or by hand. */
export function Scaling({ active }: { active: number }) {
  const mayChange = useMay('contracts:write');
  return (
    <>
      <Policy mayChange={mayChange} />
      <Actions active={active} mayChange={mayChange} />
    </>
  );
}

function Policy({ mayChange }: { mayChange: boolean }) {
  const api = useApi();
  const list = useList('listScalingPolicies', {});
  const [isOpen, setOpen] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const policy = list.items.find(({ status }) => status === 'active');
  const end = useWrite(() => api.deleteScalingPolicy({ params: { id: policy?.policy_id ?? '' } }), {
    shows: { operation: 'deleteScalingPolicy', title: 'End the policy' },
    done: () => 'The policy is removed. The nodes stay as they are.',
  });
  const set = mayChange && (
    <Button onPress={() => setOpen(true)}>{policy === undefined ? 'Set a policy' : 'Replace it'}</Button>
  );
  return (
    <Section
      title="Policy"
      actions={
        policy !== undefined && (
          <>
            {set}
            {mayChange && <Button onPress={() => setEnding(true)}>End it</Button>}
          </>
        )
      }
    >
      {policy === undefined ? (
        <Empty title="There is no scaling policy." action={set}>
          A policy adds nodes when they are busy and removes them when they are idle.
        </Empty>
      ) : (
        <p>
          Between {policy.min_nodes} and {plural(policy.max_nodes, 'node')}: more above{' '}
          {policy.scale_up_threshold} % processor or memory, fewer below {policy.scale_down_threshold} % of
          both, aiming at {policy.target_cpu} % processor and {policy.target_memory} % memory.{' '}
          {policy.cooldown_minutes} min cooldown. Set <Time at={policy.created_at} />.
        </p>
      )}
      <Dialog
        title={policy === undefined ? 'Set a scaling policy' : 'Replace the scaling policy'}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <PolicyForm policy={policy} onClose={() => setOpen(false)} />
      </Dialog>
      <Confirm
        title="End the policy?"
        action="End policy"
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        onConfirm={() => end.mutate()}
      >
        From then on, nodes are only added and removed manually.
      </Confirm>
    </Section>
  );
}

function Actions({ active, mayChange }: { active: number; mayChange: boolean }) {
  const list = useList(
    'listScalingActions',
    {},
    { every: (all) => all.some(({ status }) => status === 'in_progress') && 1_000 },
  );
  const [isOpen, setOpen] = useState(false);
  const scale = mayChange && <Button onPress={() => setOpen(true)}>Add or remove nodes</Button>;
  return (
    <Section title="Changes" actions={list.items.length > 0 && scale}>
      <DataTable
        label="Scaling history"
        list={list}
        rowKey={(one) => one.scaling_id}
        columns={[
          {
            title: 'Change',
            width: '1.2fr',
            cell: (one) =>
              `${one.action === 'scale_up' ? 'Add' : 'Remove'} ${plural(one.node_count, 'node')}`,
          },
          { title: 'Nodes', cell: (one) => `${one.previous_nodes} to ${one.target_nodes}` },
          {
            title: 'Status',
            width: '2fr',
            cell: (one) => (
              <>
                <Status
                  state={one.status}
                  label={{ in_progress: 'At work', completed: 'Done', failed: 'Failed' }[one.status]}
                  tone={({ in_progress: 'busy', completed: 'good', failed: 'bad' } as const)[one.status]}
                />
                {one.error !== null && <span className="quiet reason">{one.error}</span>}
              </>
            ),
          },
          {
            title: 'Requested by',
            width: '1.6fr',
            cell: (one) => (one.policy_id === null ? 'A person or a program' : (one.reason ?? 'The policy')),
          },
          { title: 'Requested', cell: (one) => <Time at={one.started_at} /> },
        ]}
        say={(total) => plural(total, 'change')}
        empty={
          <Empty title="The cluster has never been scaled." action={scale}>
            Nodes are worker processes on this machine, or replicas in Kubernetes where the settings name a
            Deployment.
          </Empty>
        }
      />
      <Dialog title="Add or remove nodes" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ScaleForm active={active} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

const directions = [
  { id: 'scale_up', label: 'Add nodes' },
  { id: 'scale_down', label: 'Remove nodes' },
];

function ScaleForm({ active, onClose }: { active: number; onClose: () => void }) {
  const api = useApi();
  const [action, setAction] = useState('scale_up');
  const [nodes, setNodes] = useState('1');
  const body = { action: action as 'scale_up', node_count: Number(nodes) };
  useUnsaved(body);
  useShownCall({ operation: 'scaleCluster', body, title: 'Add or remove nodes' });
  const scale = useWrite(() => api.scaleCluster({ body }), {
    quiet: true,
    done: ({ target_nodes: target }) => `The cluster is scaling to ${plural(target, 'node')}.`,
    onDone: onClose,
  });
  return (
    <WriteForm write={scale}>
      <p>
        There {active === 1 ? 'is 1 node' : `are ${active} nodes`} active. A node that is removed finishes its
        work first.
      </p>
      <Choice label="Change" value={action} onChange={setAction} options={directions} />
      <TextInput
        label="Number of nodes"
        field="node_count"
        type="number"
        value={nodes}
        onChange={setNodes}
        isRequired
      />
      <Refused error={scale.error} />
      <FormActions
        write={scale}
        submit={action === 'scale_up' ? 'Add them' : 'Remove them'}
        onClose={onClose}
      />
    </WriteForm>
  );
}
