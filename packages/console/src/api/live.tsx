import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClient, useMay } from './client.ts';
import { useStale } from './connection.ts';
import { refreshLive, refreshUntold } from './refresh.ts';

/** Minimum interval between refreshes, however many events come. */
const REFRESH_MS = 1_500;
/** For keys that may not follow the log, and while the stream is disconnected. */
const POLL_MS = 10_000;
/** For what changes without an event. */
const SILENT_CHANGES_MS = 15_000;

export type LiveState = 'connecting' | 'live' | 'polling';

const LiveContext = createContext<LiveState>('connecting');

/** Follows the log while the page is open, and refreshes what is shown when something happens. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { trivium } = useClient();
  const queries = useQueryClient();
  const mayFollow = useMay('events:read');
  const [state, setState] = useState<LiveState>(mayFollow ? 'connecting' : 'polling');
  useEffect(() => {
    if (!mayFollow) return undefined;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sources = new Set<string>();
    const refresh = () => {
      timer = undefined;
      refreshLive(queries, sources);
      sources = new Set();
    };
    const follow = async () => {
      const { signal } = leaving;
      const onOpen = () => {
        setState('live');
        // Events between the first reads and now were missed.
        refreshLive(queries);
      };
      const options = { signal, onOpen, onBreak: () => setState('connecting') };
      for await (const { source } of trivium.events.tail(options)) {
        sources.add(source);
        timer ??= setTimeout(refresh, REFRESH_MS);
      }
    };
    follow().catch(() => {
      if (!leaving.signal.aborted) setState('polling');
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [trivium, queries, mayFollow]);
  const isSilent = useStale() !== undefined;
  useEffect(() => {
    const isTold = state === 'live' && !isSilent;
    const look = () => {
      if (!isTold) refreshLive(queries);
      else if (document.visibilityState === 'visible') refreshUntold(queries);
    };
    const timer = setInterval(look, isTold ? SILENT_CHANGES_MS : POLL_MS);
    return () => clearInterval(timer);
  }, [state, isSilent, queries]);
  return <LiveContext.Provider value={state}>{children}</LiveContext.Provider>;
}

export function useLiveState(): LiveState {
  return useContext(LiveContext);
}
