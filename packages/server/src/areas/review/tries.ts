import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { type FailureKind, ThreadFailure } from '../../kit/threads/index.ts';
import type { ReviewService } from './review-service.ts';
import { beginTry, forgiveTry, type TriedWork } from './tries.repository.ts';

/**
 * Work that failed to finish after this many attempts breaks the service, or crashes it, and is not started
 * again. A service killed for other reasons may be killed a few times during the same work.
 */
const MAX_TRIES = 5;
/** When the cause is known, such as the end of its process, it is given up sooner. */
const MAX_FAILURES = 3;

/**
 * Runs work, including storing its result, while counting attempts; false after too many. Attempts ended by a
 * graceful shutdown or an unreachable database are not counted: those say nothing about the work.
 */
export async function runTried(
  service: Pick<ReviewService, 'db' | 'log'>,
  work: TriedWork,
  run: () => Promise<void>,
): Promise<boolean> {
  const { db, log } = service;
  const tries = await beginTry(db, work, MAX_TRIES);
  if (tries === undefined) return false;
  try {
    await run();
    return true;
  } catch (error) {
    if (isKind(error, 'aborted') || isDatabaseUnavailable(error)) {
      await forgiveTry(db, work).catch(() => {});
    } else if (isKind(error, 'crashed') && tries < MAX_FAILURES) {
      // A process may die for unrelated reasons; work that kills it will do so again.
      log.warn({ err: error, work, tries }, 'work of a review is begun again');
      return runTried(service, work, run);
    } else if (!(error instanceof ThreadFailure) && tries >= MAX_FAILURES) {
      log.error({ err: error, work }, 'work of a review is given up');
      return false;
    }
    throw error;
  }
}

function isKind(error: unknown, kind: FailureKind): boolean {
  return error instanceof ThreadFailure && error.kind === kind;
}
