import { html, type TemplateResult } from 'lit-html';
import type { OpenPage, PageContext } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm } from '../parts/form.ts';
import { badge, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showRecord } from '../parts/record.ts';

/** A subscription with its deliveries and dead letters, for its organization. */
export const openSubscription: OpenPage = (context) => {
  const panel = new SubscriptionPanel(context, context.params.id!);
  return () => html`${panel.show(panel.management())}`;
};

/** The same for whoever holds a portal link to it: without what changes the subscription. */
export const openPortal: OpenPage = (context) => {
  const panel = new SubscriptionPanel(context, context.params.id!);
  return () => html`${panel.show(html``)}`;
};

class SubscriptionPanel {
  readonly #context: PageContext;
  readonly #params: { subId: string };
  readonly #actions: Actions;
  readonly #deliveries;
  readonly #deadLetters;
  readonly #subscription;
  #isReplaying = false;

  constructor(context: PageContext, subId: string) {
    const { api } = context.trivium;
    this.#context = context;
    this.#params = { subId };
    this.#actions = new Actions(context);
    this.#subscription = new Loaded(context, () => api.getWebhookSubscription({ params: this.#params }));
    this.#deliveries = new List(context, {
      operation: 'listWebhookDeliveries',
      items: 'deliveries',
      params: this.#params,
      columns: [
        {
          title: 'Event',
          of: (one) =>
            html`<a href="#/deliveries/${one.delivery_id}">${one.event}</a>${one.test ? ' (test)' : ''}`,
        },
        { title: 'Attempt', of: (one) => one.attempt },
        { title: 'Outcome', of: (one) => badge(one.status) },
        { title: 'Answer', of: (one) => one.response_code ?? one.error },
        { title: 'Took', of: (one) => `${one.response_time_ms} ms` },
        { title: 'When', of: (one) => moment(one.last_attempt_at) },
        { title: 'Next attempt', of: (one) => moment(one.next_retry_at) },
      ],
      empty: 'Nothing was delivered yet.',
    });
    this.#deadLetters = new List(context, {
      operation: 'listDeadLetters',
      items: 'dead_letters',
      query: { subscription_id: subId },
      columns: [
        { title: 'Event', of: (one) => html`<a href="#/deliveries/${one.delivery_id}">${one.event}</a>` },
        { title: 'Attempts', of: (one) => one.attempts },
        { title: 'Last answer', of: (one) => one.last_response_code ?? one.last_error },
        { title: 'Failed for good', of: (one) => moment(one.failed_at) },
        {
          title: '',
          of: (one) => this.#actions.button(`Replay ${one.event_id}`, () => this.#replay(one.event_id)),
        },
      ],
      empty: () =>
        this.#isReplaying
          ? 'None now. What is being sent again comes back here if it fails for good.'
          : 'There is no dead letter.',
    });
  }

  show(management: TemplateResult): TemplateResult {
    const sendTest = ({ event }: Record<string, string>) =>
      this.#actions.run('Test', () => this.#test(event!));
    return html`<h1>Subscription</h1>
      ${this.#subscription.show(showRecord)} ${management} ${this.#actions.show()}
      <h2>Send a sample</h2>
      ${showForm([{ name: 'event', label: 'Event', hint: 'contract.created', required: true }], 'Send', sendTest)}
      <h2>Dead letters</h2>
      ${this.#deadLetters.show()} ${this.#actions.button('Replay all', () => this.#replayAll(), 'Send every dead letter of this subscription again?')}
      <h2>Deliveries</h2>
      ${this.#deliveries.show()}`;
  }

  management(): TemplateResult {
    const { api } = this.#context.trivium;
    const params = this.#params;
    const link = async () => {
      const { url, expires_at, notice } = await api.createPortalLink({ params });
      if (url === undefined) return html`${notice}`;
      return html`For the owner of the receiver, until ${moment(expires_at)}: <a href=${url} target="_blank" rel="noreferrer">${url}</a>`;
    };
    const remove = async () => {
      await api.deleteWebhookSubscription({ params });
      location.hash = '#/webhooks';
    };
    return html`<p class="actions">
      ${this.#actions.button('Pause', () =>
        api.pauseWebhookSubscription({ params }).then(() => 'Nothing is sent until it is resumed.'),
      )}
      ${this.#actions.button('Resume', () =>
        api.resumeWebhookSubscription({ params }).then(() => 'Deliveries go on.'),
      )}
      ${this.#actions.button('Make a portal link', link)}
      ${this.#actions.button('Revoke its portal links', () => api.revokePortalLinks({ params }))}
      ${this.#actions.button('Delete', remove, 'Delete this subscription with its log and dead letters?')}
    </p>`;
  }

  async #test(event: string): Promise<TemplateResult> {
    const result = await this.#context.trivium.api.testWebhookSubscription({
      params: this.#params,
      body: { event },
    });
    return html`The receiver answered ${result.response_code ?? 'nothing'} in ${result.response_time_ms} ms. ${result.error}`;
  }

  async #replay(eventId: string): Promise<string> {
    const query = { subscription_id: this.#params.subId };
    await this.#context.trivium.api.replayDeadLetter({ params: { eventId }, query });
    this.#isReplaying = true;
    return 'It is being sent again.';
  }

  async #replayAll(): Promise<string> {
    const body = { subscription_id: this.#params.subId };
    const { matched } = await this.#context.trivium.api.replayDeadLetters({ body });
    this.#isReplaying = matched > 0;
    return matched === 0 ? 'There was no dead letter to send again.' : `${matched} are being sent again.`;
  }
}
