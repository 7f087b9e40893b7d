import { BookOpen, LogOut, Menu, Moon, Search, Sun } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useClient } from '../api/client.ts';
import { LiveProvider, useLiveState } from '../api/live.tsx';
import { Button } from '../parts/button.tsx';
import { Toasts } from '../parts/toast.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { useAddress, useMatch } from './router.tsx';
import { routes } from './routes.ts';
import { sectionsFor } from './sections.ts';
import { Silence } from './silence.tsx';
import { useTheme } from './theme.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** The frame of every console page: navigation, palette, notifications. */
export function Shell({ children, onSignOut }: { children: ReactNode; onSignOut: () => void }) {
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const address = useAddress();
  useKeptFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies over a page closes when another one opens
  useEffect(() => {
    setMenuOpen(false);
    setSearching(false);
  }, [address]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setSearching((is) => !is);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <LiveProvider>
      <div className="shell">
        <header className={isMenuOpen ? 'side open' : 'side'}>
          <div className="side-top">
            <a className="brand" href="#/">
              Trivium
            </a>
            <Button kind="quiet" icon={Search} onPress={() => setSearching(true)}>
              <span className="search-hint">
                Search <kbd>⌘K</kbd>
              </span>
            </Button>
            <span className="only-phone">
              <Button
                kind="quiet"
                icon={Menu}
                aria-label="Menu"
                aria-expanded={isMenuOpen}
                onPress={() => setMenuOpen(!isMenuOpen)}
              >
                {null}
              </Button>
            </span>
          </div>
          <SideNav />
          <SideFoot onSignOut={onSignOut} />
        </header>
        <main id="main">
          <Silence />
          {children}
        </main>
      </div>
      {isSearching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <Toasts />
    </LiveProvider>
  );
}

function SideNav() {
  const { route } = useMatch(routes);
  const { session } = useClient();
  return (
    <nav className="side-nav" aria-label="Console">
      {sectionsFor(session).map(({ id, label, href, icon: Icon }) => (
        <a key={id} href={href} aria-current={route?.section === id ? 'page' : undefined}>
          <Icon aria-hidden size={17} />
          {label}
        </a>
      ))}
      <a href="/docs/guides">
        <BookOpen aria-hidden size={17} />
        Guides
      </a>
      <a href="/docs">
        <BookOpen aria-hidden size={17} />
        API reference
      </a>
    </nav>
  );
}

const live = { live: 'Live', connecting: 'Connecting …', polling: 'Every 10 s' };

function SideFoot({ onSignOut }: { onSignOut: () => void }) {
  const { session } = useClient();
  const state = useLiveState();
  const [isDark, toggle] = useTheme();
  return (
    <div className="side-foot">
      <p className={`live ${state}`} role="status">
        {live[state]}
      </p>
      {session !== undefined && (
        <p className="who">
          <strong>{session.organization_name}</strong>
          <a className="quiet" href="#/account">
            {session.user?.name ?? session.key_name}
          </a>
        </p>
      )}
      <div className="actions">
        <Button
          kind="quiet"
          icon={isDark ? Sun : Moon}
          aria-label={isDark ? 'Light colours' : 'Dark colours'}
          onPress={toggle}
        >
          {null}
        </Button>
        <Button kind="quiet" icon={LogOut} onPress={onSignOut}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
