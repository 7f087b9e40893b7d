import jsonata from 'jsonata';
import { LinearRegExp } from './linear-reg-exp.ts';

/** What is wrong with an expression, or why it gave no value. */
export class ExpressionError extends Error {
  /** Characters from its start, where that is known. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.position = position;
  }
}

export interface Expression {
  readonly text: string;
  /** The value for an input, as plain JSON; undefined when it selects nothing. Rejects with ExpressionError. */
  evaluate(input: unknown, bindings?: Record<string, unknown>): Promise<unknown>;
}

export interface ExpressionBounds {
  /** 100 unless told. */
  timeoutMs?: number;
  /** Calls within calls; 200 unless told. */
  maxDepth?: number;
  /** Items of one list; 10,000 unless told. */
  maxItems?: number;
}

const MAX_LENGTH = 10_000;

/** A JSONata expression, checked. Throws ExpressionError with the place of the mistake. */
export function compileExpression(text: string, bounds: ExpressionBounds = {}): Expression {
  const { timeoutMs = 100, maxDepth = 200, maxItems = 10_000 } = bounds;
  if (text.length > MAX_LENGTH) throw new ExpressionError(`it is longer than ${MAX_LENGTH} characters`);
  const expression = parse(text, { timeout: timeoutMs, stack: maxDepth, sequence: maxItems });
  return {
    text,
    async evaluate(input, bindings = {}) {
      try {
        const value = await expression.evaluate(input, bindings);
        // A sequence carries marks of the evaluator; JSON has only its items.
        return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      } catch (error) {
        throw toExpressionError(error);
      }
    },
  };
}

function parse(text: string, options: jsonata.JsonataOptions): jsonata.Expression {
  try {
    return jsonata(text, { ...options, RegexEngine: LinearRegExp as unknown as RegExpConstructor });
  } catch (error) {
    throw toExpressionError(error);
  }
}

function toExpressionError(error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { message, position } = error as { message?: string; position?: number };
  return new ExpressionError(message ?? String(error), position);
}
