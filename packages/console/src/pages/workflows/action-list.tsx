import { Plus } from 'lucide-react';
import type { Answer } from '../../api/client.ts';
import type { DryRun } from '../../api/dry-run.ts';
import type { Completion } from '../../parts/code-editor.tsx';
import { fieldPaths } from '../../parts/completions.ts';
import { ActionMenu } from '../../parts/menu.tsx';
import { Section } from '../../parts/page.tsx';
import { parseObject } from '../../parts/schema-values.ts';
import { ActionCard } from './action-card.tsx';
import { deedOf } from './action-words.ts';
import { errorAt } from './refusal.tsx';
import { type ActionForm, type ActionKind, emptyAction, type WorkflowForm } from './workflow-form.ts';

export type Tried = DryRun<Answer<'previewWorkflow'>>;

type EventSeen = Answer<'readEvent'>;

interface ActionListProps {
  form: WorkflowForm;
  set: (change: Partial<WorkflowForm>) => void;
  kinds: ActionKind[];
  tried: Tried;
  error: Error | undefined;
  /** The event it is tried on. */
  event: EventSeen | undefined;
}

/** The actions in order, each with the trial's result. */
export function ActionList({ form, set, kinds, tried, error, event }: ActionListProps) {
  const { actions } = form;
  const change = (at: number, changed: Partial<ActionForm>) =>
    set({ actions: actions.map((one, index) => (index === at ? { ...one, ...changed } : one)) });
  const move = (at: number, by: number) => {
    const moved = [...actions];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    set({ actions: moved });
  };
  return (
    <Section
      title="Then"
      lead="Actions run in this order. Each can use the event and the results of the ones before it."
    >
      {actions.length === 0 && <p className="quiet">Nothing yet. Add the first action.</p>}
      <ol className="editor-steps">
        {actions.map((one, at) => (
          <ActionCard
            key={one.key}
            form={one}
            at={at}
            count={actions.length}
            kind={kinds.find(({ action }) => action === one.action)}
            kinds={kinds}
            change={(changed) => change(at, changed)}
            move={(by) => move(at, by)}
            remove={() => set({ actions: actions.filter((other) => other !== one) })}
            completions={namesFor(event, actions.slice(0, at))}
            tried={tried.answer?.actions.find(({ id }) => id === one.id)}
            errorOf={(part) => errorAt(error ?? tried.error, `actions.${at}.${part}`)}
          />
        ))}
      </ol>
      <div className="actions">
        <ActionMenu
          label="Add an action"
          text="Add an action"
          icon={Plus}
          actions={kinds.map((kind) => ({
            label: deedOf(kind),
            run: () => set({ actions: [...actions, emptyAction(kind, actions)] }),
          }))}
        />
      </div>
    </Section>
  );
}

/** Names available to expressions: fields of the event, and of earlier actions' assumed results. */
function namesFor(event: EventSeen | undefined, earlier: readonly ActionForm[]): Completion[] {
  const results = earlier.flatMap(({ id, assumed }) =>
    fieldPaths(`results.${id}`, parseObject(assumed) ?? {}),
  );
  if (event === undefined) return results;
  const { data, type, source, metadata, timestamp, eventId } = event;
  return [...fieldPaths('event', { data, type, source, metadata, timestamp, eventId }), ...results];
}
