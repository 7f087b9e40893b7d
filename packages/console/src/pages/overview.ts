import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { Loaded } from '../parts/loaded.ts';

/** The organization of the key, and how much of its limits is used. */
export const openOverview: OpenPage = (context) => {
  const { api } = context.trivium;
  const organization = new Loaded(context, () => api.getOrganization());
  return () => html`<h1>Overview</h1>
    ${organization.show(
      ({ name, limits, events_subscriptions: subscriptions }) => html`<p>
          Organization <strong>${name}</strong>, with ${subscriptions.active} of ${subscriptions.limit} active subscriptions of
          the Events API.
        </p>
        <h2>Limits</h2>
        <div class="table">
          <table>
            <thead>
              <tr><th scope="col">Limit</th><th scope="col">Used</th><th scope="col">Of</th><th scope="col">Every</th></tr>
            </thead>
            <tbody>
              ${limits.map(
                (limit) => html`<tr>
                  <td>${limit.name}</td>
                  <td><meter max=${limit.limit} value=${limit.used}></meter> ${limit.used}</td>
                  <td>${limit.limit}</td>
                  <td>${limit.window_seconds} s</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
    )}`;
};
