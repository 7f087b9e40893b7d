import { compileExpression, ExpressionError } from '../../../kit/expressions/index.ts';
import { parseBuiltInRule } from './built-in-rules.ts';
import { TransformError } from './transform-error.ts';

/** One step of a job, as it was when the job was taken in: a built-in rule, or an expression of the organization's. */
export interface TransformStep {
  /** As the job named it. */
  rule: string;
  expression?: string | undefined;
}

/** Applies the steps in order. The result is an object: what is none stands under `value`. Throws TransformError. */
export async function transformData(
  data: object,
  steps: readonly TransformStep[],
): Promise<Record<string, unknown>> {
  let value: unknown = data;
  for (const step of steps) value = await applyStep(value, step);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  return { value };
}

async function applyStep(data: unknown, { rule, expression }: TransformStep): Promise<unknown> {
  if (expression === undefined) {
    const apply = parseBuiltInRule(rule);
    if (apply === undefined) throw new TransformError(rule, 'there is no such rule');
    return apply(data);
  }
  try {
    const value = await compileExpression(expression).evaluate(data);
    if (value === undefined) throw new TransformError(rule, 'it selects nothing of this data');
    return value;
  } catch (error) {
    if (error instanceof ExpressionError) throw new TransformError(rule, error.message, error.isTimeout);
    throw error;
  }
}
