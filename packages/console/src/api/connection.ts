import { useSyncExternalStore } from 'react';
import { TriviumConnectionError } from '../../../sdk/src/index.ts';
import { isRefusal } from './client.ts';

/** Why what stands on the page is old. */
export interface Stale {
  /** When the first of the reads failed that went wrong since. */
  since: number;
  why: 'silent' | 'too many';
}

/** Undefined while the service answers what it is asked. */
let stale: Stale | undefined;
const listeners = new Set<() => void>();

/** Takes note of how a read went. */
export function noteRead(error?: unknown): void {
  const why = whyOf(error);
  if (why === stale?.why) return;
  stale = why && { since: Date.now(), why };
  for (const listener of listeners) listener();
}

function whyOf(error: unknown): Stale['why'] | undefined {
  if (error instanceof TriviumConnectionError) return 'silent';
  return isRefusal(error, 429) ? 'too many' : undefined;
}

export function useStale(): Stale | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => stale,
  );
}
