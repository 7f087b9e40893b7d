import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Client, ClientProvider, clientBySession, isRefusal } from './api/client.ts';
import { createQueryClient } from './api/read.ts';
import { Join } from './app/join.tsx';
import { PageOutlet } from './app/page-outlet.tsx';
import { useAddress } from './app/router.tsx';
import { routes } from './app/routes.ts';
import { Shell } from './app/shell.tsx';
import { SignIn } from './app/sign-in.tsx';
import { applyTheme } from './app/theme.ts';
import { Failure, Loading } from './parts/states.tsx';
import { toast } from './parts/toast.tsx';
import { hasUnsaved } from './parts/unsaved.tsx';

const SignInAgain = lazy(async () => ({
  default: (await import('./app/sign-in-again.tsx')).SignInAgain,
}));

const trivium = clientBySession();

/** Remembers that somebody signed in here, so that others are not asked about a session that they cannot have. */
const SIGNED_IN = 'trivium-signed-in';

type State = { client: Client } | { problem: unknown } | 'signed out' | 'looking';

/** Single sign-on comes back here, with a cookie that the page cannot see. */
const CAME_BACK = 'signed-in';

function Console() {
  const [path = '', search] = useAddress().split('?', 2);
  const [state, setState] = useState<State>(
    localStorage.getItem(SIGNED_IN) === null && path !== CAME_BACK ? 'signed out' : 'looking',
  );
  const look = async () => {
    try {
      setState({ client: { trivium, session: await trivium.api.readSession() } });
      localStorage.setItem(SIGNED_IN, 'yes');
      if (/^(?:join\/|sign-in|signed-in)/.test(path)) location.replace('#/');
    } catch (problem) {
      if (isRefusal(problem, 401)) localStorage.removeItem(SIGNED_IN);
      setState(isRefusal(problem, 401) ? 'signed out' : { problem });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start
  useEffect(() => {
    if (state === 'looking') void look();
  }, []);
  const [page, token] = path.split('/', 2);
  if (page === 'join' && token !== undefined) return <Join token={token} onSignedIn={look} />;
  if (state === 'looking') return <Loading />;
  if (state === 'signed out')
    return <SignIn problem={new URLSearchParams(search).get('problem')} onSignedIn={look} />;
  if ('problem' in state) return <Failure error={state.problem} retry={() => void look()} />;
  return <SignedIn client={state.client} onSignedOut={() => setState('signed out')} />;
}

function SignedIn({ client, onSignedOut }: { client: Client; onSignedOut: () => void }) {
  const [isOver, setOver] = useState(false);
  const queries = useMemo(
    () =>
      createQueryClient((error) => {
        // A wrong password in a form is refused by 401 as well: only the session tells whether it is over.
        if (isRefusal(error, 401))
          trivium.api.readSession().catch((refusal) => isRefusal(refusal, 401) && setOver(true));
      }),
    [],
  );
  const isHeld = isOver && hasUnsaved();
  useEffect(() => {
    if (isOver && !isHeld) onSignedOut();
  }, [isOver, isHeld, onSignedOut]);
  const goOn = async () => {
    const session = await trivium.api.readSession();
    // Another person is to see nothing of what the one before had open.
    if (whoOf(session) !== whoOf(client.session)) return location.reload();
    setOver(false);
    await queries.invalidateQueries();
  };
  const signOut = async () => {
    try {
      await trivium.api.endSession();
    } catch (error) {
      // Nobody is to believe that a browser is signed out whose cookie still works.
      if (!isRefusal(error, 401)) return toast('You are still signed in: the service did not answer.', 'bad');
    }
    localStorage.removeItem(SIGNED_IN);
    queries.clear();
    location.replace('#/');
    onSignedOut();
  };
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        <Shell onSignOut={() => void signOut()}>
          <PageOutlet routes={routes} />
        </Shell>
        {isHeld && (
          <Suspense>
            <SignInAgain onSignedIn={goOn} onLeave={onSignedOut} />
          </Suspense>
        )}
      </QueryClientProvider>
    </ClientProvider>
  );
}

function whoOf(session: Client['session']): string {
  return `${session?.organization_id} ${session?.user?.id ?? session?.key_id}`;
}

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
