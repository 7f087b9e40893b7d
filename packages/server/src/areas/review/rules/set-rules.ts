import { createHash } from 'node:crypto';
import { configurationEvents } from '../../../engine/catalog/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { reviewErrors } from '../review-errors.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { checkRules } from './check-rules.ts';
import { findRules, lockRulesInForce, saveRules } from './rule-set.repository.ts';

type Service = Pick<ReviewService, 'unitOfWork' | 'checks' | 'clock'>;

interface RequestedRules {
  rules: string;
  /** Hash of the text that it replaces; null: none. Undefined: whatever is current. */
  replaces: string | null | undefined;
}

/** Sets an organization's rules for future reviews. Throws `invalid_rules` and `conflict`. */
export async function setRules(service: Service, orgId: string, { rules, replaces }: RequestedRules) {
  const { problems, rules: read } = await checkRules(service, rules);
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
    const set = { sha256, rules, rule_count: read.length };
    let before = await lockRulesInForce(tx, orgId);
    // Another one may be the first at the same moment; then there is something to lock.
    if (before === null && !(await saveRules(tx, orgId, { ...set, before }, at))) {
      before = await lockRulesInForce(tx, orgId);
    }
    if (replaces !== undefined && before !== replaces) throw changedMeanwhile();
    if (before !== null) await saveRules(tx, orgId, { ...set, before }, at);
    const events = configurationEvents({
      orgId,
      thing: 'review_rules',
      action: before === null ? 'created' : 'changed',
      fields: before === null || before === sha256 ? [] : ['rules'],
    });
    return { value: await findRules(tx, orgId), events };
  });
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', {
    message: 'The rules were changed since you read them. Read them again, then change them.',
    field: 'replaces',
  });
}
