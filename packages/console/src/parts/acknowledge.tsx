import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../api/calls.tsx';
import { type OperationId, useApi, useClient, useMay } from '../api/client.ts';
import { useRead, useWrite } from '../api/read.ts';
import { type Acknowledged, nameOf, onItText } from './acknowledged.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Choice } from './fields.tsx';
import { Time } from './format.tsx';
import { Refused } from './states.tsx';
import { TextInput } from './text-input.tsx';
import { useUnsaved } from './unsaved.tsx';
import { FormActions, WriteForm } from './write-form.tsx';

/** The operation that withdraws each acknowledgement. */
const withdrawnBy = {
  acknowledgeContractAlert: 'unacknowledgeContractAlert',
  acknowledgeFinding: 'unacknowledgeFinding',
  acknowledgeWebhookSubscription: 'unacknowledgeWebhookSubscription',
  acknowledgeWorkflow: 'unacknowledgeWorkflow',
} as const satisfies Partial<Record<OperationId, OperationId>>;

type Acknowledging = keyof typeof withdrawnBy;
type Withdrawing = (typeof withdrawnBy)[Acknowledging];
type AcknowledgeRequest = { params: Record<string, string>; body?: object };

interface AcknowledgeProps {
  of: Acknowledged | null;
  /** What is acknowledged, for the dialog's title: `Orders fails`. */
  title: string;
  operation: Acknowledging;
  params: Record<string, string>;
  scope: string;
  onDone?: () => void;
}

/** Who has acknowledged a problem and who is on it, or a button to do so. */
export function Acknowledge(props: AcknowledgeProps) {
  const { of, operation, params, scope, onDone } = props;
  const api = useApi() as unknown as Record<
    Acknowledging | Withdrawing,
    (asked: AcknowledgeRequest) => Promise<unknown>
  >;
  const [isAsked, setAsked] = useState(false);
  const mayChange = useMay(scope);
  const taking = withdrawnBy[operation];
  const withdraw = useWrite(() => api[taking]({ params }), {
    ...(of !== null && { shows: { operation: taking, params, title: 'Withdraw' } }),
    done: () => 'The acknowledgement is withdrawn.',
    ...(of !== null && { undo: () => api[operation]({ params, body: bodyOf(of) }) }),
    ...(onDone && { onDone }),
  });
  if (of === null && !mayChange) return null;
  return (
    <div className="note acknowledged">
      <Eye aria-hidden size={18} />
      {of === null ? <span>Nobody is on it yet.</span> : <SeenBy of={of} />}
      {mayChange && (
        <span className="actions">
          {of !== null && (
            <Button isBusy={withdraw.isPending} onPress={() => withdraw.mutate()}>
              Take back
            </Button>
          )}
          <Button onPress={() => setAsked(true)}>{of === null ? 'Acknowledge …' : 'Change …'}</Button>
        </span>
      )}
      {isAsked && <AcknowledgeDialog {...props} onClose={() => setAsked(false)} />}
    </div>
  );
}

function bodyOf({ assignee, note }: Acknowledged) {
  return { assignee: assignee?.id ?? null, note };
}

/** `Ana has seen it 3 min ago, Ben is on it: the host moves.` */
function SeenBy({ of: { by, at, assignee, note } }: { of: Acknowledged }) {
  return (
    <span>
      <strong>{nameOf(by)}</strong> has seen it <Time at={at} />
      {assignee !== null && (
        <>
          , <strong>{assignee.id === by.id ? 'and' : nameOf(assignee)}</strong> is on it
        </>
      )}
      {note === null ? '.' : `: ${note}`}
    </span>
  );
}

function AcknowledgeDialog({
  of,
  title,
  operation,
  params,
  onDone,
  onClose,
}: AcknowledgeProps & { onClose: () => void }) {
  const api = useApi() as unknown as Record<
    Acknowledging,
    (asked: AcknowledgeRequest) => Promise<Acknowledged>
  >;
  const me = useClient().session?.user ?? null;
  const [assignee, setAssignee] = useState(of === null ? (me?.id ?? '') : (of.assignee?.id ?? ''));
  const [note, setNote] = useState(of?.note ?? '');
  const people = useAssignees(of);
  const body = {
    assignee: assignee === '' ? null : assignee,
    note: note.trim() === '' ? null : note.trim(),
  };
  useUnsaved({ assignee, note });
  useShownCall({ operation, params, body, title: 'Acknowledge' });
  const write = useWrite(() => api[operation]({ params, body }), {
    done: (seen) => `Acknowledged: ${onItText(seen)}.`,
    onDone: () => {
      onDone?.();
      onClose();
    },
    quiet: true,
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <WriteForm write={write}>
        <p>Tells everybody that you have seen it. Nothing else changes.</p>
        {people.length > 1 && (
          <Choice
            label="Assignee"
            field="assignee"
            value={assignee}
            onChange={setAssignee}
            options={people}
          />
        )}
        <TextInput
          label="Note"
          field="note"
          value={note}
          onChange={setNote}
          rows={3}
          placeholder={examples[operation]}
        />
        <Refused error={write.error} />
        <FormActions write={write} submit="Acknowledge" onClose={onClose} />
      </WriteForm>
    </Dialog>
  );
}

/** A note that somebody could write there. */
const examples: Record<Acknowledging, string> = {
  acknowledgeContractAlert: 'Known: a partner tests its integration.',
  acknowledgeWebhookSubscription: 'The receiver moves to a new host until noon.',
  acknowledgeWorkflow: 'The contract is being replaced; it fails until then.',
  acknowledgeFinding: 'Fixed in the next release.',
};

/** The current user, and everybody else if they may see them. */
function useAssignees(of: Acknowledged | null) {
  const me = useClient().session?.user ?? null;
  const list = useRead('listUsers', { query: { limit: 100 } }, { enabled: useMay('admin') });
  const names = new Map<string, string>();
  if (me !== null) names.set(me.id, `${me.name} (you)`);
  if (of?.assignee) names.set(of.assignee.id, names.get(of.assignee.id) ?? nameOf(of.assignee));
  for (const { id, name } of list.data?.users ?? []) if (!names.has(id)) names.set(id, name);
  return [{ id: '', label: 'Nobody yet' }, ...[...names].map(([id, label]) => ({ id, label }))];
}
