import { Component, lazy, type ReactNode, Suspense } from 'react';
import { CallsProvider } from '../api/calls.tsx';
import { PageHead } from '../parts/page.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { answerWaiting, type PageRoute, useMatch, useWaiting } from './router.tsx';

const DiscardDialog = lazy(async () => ({
  default: (await import('../parts/discard-dialog.tsx')).DiscardDialog,
}));

/**
 * Renders the page for the current address. Each address gets a fresh page, without state of the previous
 * one.
 */
export function PageOutlet({ routes }: { routes: readonly PageRoute[] }) {
  const { route, params, search, path } = useMatch(routes);
  const Page = route?.page ?? NoPage;
  return (
    <>
      <CallsProvider key={path}>
        <Guard>
          <Suspense fallback={<Loading lines={6} />}>
            <Page params={params} search={search} />
          </Suspense>
        </Guard>
      </CallsProvider>
      <Leaving />
    </>
  );
}

/** Navigation was requested while a form has unsaved changes. */
function Leaving() {
  const waiting = useWaiting();
  if (waiting === undefined) return null;
  return (
    <Suspense>
      <DiscardDialog onStay={() => answerWaiting(false)} onLeave={() => answerWaiting(true)} />
    </Suspense>
  );
}

function NoPage() {
  return (
    <>
      <PageHead title="There is no such page" />
      <Empty title="No page has this address." action={<a href="#/">Go home</a>}>
        It may be mistyped, or belong to another version.
      </Empty>
    </>
  );
}

/** An error boundary: a page that crashes shows the error; others stay usable. */
class Guard extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <Failure error={this.state.error} retry={() => location.reload()} />;
  }
}
