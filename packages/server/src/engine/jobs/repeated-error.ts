import { cutText } from '../../kit/cut-text.ts';
import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';

/** After the same error this often in a row, the next attempt would fail the same way. */
const MAX_REPEATS = 3;
const MARK = /^\((\d+) times\) /;
const MAX_LENGTH = 2_000;
/** What varies between two occurrences of one error: ids, addresses, numbers. */
const VARIES = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\d+/gi;

/** An error as recorded in the job, with its number of consecutive occurrences. */
export interface NotedError {
  text: string;
  isRepeated: boolean;
}

/**
 * Compares an attempt's error with the previous one's. Errors that say nothing about the job itself, such as
 * an unavailable database or server, never count against it.
 */
export function noteError(error: unknown, before: string | null): NotedError {
  const told = cutText(messageOf(error), MAX_LENGTH);
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

/** Caused by the machine, the network or another service: they may have recovered by the next attempt. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseUnavailable(error) || error.name === 'AbortError') return true;
  if (error instanceof AppError) return error.status >= 500 || error.status === 429;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  // Names of system errors, and SQLSTATEs for deadlocks, serialization failures and lock timeouts.
  if (typeof code === 'string' && /^(?:E[A-Z]+|EAI_[A-Z]+|UND_ERR_\w+|40\w{3}|55P03)$/.test(code))
    return true;
  return cause !== undefined && isPassing(cause);
}
