import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider, clientByKey } from './api/client.ts';
import { LiveProvider } from './api/live.tsx';
import { createQueryClient } from './api/read.ts';
import { PageOutlet } from './app/page-outlet.tsx';
import { navigate, type PageRoute, page } from './app/router.tsx';
import { Silence } from './app/silence.tsx';
import { applyTheme } from './app/theme.ts';
import { PortalFrame } from './pages/portal/portal-link.tsx';
import { Empty } from './parts/states.tsx';
import { Toasts } from './parts/toast.tsx';

const LINK = 'trivium-portal-link';

const home = page(() => import('./pages/portal/portal.tsx').then((m) => m.PortalPage));
const routes: PageRoute[] = [
  { path: '', section: 'home', page: home },
  { path: 'webhooks/:id', section: 'home', page: home },
  {
    path: 'deliveries/:id',
    section: 'home',
    page: page(() => import('./pages/webhooks/delivery.tsx').then((m) => m.DeliveryPage)),
  },
];

function linkIn(hash: string): string | undefined {
  return /^#((?:whs|sub)_\w+:\S+)$/.exec(hash)?.[1];
}

// Opening another link in this tab changes only what is after `#`.
addEventListener('hashchange', () => linkIn(location.hash) !== undefined && location.reload());

/** In another page's frame the browser may refuse storage; then the link lasts as long as the page. */
function kept(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Reads the link's key after `#` once; afterwards it is only in this tab, and not in its history. */
function takeKey(): string | undefined {
  const given = linkIn(location.hash);
  if (given !== undefined) {
    kept()?.setItem(LINK, given);
    navigate('#/', { replace: true });
  }
  const [, key] = (given ?? kept()?.getItem(LINK) ?? '').split(':');
  return key || undefined;
}

const key = takeKey();

function Portal() {
  if (key === undefined) {
    return (
      <main className="portal" id="main">
        <h1>Webhook portal</h1>
        <Empty title="This page needs the link that you were given.">
          Open the portal by that link, or ask whoever sent it for another one.
        </Empty>
      </main>
    );
  }
  return (
    <ClientProvider value={{ trivium: clientByKey(key), session: undefined }}>
      <QueryClientProvider client={createQueryClient()}>
        <LiveProvider>
          <PortalFrame>
            <Silence />
            <PageOutlet routes={routes} />
          </PortalFrame>
          <Toasts />
        </LiveProvider>
      </QueryClientProvider>
    </ClientProvider>
  );
}

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
);
