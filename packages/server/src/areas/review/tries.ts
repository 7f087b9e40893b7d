import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { type FailureKind, ThreadFailure } from '../../kit/threads/index.ts';
import type { ReviewService } from './review-service.ts';
import { beginTry, forgiveTry, type TriedWork } from './tries.repository.ts';

/**
 * Work that was started this often without an end is too much for the service, or crashes it; it is not
 * started again. A service killed for other reasons may be killed a few times during the same work.
 */
const MAX_TRIES = 5;
/** With a known failure, such as a crash of its process, it is given up sooner. */
const MAX_FAILURES = 3;

/**
 * Runs work, including saving its result, with a count of its tries; false after too many. A try does not
 * count if the service shut down normally or the database was unreachable: neither is caused by the work.
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
      // A process may die for its own reasons; if the work kills it, it will do so again.
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
