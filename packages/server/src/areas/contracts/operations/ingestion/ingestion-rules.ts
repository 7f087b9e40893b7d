import { configurationEvents } from '../../../../engine/catalog/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { ExpressionError } from '../../../../kit/expressions/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { SandboxFailure } from '../../../../kit/sandbox/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { builtInRules } from './built-in-rules.ts';
import { deleteRule, findRule, type IngestionRule, insertRule } from './ingestion.repository.ts';
import type { IngestionService } from './submit-job.ts';
import { checkExpression } from './transform-data.ts';

type RuleService = Pick<IngestionService, 'db' | 'unitOfWork' | 'clock'>;

/**
 * Creates a rule for the environment. Throws `invalid_request` for a wrong expression, `conflict` for an
 * existing name.
 */
export async function createIngestionRule(
  { db, unitOfWork, clock }: RuleService,
  request: Omit<IngestionRule, 'createdAt'>,
): Promise<IngestionRule> {
  checkName(request.name);
  await checkExpression(request.expression, request.orgId).catch((error) => {
    throw refusalOf(error);
  });
  const rule = { ...request, createdAt: new Date(clock.now()) };
  const isNew = await unitOfWork(async (tx) => {
    const value = await insertRule(tx, rule);
    return { value, events: value ? ruleEvents(rule, 'created', rule.name) : [] };
  });
  if (isNew) return rule;
  const earlier = await findRule(db, request, request.id);
  if (earlier !== undefined) return earlier;
  throw new AppError('conflict', {
    message: `There is a rule \`${request.name}\`. Choose another name, or delete that one.`,
    field: 'name',
  });
}

/** Deletes a rule; jobs submitted before keep it. Throws `not_found`. */
export async function deleteIngestionRule(
  { unitOfWork }: RuleService,
  owner: Owner,
  id: string,
): Promise<void> {
  await unitOfWork(async (tx) => {
    const rule = await findRule(tx, owner, id);
    if (rule === undefined || !(await deleteRule(tx, owner, id))) throw notFound('transformation rule');
    return { value: undefined, events: ruleEvents({ ...owner, id }, 'deleted', rule.name) };
  });
}

function ruleEvents({ orgId, id }: Owner & { id: string }, action: 'created' | 'deleted', name: string) {
  return configurationEvents({ orgId, thing: 'ingestion_rule', id: formatId('igr', id), action, name });
}

function checkName(name: string): void {
  if (!Object.hasOwn(builtInRules, name)) return;
  throw invalidField('name', `\`${name}\` is a built-in rule. Choose another name.`);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ExpressionError) {
    const place = error.position === undefined ? '' : ` (character ${error.position})`;
    return refuse(`is not valid JSONata: ${error.message}${place}.`);
  }
  if (!(error instanceof SandboxFailure)) return error;
  if (!error.isPassing) return refuse(`could not be looked through. ${error.message} Write it shorter.`);
  return new AppError('unavailable', {
    message: 'Too many expressions are being looked through. Try again in a moment.',
    headers: { 'retry-after': '5' },
  });
}

function refuse(problem: string): AppError {
  return invalidField('expression', `\`expression\` ${problem}`);
}
