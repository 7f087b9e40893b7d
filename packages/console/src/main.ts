import { html, render, type TemplateResult } from 'lit-html';
import { Trivium } from '../../sdk/src/index.ts';
import { openContract, openContracts } from './pages/contracts.ts';
import { openDelivery } from './pages/delivery.ts';
import { openEvent, openEvents } from './pages/events.ts';
import { openKeys } from './pages/keys.ts';
import { openCampaign, openOutreach } from './pages/outreach.ts';
import { openOverview } from './pages/overview.ts';
import { openApplication, openApplications, openReview } from './pages/review.ts';
import { openSubscription } from './pages/subscription.ts';
import { openWebhooks } from './pages/webhooks.ts';
import { openWorkflow, openWorkflows } from './pages/workflows.ts';
import { showForm } from './parts/form.ts';
import { showProblem } from './parts/problem.ts';
import { type Pages, Router } from './router.ts';
import { session } from './session.ts';

const pages: Pages = {
  '': openOverview,
  events: openEvents,
  'events/:id': openEvent,
  webhooks: openWebhooks,
  'webhooks/:id': openSubscription,
  'deliveries/:id': openDelivery,
  contracts: openContracts,
  'contracts/:id': openContract,
  outreach: openOutreach,
  'outreach/:id': openCampaign,
  review: openApplications,
  'review/:id': openApplication,
  'reviews/:id': openReview,
  workflows: openWorkflows,
  'workflows/:id': openWorkflow,
  keys: openKeys,
};

const sections = [
  ['', 'Overview'],
  ['events', 'Events'],
  ['webhooks', 'Webhooks'],
  ['workflows', 'Workflows'],
  ['contracts', 'Contracts'],
  ['outreach', 'Outreach'],
  ['review', 'Review'],
  ['keys', 'Keys'],
] as const;

const nav = document.querySelector('nav')!;
const place = document.querySelector('main')!;

function showNav(): void {
  const here = location.hash.replace(/^#?\/?/, '').split(/[/?]/)[0];
  const link = ([path, name]: (typeof sections)[number]) =>
    html`<a href="#/${path}" aria-current=${here === path ? 'page' : 'false'}>${name}</a>`;
  const leave = html`<button type="button" @click=${() => signOut()}>Sign out</button>`;
  const own = session.key === undefined ? '' : html`${sections.map(link)} ${leave}`;
  render(
    html`<strong>Trivium</strong> ${own} <a href="/docs">API</a> <a href="/docs/guides">Guides</a>`,
    nav,
  );
}

function showSignIn(problem?: TemplateResult): void {
  showNav();
  const form = showForm(
    [{ name: 'key', label: 'API key', type: 'password', hint: 'trv_…', required: true }],
    'Sign in',
    ({ key }) => void signIn(key!),
  );
  render(
    html`<h1>Sign in</h1>
      <p>
        The first start printed an API key. <code>npm run trivium -- keys create</code> makes others. It stays in this tab alone.
      </p>
      ${form} ${problem}`,
    place,
  );
}

async function signIn(key: string): Promise<void> {
  try {
    await clientWith(key).api.getOrganization();
  } catch (error) {
    showSignIn(showProblem(error));
    return;
  }
  session.key = key;
  open(key);
}

function signOut(): void {
  session.key = undefined;
  location.replace('/');
}

function clientWith(key: string): Trivium {
  return new Trivium({ url: location.origin, key, maxRetries: 1 });
}

function open(key: string): void {
  render(html``, place);
  const router = new Router(pages, place, clientWith(key));
  const show = () => {
    showNav();
    router.show(location.hash);
  };
  addEventListener('hashchange', show);
  show();
}

if (session.key === undefined) showSignIn();
else open(session.key);
