import { createHash } from 'node:crypto';
import { AppError } from '../../../kit/errors/index.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import type { WorkerTasks } from '../pipeline/worker-protocol.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { findRules, saveRules } from './rule-set.repository.ts';

const CHECK_TIMEOUT_MS = 20_000;

type Service = Pick<ReviewService, 'unitOfWork' | 'checks' | 'clock'>;

/** Sets the rules of an organization, for reviews from now on. Throws `invalid_rules`. */
export async function setRules(service: Service, orgId: string, rules: string) {
  const { problems, rules: count } = await checked(service, rules);
  const [first] = problems;
  if (first !== undefined) {
    const place = first.field === '' ? '' : `, \`${first.field}\``;
    throw new AppError(reviewErrors.invalid_rules, {
      message: `Line ${first.line}${place}: ${first.message}`,
      field: 'rules',
      details: { problems },
    });
  }
  const sha256 = createHash('sha256').update(rules).digest('hex');
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx: ReviewTransaction) => {
    await saveRules(tx, orgId, { sha256, rules, rule_count: count }, at);
    return { value: await findRules(tx, orgId) };
  });
}

/** In a thread: what somebody wrote is parsed. */
async function checked({ checks }: Service, text: string): Promise<WorkerTasks['checkRules']['output']> {
  try {
    return await checks.run('checkRules', { text }, { timeoutMs: CHECK_TIMEOUT_MS });
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
