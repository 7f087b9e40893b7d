import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { type Answer, isRefusal } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { Time } from '../../parts/format.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { applyAppearance } from './appearance.ts';

/** The link's only subscription, and what its holder may do. The API enforces it. */
export type PortalLink = Answer<'readPortalLink'>;

const LinkContext = createContext<PortalLink | undefined>(undefined);

export function usePortalLink(): PortalLink {
  const link = useContext(LinkContext);
  if (link === undefined) throw new Error('There is no portal link above this component.');
  return link;
}

/** Loads the link's settings, applies them to the portal, and says when it has expired. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const link = useRead('readPortalLink', {}, { every: () => 60_000 });
  const { data } = link;
  useEffect(() => {
    if (data?.appearance) applyAppearance(data.appearance);
  }, [data]);
  const isOver = isRefusal(link.error, 401);
  return (
    <>
      {window.top === window.self && (
        <header className="portal-head">
          <a className="brand" href="#/">
            {data?.appearance?.name ?? 'Trivium'}
          </a>{' '}
          <span className="quiet">Webhook portal</span>
          {data !== undefined && !isOver && (
            <span className="quiet portal-end">
              This link works until <Time at={data.expires_at} withExact />
            </span>
          )}
        </header>
      )}
      <main className="portal" id="main">
        {isOver ? (
          <LinkIsOver />
        ) : (
          <Shown of={link} lines={6}>
            {(found) => <LinkContext.Provider value={found}>{children}</LinkContext.Provider>}
          </Shown>
        )}
      </main>
    </>
  );
}

function LinkIsOver() {
  return (
    <>
      <h1>Webhook portal</h1>
      <Empty title="This link no longer works.">
        It has expired or was revoked. Ask whoever sent it for another one. Deliveries to your receiver
        continue.
      </Empty>
    </>
  );
}
