import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { badge, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showRecord } from '../parts/record.ts';

/** What happens by itself after an event. */
export const openWorkflows: OpenPage = (context) => {
  const list = new List(context, {
    operation: 'listWorkflows',
    items: 'workflows',
    columns: [
      { title: 'Name', of: (one) => html`<a href="#/workflows/${one.workflow_id}">${one.name}</a>` },
      { title: 'On', of: (one) => one.trigger.type },
      { title: 'Actions', of: (one) => one.actions.map(({ action }) => action).join(', ') },
      { title: 'Status', of: (one) => badge(one.enabled ? 'active' : 'disabled') },
    ],
    empty: 'There is no workflow yet.',
  });
  return () => html`<h1>Workflows</h1>
    ${list.show()}`;
};

/** One workflow and its runs. */
export const openWorkflow: OpenPage = (context) => {
  const { api } = context.trivium;
  const params = { workflowId: context.params.id! };
  const workflow = new Loaded(context, () => api.getWorkflow({ params }));
  const actions = new Actions(context);
  const runs = new List(context, {
    operation: 'listWorkflowRuns',
    items: 'runs',
    params,
    columns: [
      { title: 'Event', of: (one) => html`<a href="#/events/${one.event_id}">${one.event_type}</a>` },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Attempts', of: (one) => one.attempts },
      { title: 'Started', of: (one) => moment(one.created_at) },
      { title: 'Ended', of: (one) => moment(one.finished_at) },
    ],
    empty: 'It has not run yet.',
  });
  return () => html`<h1>Workflow</h1>
    ${workflow.show(showRecord)}
    <p class="actions">
      ${actions.button('Enable', () =>
        api.enableWorkflow({ params }).then(() => 'It runs after each event that fits.'),
      )}
      ${actions.button('Disable', () => api.disableWorkflow({ params }).then(() => 'It runs no more.'))}
    </p>
    ${actions.show()}
    <h2>Runs</h2>
    ${runs.show()}`;
};
