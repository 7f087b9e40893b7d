import { html, type TemplateResult } from 'lit-html';
import type { Operations } from '../../../sdk/src/index.ts';
import type { OpenPage, PageContext } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { badge, moment } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.ts';

type Delivery = Operations['getWebhookDelivery']['response'];
type Attempt = Delivery['attempts'][number];

/** A delivery with the exact bytes of each attempt, and what the receiver answered. */
export const openDelivery: OpenPage = (context) =>
  openWith(
    context,
    ({ event_id, subscription_id }) =>
      html`${
        event_id === null ? 'a sample' : html`<a href="#/events/${event_id}">its event</a>`
      } · <a href="#/webhooks/${subscription_id}">its subscription</a>`,
  );

/** The same for whoever holds a portal link, which reaches no events. */
export const openPortalDelivery: OpenPage = (context) =>
  openWith(context, () => html`<a href="#/">its subscription</a>`);

function openWith(context: PageContext, showLinks: (delivery: Delivery) => TemplateResult) {
  const { api } = context.trivium;
  const params = { deliveryId: context.params.id! };
  const delivery = new Loaded(context, () => api.getWebhookDelivery({ params }));
  const actions = new Actions(context);
  const resend = async () => {
    await api.resendWebhookDelivery({ params });
    return 'It is being sent again; the attempt shows here once it has ended.';
  };
  return () => html`<h1>Delivery</h1>
    ${delivery.show(
      (found) => html`<p>
          <strong>${found.event}</strong> ${badge(found.status)} ${found.dead_lettered ? badge('dead') : ''}
          ${showLinks(found)}
          ${found.next_attempt_at === undefined ? '' : html`· next attempt ${moment(found.next_attempt_at)}`}
        </p>
        ${found.attempts.toReversed().map(showAttempt)}`,
    )}
    ${actions.button('Send again', resend)} ${actions.show()}`;
}

function showAttempt({
  attempt,
  status,
  request,
  response,
  error,
  last_attempt_at,
  response_time_ms,
}: Attempt): TemplateResult {
  return html`<section>
    <h2>Attempt ${attempt} ${badge(status)} ${moment(last_attempt_at)}, ${response_time_ms} ms</h2>
    ${error === undefined ? '' : html`<p class="problem">${error}</p>`}
    <h3>Sent to ${request.url}</h3>
    <pre tabindex="0">${headerText(request.headers)}

${request.body}</pre
    >
    ${
      response === null
        ? html`<p class="quiet">No answer came.</p>`
        : html`<h3>Answered ${response.status}</h3>
            <pre tabindex="0">${headerText(response.headers)}

${response.body}</pre
            >`
    }
  </section>`;
}

function headerText(headers: Record<string, unknown>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
