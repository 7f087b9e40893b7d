import type { EngineFault } from '../types/application-index.ts';

/** An unexpected error: one file must not stop the others. */
export function faultAt(path: string, error: unknown): EngineFault {
  return { path, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
