import { ExpressionError, parseExpression } from '../../../../kit/expressions/index.ts';
import type { SandboxHandlers } from '../../../../kit/sandbox/index.ts';
import { parseBuiltInRule } from './built-in-rules.ts';
import { TransformError } from './transform-error.ts';
import type { TransformStep, TransformTasks } from './transform-tasks.ts';

export const sandboxHandlers: SandboxHandlers<TransformTasks> = {
  check(expression) {
    parseExpression(expression);
    return null;
  },
  async transform({ data, steps }) {
    let value: unknown = JSON.parse(data);
    for (const step of JSON.parse(steps) as TransformStep[]) value = await applyStep(value, step);
    // The result is an object: any other value is wrapped as `value`.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const result = (isObject ? value : { value }) as Record<string, unknown>;
    const { function: called, args } = result;
    return {
      json: JSON.stringify(result),
      called: typeof called === 'string' ? called : undefined,
      args: args === undefined ? undefined : JSON.stringify(args),
    };
  },
};

async function applyStep(data: unknown, { rule, expression }: TransformStep): Promise<unknown> {
  if (expression === undefined) {
    const apply = parseBuiltInRule(rule);
    if (apply === undefined) throw new TransformError(rule, 'there is no such rule');
    return apply(data);
  }
  try {
    const value = await parseExpression(expression)(data);
    // A sequence has internal properties of the evaluator, and may contain functions; JSON keeps only its
    // items.
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new TransformError(rule, 'it selects nothing of this data');
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ExpressionError) throw new TransformError(rule, error.message, error.isTimeout);
    throw error;
  }
}
