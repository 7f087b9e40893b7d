import type { EngineFault } from '../types/application-index.ts';

/** Of an error that no input explains: one file must not take the others with it. */
export function faultAt(path: string, error: unknown): EngineFault {
  return { path, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
