import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm, type Typed } from '../parts/form.ts';
import { moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';

/** The organization's API keys. */
export const openKeys: OpenPage = (context) => {
  const { api } = context.trivium;
  const actions = new Actions(context);
  const revoke = (id: string) => () => api.revokeKey({ params: { id } }).then(() => 'The key is revoked.');
  const list = new List(context, {
    operation: 'listKeys',
    items: 'keys',
    columns: [
      { title: 'Name', of: (one) => one.name },
      { title: 'Key', of: (one) => html`<code>${one.key_hint}</code>` },
      { title: 'Scopes', of: (one) => one.scopes.join(', ') },
      { title: 'Environment', of: (one) => one.environment },
      { title: 'Last used', of: (one) => moment(one.last_used_at) },
      { title: 'Ends', of: (one) => moment(one.expires_at) },
      {
        title: '',
        of: (one) => actions.button(`Revoke ${one.key_hint}`, revoke(one.id), `Revoke ${one.name}?`),
      },
    ],
    empty: 'There is no key.',
  });
  const create = ({ name = '', scopes = '' }: Typed) =>
    actions.run('Make', async () => {
      const { key, notice } = await api.createKey({
        body: { name, scopes: scopes.split(/[\s,]+/) as never },
      });
      return key === undefined ? html`${notice}` : html`Shown this once: <code>${key}</code>`;
    });
  const form = showForm(
    [
      { name: 'name', label: 'Name', required: true },
      { name: 'scopes', label: 'Scopes', hint: 'events:read, events:write', required: true },
    ],
    'Make',
    create,
  );
  return () => html`<h1>API keys</h1>
    ${list.show()}
    <h2>New key</h2>
    ${form} ${actions.show()}`;
};
