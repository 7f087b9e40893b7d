import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Shown } from '../../parts/states.tsx';
import { WorkflowEditor } from './workflow-editor.tsx';
import { type ActionKind, type bodyOf, formOf, type WorkflowForm } from './workflow-form.ts';

type WorkflowBody = ReturnType<typeof bodyOf>;

const crumbs = [{ label: 'Workflows', href: '#/workflows' }];

/** Creates a workflow, tried on a past event while it is written. */
export function NewWorkflowPage(props: PageProps) {
  return useMay('events:write') ? <NewWorkflow {...props} /> : <NoChange title="New workflow" />;
}

function NoChange({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} crumbs={crumbs} />
      <MayNot what="change workflows" scope="events:write" />
    </>
  );
}

function NewWorkflow({ search }: PageProps) {
  const api = useApi();
  const kinds = useRead('listWorkflowActions', {});
  const from = search.get('from');
  const source = useRead('getWorkflow', { params: { workflowId: from ?? '' } }, { enabled: from !== null });
  const create = useWrite((body: WorkflowBody) => api.createWorkflow({ body }), {
    quiet: true,
    done: ({ name }) => `${name} now starts on each matching event.`,
    onDone: ({ workflow_id }) => navigate(to`workflows/${workflow_id}`),
  });
  const empty = { name: '', description: '', type: search.get('type') ?? '', condition: '', actions: [] };
  const editor = (known: ActionKind[], first: WorkflowForm) => (
    <WorkflowEditor
      first={first}
      kinds={known}
      eventId={search.get('event') ?? ''}
      operation="createWorkflow"
      action="Create the workflow"
      isBusy={create.isPending}
      error={create.error}
      onSave={create.mutate}
      backHref="#/workflows"
    />
  );
  return (
    <>
      <PageHead
        title="New workflow"
        crumbs={crumbs}
        lead="When an event arrives, the service runs these actions. Nothing is executed while you try it."
      />
      <Shown of={kinds}>
        {({ actions }) =>
          from === null ? (
            editor(actions, empty)
          ) : (
            <Shown of={source}>
              {(found) => editor(actions, { ...formOf(found, actions), name: `${found.name}, copy` })}
            </Shown>
          )
        }
      </Shown>
    </>
  );
}

export function EditWorkflowPage(props: PageProps) {
  return useMay('events:write') ? <EditWorkflow {...props} /> : <NoChange title="Edit workflow" />;
}

function EditWorkflow({ params: { id = '' }, search }: PageProps) {
  const api = useApi();
  const params = { workflowId: id };
  const kinds = useRead('listWorkflowActions', {});
  const workflow = useRead('getWorkflow', { params });
  /** The revision when editing started here. */
  const [touched, setTouched] = useState<number>();
  const save = useWrite((body: WorkflowBody) => api.updateWorkflow({ params, body }), {
    quiet: true,
    done: () => 'The workflow is changed. Failed runs can be retried with it.',
    onDone: () => navigate(to`workflows/${id}`),
  });
  const name = workflow.data?.name ?? 'workflow';
  return (
    <>
      <PageHead
        title={`Edit ${name}`}
        crumbs={[...crumbs, { label: name, href: to`workflows/${id}` }]}
        lead="Runs of earlier events use the workflow as it was then, unless you retry them with the current one."
      />
      <Shown of={kinds}>
        {({ actions }) => (
          <Shown of={workflow}>
            {(found) => (
              <>
                {touched !== undefined && touched !== found.revision && !save.isSuccess && <Overtaken />}
                <WorkflowEditor
                  key={touched ?? found.revision}
                  first={formOf(found, actions)}
                  onTouch={() => setTouched((before) => before ?? found.revision)}
                  kinds={actions}
                  eventId={search.get('event') ?? ''}
                  operation="updateWorkflow"
                  params={params}
                  action="Save"
                  isBusy={save.isPending}
                  error={save.error}
                  onSave={save.mutate}
                  backHref={to`workflows/${id}`}
                />
              </>
            )}
          </Shown>
        )}
      </Shown>
    </>
  );
}

/** Somebody else changed it meanwhile: keeps what was typed, and says what saving will do. */
function Overtaken() {
  return (
    <p className="note warn" role="status">
      The workflow was changed by somebody else meanwhile. Saving overwrites that change.
    </p>
  );
}
