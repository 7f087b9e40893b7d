import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Client, ClientProvider, clientBySession, isRefusal } from './api/client.ts';
import { createQueryClient } from './api/read.ts';
import { Join } from './app/join.tsx';
import { keepScroll } from './app/kept-scroll.ts';
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

const AnotherSession = lazy(async () => ({
  default: (await import('./app/another-session.tsx')).AnotherSession,
}));

const trivium = clientBySession();

/**
 * Remembers that somebody signed in here: otherwise no session is looked up; other tabs are notified through
 * it too.
 */
const SIGNED_IN = 'trivium-signed-in';

type State = { client: Client } | { problem: unknown } | 'signed out' | 'over' | 'looking';

/** Marks the return from single sign-on, with a cookie the page cannot see. */
const CAME_BACK = 'signed-in';

function Console() {
  const [path = '', search] = useAddress().split('?', 2);
  const [state, setState] = useState<State>(
    localStorage.getItem(SIGNED_IN) === null && path !== CAME_BACK ? 'signed out' : 'looking',
  );
  const look = async () => {
    try {
      const session = await trivium.api.readSession();
      localStorage.setItem(SIGNED_IN, whoOf(session));
      setState({ client: { trivium, session } });
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
  if (state === 'signed out' || state === 'over') {
    const problem = state === 'over' ? state : new URLSearchParams(search).get('problem');
    return <SignIn problem={problem} onSignedIn={look} />;
  }
  if ('problem' in state) {
    return (
      <main className="sign-in" id="main">
        <h1 className="brand">Trivium</h1>
        <Failure error={state.problem} retry={() => void look()} />
      </main>
    );
  }
  return <SignedIn client={state.client} onSignedOut={setState} />;
}

interface SignedInProps {
  client: Client;
  /** By choice, or because the session ended. */
  onSignedOut: (how: 'signed out' | 'over') => void;
}

function SignedIn({ client, onSignedOut }: SignedInProps) {
  const [isOver, setOver] = useState(false);
  const queries = useMemo(
    () =>
      createQueryClient((error) => {
        // A wrong password in a form also results in 401: only the session tells whether it has ended.
        if (isRefusal(error, 401))
          trivium.api.readSession().catch((refusal) => isRefusal(refusal, 401) && setOver(true));
      }),
    [],
  );
  const isAnother = useIsAnother(whoOf(client.session));
  const isHeld = isOver && hasUnsaved();
  useEffect(() => {
    if (isOver && !isHeld) onSignedOut('over');
  }, [isOver, isHeld, onSignedOut]);
  const goOn = async () => {
    const session = await trivium.api.readSession();
    // Another person must not see what the previous one had open.
    if (whoOf(session) !== whoOf(client.session)) return location.reload();
    setOver(false);
    await queries.invalidateQueries();
  };
  const signOut = async () => {
    try {
      await trivium.api.endSession();
    } catch (error) {
      // Never claim that a browser is signed out while its cookie still works.
      if (!isRefusal(error, 401)) return toast('You are still signed in: the service did not answer.', 'bad');
    }
    localStorage.removeItem(SIGNED_IN);
    queries.clear();
    location.replace('#/');
    onSignedOut('signed out');
  };
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        <Shell onSignOut={() => void signOut()}>
          <PageOutlet routes={routes} />
        </Shell>
        {isAnother && (
          <Suspense>
            <AnotherSession />
          </Suspense>
        )}
        {isHeld && (
          <Suspense>
            <SignInAgain onSignedIn={goOn} onLeave={() => onSignedOut('signed out')} />
          </Suspense>
        )}
      </QueryClientProvider>
    </ClientProvider>
  );
}

/** A browser's tabs share its session: whether another tab has signed in as somebody else. */
function useIsAnother(who: string): boolean {
  const [isAnother, setAnother] = useState(false);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === SIGNED_IN && newValue !== null) setAnother(newValue !== who);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [who]);
  return isAnother;
}

function whoOf(session: Client['session']): string {
  return `${session?.organization_id} ${session?.user?.id ?? session?.key_id}`;
}

applyTheme();
keepScroll();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
