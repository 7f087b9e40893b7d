import { html, render } from 'lit-html';
import { Trivium } from '../../sdk/src/index.ts';
import { openPortalDelivery } from './pages/delivery.ts';
import { openPortal } from './pages/subscription.ts';
import { Router } from './router.ts';

const LINK = 'trivium-portal-link';
const place = document.querySelector('main')!;
render(
  html`<strong>Trivium</strong> <span class="quiet">Webhook portal</span>`,
  document.querySelector('nav')!,
);

/** What the link carries behind `#`, once; afterwards it is in this tab alone, and out of its history. */
function takeLink(): { subscriptionId: string; key: string } | undefined {
  const given = /^#((?:whs|sub)_\w+:\S+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(LINK, given);
    history.replaceState(null, '', '/portal#/');
  }
  const [subscriptionId, key] = (sessionStorage.getItem(LINK) ?? '').split(':');
  return subscriptionId && key ? { subscriptionId, key } : undefined;
}

const link = takeLink();
if (link === undefined) {
  render(
    html`<h1>No link</h1>
    <p>Open the portal by the link that you were given, or ask for another one.</p>`,
    place,
  );
} else {
  const { subscriptionId, key } = link;
  const openOwn: typeof openPortal = (context) => openPortal({ ...context, params: { id: subscriptionId } });
  const pages = { '': openOwn, 'webhooks/:id': openOwn, 'deliveries/:id': openPortalDelivery };
  const router = new Router(pages, place, new Trivium({ url: location.origin, key, maxRetries: 1 }));
  addEventListener('hashchange', () => router.show(location.hash));
  router.show(location.hash);
}
