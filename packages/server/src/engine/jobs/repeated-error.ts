import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';

/** The same error so often in a row, and the next attempt would come to it too. */
const MAX_REPEATS = 3;
const MARK = /^\((\d+) times\) /;
const MAX_LENGTH = 2_000;
/** What differs between two tellings of one error: ids, addresses, numbers. */
const VARIES = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\d+/gi;

/** An error as the job remembers it: with how often it came in a row. */
export interface NotedError {
  text: string;
  isRepeated: boolean;
}

/**
 * Looks at what an attempt threw beside what the one before did. What says nothing of the job itself, such as a
 * database or a server that is away, is never held against it.
 */
export function noteError(error: unknown, before: string | null): NotedError {
  const told = messageOf(error).slice(0, MAX_LENGTH);
  if (isPassing(error)) return { text: told, isRepeated: false };
  const earlier = before ?? '';
  const isSame = bareOf(earlier.replace(MARK, '')) === bareOf(told);
  const count = isSame ? Number(MARK.exec(earlier)?.[1] ?? 1) + 1 : 1;
  return { text: count === 1 ? told : `(${count} times) ${told}`, isRepeated: count >= MAX_REPEATS };
}

function bareOf(message: string): string {
  return message.replace(VARIES, '#');
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || String(error);
}

/** The machine, the network or another service: they may be back for the next attempt. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseUnavailable(error) || error.name === 'AbortError') return true;
  if (error instanceof AppError) return error.status >= 500 || error.status === 429;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  // Names of system errors; two that wait for each other in the database, or for a lock.
  if (typeof code === 'string' && /^(?:E[A-Z]+|EAI_[A-Z]+|UND_ERR_\w+|40\w{3}|55P03)$/.test(code))
    return true;
  return cause !== undefined && isPassing(cause);
}
