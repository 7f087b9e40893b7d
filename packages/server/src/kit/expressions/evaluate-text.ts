import jsonata from 'jsonata';
import { ExpressionError } from './expression-error.ts';
import { LinearRegExp } from './linear-reg-exp.ts';

export interface EvaluationBounds {
  timeoutMs: number;
  /** Calls within calls. */
  maxDepth: number;
  /** Items of one list. */
  maxItems: number;
}

type Evaluate = (input: unknown) => Promise<unknown>;

/** JSONata's codes of an evaluation that took too long. */
const TIMEOUT = 'D1012';

/** The function that an expression stands for: from JSON to JSON, within bounds. Both throw ExpressionError. */
export function parseExpression(text: string, { timeoutMs, maxDepth, maxItems }: EvaluationBounds): Evaluate {
  const options = { timeout: timeoutMs, stack: maxDepth, sequence: maxItems };
  const expression = attempt(() =>
    jsonata(text, { ...options, RegexEngine: LinearRegExp as unknown as RegExpConstructor }),
  );
  return async (input) => {
    try {
      const value = await expression.evaluate(input);
      // A sequence carries marks of the evaluator; JSON has only its items.
      return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    } catch (error) {
      throw toExpressionError(error);
    }
  };
}

function attempt<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw toExpressionError(error);
  }
}

function toExpressionError(error: unknown): ExpressionError {
  const {
    message = String(error),
    position,
    code,
  } = error as {
    message?: string;
    position?: number;
    code?: string;
  };
  return new ExpressionError(message, { position, isTimeout: code === TIMEOUT });
}
