import { isDatabaseUnavailable } from '../../kit/db/index.ts';
import { type FailureKind, ThreadFailure } from '../../kit/threads/index.ts';
import type { ReviewService } from './review-service.ts';
import { beginTry, forgiveTry, type TriedWork } from './tries.repository.ts';

/**
 * Work that was begun so often and came to nothing fails on the service, or takes it down; it is not begun again. A service
 * that is killed for other reasons may be killed a few times in the same work.
 */
const MAX_TRIES = 5;
/** When it is known what went wrong, such as the end of its process, it is given up sooner. */
const MAX_FAILURES = 3;

/**
 * Runs work, the keeping of its result included, under a count of its tries; false when there were too many.
 * A try is not counted when the service stopped in order or the database was away: those say nothing of the
 * work.
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
      // A process that dies may do so for reasons of its own; what takes it down does so again.
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
