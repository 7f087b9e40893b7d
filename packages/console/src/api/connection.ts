import { useSyncExternalStore } from 'react';
import { TriviumConnectionError } from '../../../sdk/src/index.ts';
import { isRefusal } from './client.ts';

/** Why the data on the page is stale. */
export interface Stale {
  /** Time of the first failed read since the last success. */
  since: number;
  why: 'silent' | 'too many';
}

/** Undefined while the service responds. */
let stale: Stale | undefined;
const listeners = new Set<() => void>();

/** Records the outcome of a read. */
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
