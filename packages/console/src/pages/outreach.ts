import { html } from 'lit-html';
import type { OpenPage } from '../page.ts';
import { Actions } from '../parts/action.ts';
import { showForm } from '../parts/form.ts';
import { badge, dollars, moment } from '../parts/format.ts';
import { List } from '../parts/list.ts';
import { Loaded } from '../parts/loaded.ts';
import { showRecord } from '../parts/record.ts';

/** Campaigns, the outbox, and the leads. */
export const openOutreach: OpenPage = (context) => {
  const outbox = new Loaded(context, () => context.trivium.api.readOutbox());
  const campaigns = new List(context, {
    operation: 'listCampaigns',
    items: 'campaigns',
    columns: [
      { title: 'Name', of: (one) => html`<a href="#/outreach/${one.id}">${one.name}</a>` },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Channels', of: (one) => one.channels.join(', ') },
      { title: 'Launched', of: (one) => moment(one.launched_at) },
    ],
    empty: 'There is no campaign yet.',
  });
  const leads = new List(context, {
    operation: 'listLeads',
    items: 'leads',
    columns: [
      { title: 'E-mail', of: (one) => one.email },
      { title: 'Name', of: (one) => [one.first_name, one.last_name].filter(Boolean).join(' ') },
      { title: 'Company', of: (one) => one.company },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Score', of: (one) => one.score },
      { title: 'Tier', of: (one) => one.tier },
    ],
    empty: 'No lead matches.',
  });
  const search = showForm(
    [{ name: 'q', label: 'Part of e-mail, name or company', type: 'search' }],
    'Find',
    (typed) => {
      leads.filter(typed);
    },
  );
  return () => html`<h1>Outreach</h1>
    <h2>Campaigns</h2>
    ${campaigns.show()}
    <h2>Outbox</h2>
    ${outbox.show(showRecord)}
    <h2>Leads</h2>
    ${search} ${leads.show()}`;
};

/** One campaign with its figures, its money and its messages. */
export const openCampaign: OpenPage = (context) => {
  const { api } = context.trivium;
  const params = { id: context.params.id! };
  const campaign = new Loaded(context, () => api.getCampaign({ params }));
  const messages = new List(context, {
    operation: 'listCommunications',
    items: 'communications',
    query: { campaign_id: params.id },
    columns: [
      { title: 'To', of: (one) => one.to },
      { title: 'Subject', of: (one) => one.subject },
      { title: 'Status', of: (one) => badge(one.status) },
      { title: 'Why', of: (one) => one.failure_detail ?? one.waiting_for },
      { title: 'Scheduled', of: (one) => moment(one.scheduled_send_time) },
      { title: 'Sent', of: (one) => moment(one.sent_at) },
    ],
    empty: 'There is no message yet.',
  });
  const actions = new Actions(context);
  return () => html`<h1>Campaign</h1>
    ${campaign.show(
      ({
        name,
        status,
        pause_reason,
        budget,
        metrics,
      }) => html`<p><strong>${name}</strong> ${badge(status)} ${pause_reason}</p>
        <p>${dollars(budget.spent_usd)} spent of ${budget.limit_usd === null ? 'no limit' : dollars(budget.limit_usd)}</p>
        ${showRecord(metrics)}`,
    )}
    <p class="actions">
      ${actions.button('Pause', () => api.pauseCampaign({ params }).then(() => 'The campaign is paused.'))}
      ${actions.button('Resume', () => api.resumeCampaign({ params }).then(() => 'The campaign goes on.'))}
    </p>
    ${actions.show()}
    <h2>Messages</h2>
    ${messages.show()}`;
};
