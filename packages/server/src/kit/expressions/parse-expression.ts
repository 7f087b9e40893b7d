import jsonata from 'jsonata';
import { ExpressionError } from './expression-error.ts';
import { LinearRegExp } from './linear-reg-exp.ts';

/**
 * Evaluates JSON to JSON; undefined when nothing is selected. `functions` override the language's by name.
 * Rejects with ExpressionError.
 */
export type Evaluate = (input: unknown, functions?: Record<string, unknown>) => Promise<unknown>;

const MAX_LENGTH = 10_000;
/** CPU time of the thread. A single step can take any time: the caller must bound the whole from outside. */
const TIMEOUT_MS = 500;
/** Reading the thread's CPU time costs as much as a step. */
const CHECK_INTERVAL_MS = 10;
/** Nesting depth of calls. */
const MAX_DEPTH = 100;
/** Items in one list. */
const MAX_ITEMS = 10_000;
const BOUNDS = { stack: MAX_DEPTH, sequence: MAX_ITEMS };

/** JSONata's error code for an evaluation that took too long. */
const TIMEOUT = 'D1012';

/**
 * Compiles a JSONata expression to a function. Parsing and evaluating can both take unbounded time and
 * memory, and can end the process: use only inside the sandbox. Throws ExpressionError with the position of
 * the mistake.
 */
export function parseExpression(text: string): Evaluate {
  if (text.length > MAX_LENGTH) throw new ExpressionError(`it is longer than ${MAX_LENGTH} characters`);
  const budget = new Budget();
  const expression = attempt(() =>
    jsonata(text, {
      ...BOUNDS,
      // JSONata reads it at each step.
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
 * Limits the CPU time of an evaluation. JSONata itself goes by wall-clock time, which on a busy machine
 * counts other work too, so healthy expressions would fail.
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
    if (this.#isSpent || now - this.#lookedAt < CHECK_INTERVAL_MS) return this.#isSpent;
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
