import { AppError } from '../../../kit/errors/index.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewService } from '../review-service.ts';
import type { CheckedRules } from './checked-rules.ts';

const MAX_PROCESSOR_MS = 20_000;

/** Parses rules in a thread, because they are untrusted. Throws `invalid_rules` if parsing takes too much. */
export async function checkRules(
  { checks }: Pick<ReviewService, 'checks'>,
  text: string,
): Promise<CheckedRules> {
  try {
    return await checks.run('checkRules', { text }, { processorMs: MAX_PROCESSOR_MS });
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.kind === 'threw' || error.kind === 'aborted') throw error;
    throw new AppError(reviewErrors.invalid_rules, {
      message: 'The rules could not be read within bounds. Write fewer or smaller ones.',
      field: 'rules',
      details: { problems: [] },
      cause: error,
    });
  }
}
