import { useSyncExternalStore } from 'react';
import { TriviumConnectionError } from '../../../sdk/src/index.ts';

/** When the first of the reads failed that were answered by nobody since; undefined while the service answers. */
let silentSince: number | undefined;
const listeners = new Set<() => void>();

/** Takes note of how a read went. */
export function noteRead(error?: unknown): void {
  const isSilent = error instanceof TriviumConnectionError;
  if (isSilent === (silentSince !== undefined)) return;
  silentSince = isSilent ? Date.now() : undefined;
  for (const listener of listeners) listener();
}

export function useSilentSince(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => silentSince,
  );
}
