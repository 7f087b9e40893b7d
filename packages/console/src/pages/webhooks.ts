import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm, type Typed } from '../parts/form.ts';
import { badge, healthOf, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';

/** The subscriptions of both APIs. */
export const openWebhooks: OpenPage = (context) => {
  const { api } = context.trivium;
  const actions = new Actions(context);
  const list = new List(context, {
    operation: 'listWebhookSubscriptions',
    items: 'subscriptions',
    query: { api: 'all' },
    columns: [
      {
        title: 'Name',
        of: (one) => html`<a href="#/webhooks/${one.subscription_id}">${one.name ?? one.subscription_id}</a>`,
      },
      { title: 'Receiver', of: (one) => one.url },
      { title: 'Events', of: (one) => one.events.join(', ') },
      { title: 'Status', of: (one) => badge(healthOf(one)) },
      { title: 'Failing since', of: (one) => moment(one.failing_since) },
    ],
    empty: 'There is no subscription yet.',
  });
  const create = ({ events = '', name = '', url = '', secret = '' }: Typed) =>
    actions.run('Subscribe', async () => {
      const body = { name, url, secret, events: events.split(/[\s,]+/) };
      const made = await api.createWebhookSubscription({ body });
      return `${made.name} receives ${made.events.join(', ')} from now on.`;
    });
  const form = showForm(
    [
      { name: 'name', label: 'Name', required: true },
      { name: 'url', label: 'Receiver', type: 'url', hint: 'https://example.com/hook', required: true },
      { name: 'events', label: 'Events', hint: 'contract.*, order.paid', required: true },
      { name: 'secret', label: 'Secret', type: 'password', required: true },
    ],
    'Subscribe',
    create,
  );
  return () => html`<h1>Webhooks</h1>
    ${list.show()}
    <h2>New subscription</h2>
    ${form} ${actions.show()}`;
};
