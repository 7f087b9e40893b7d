import jsonata from 'jsonata';
import { ExpressionError } from './expression-error.ts';
import { LinearRegExp } from './linear-reg-exp.ts';

/**
 * From JSON to JSON; undefined when it selects nothing. `functions` replace those of the language by name. Rejects with
 * ExpressionError.
 */
export type Evaluate = (input: unknown, functions?: Record<string, unknown>) => Promise<unknown>;

const MAX_LENGTH = 10_000;
/** Of the thread's work. A single step can take any time: whoever evaluates bounds the whole from outside. */
const TIMEOUT_MS = 500;
/** To ask what the thread has worked costs as much as a step. */
const LOOK_EVERY_MS = 10;
/** Calls within calls. */
const MAX_DEPTH = 100;
/** Items of one list. */
const MAX_ITEMS = 10_000;
const BOUNDS = { stack: MAX_DEPTH, sequence: MAX_ITEMS };

/** JSONata's codes of an evaluation that took too long. */
const TIMEOUT = 'D1012';

/**
 * A JSONata expression as a function. Both to parse and to evaluate it can take any time and memory, and can end the
 * process: only for the sandbox. Throws ExpressionError with the place of the mistake.
 */
export function parseExpression(text: string): Evaluate {
  if (text.length > MAX_LENGTH) throw new ExpressionError(`it is longer than ${MAX_LENGTH} characters`);
  const budget = new Budget();
  const expression = attempt(() =>
    jsonata(text, {
      ...BOUNDS,
      // It is read at each step.
      get timeout() {
        return budget.isSpent() ? TIMEOUT_MS : Number.POSITIVE_INFINITY;
      },
      RegexEngine: LinearRegExp as unknown as RegExpConstructor,
    }),
  );
  return async (input, functions) => {
    budget.begin();
    try {
      return await expression.evaluate(input, functions);
    } catch (error) {
      throw toExpressionError(error);
    }
  };
}

/**
 * Whether an evaluation has worked for too long. JSONata goes by the clock, which on a busy machine counts what others
 * do: healthy expressions would fail.
 */
class Budget {
  #workedBefore = 0;
  #lookedAt = 0;
  #isSpent = false;

  begin(): void {
    this.#workedBefore = threadMs();
    this.#lookedAt = performance.now();
    this.#isSpent = false;
  }

  isSpent(): boolean {
    const now = performance.now();
    if (this.#isSpent || now - this.#lookedAt < LOOK_EVERY_MS) return this.#isSpent;
    this.#lookedAt = now;
    this.#isSpent = threadMs() - this.#workedBefore > TIMEOUT_MS;
    return this.#isSpent;
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
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
