import { dropOldest } from '../../../kit/drop-oldest.ts';
import { type Evaluate, ExpressionError, parseExpression } from '../../../kit/expressions/index.ts';
import { parseKeepingDigits } from '../../../kit/parse-keeping-digits.ts';
import type { SandboxHandlers } from '../../../kit/sandbox/index.ts';

/** Sandbox tasks for receivers. */
export interface TransformTasks {
  /** Checks an expression; returns what is wrong with it, or null. */
  check: { input: string; output: string | null };
  /** Returns the new body as JSON text; null when nothing is selected. `at` is Unix milliseconds. */
  transform: { input: { expression: string; body: string; at: number }; output: string | null };
}

/** Per process; each is used for many deliveries. */
const MAX_COMPILED = 200;
const compiled = new Map<string, Evaluate>();
const formatMoment = parseExpression('$fromMillis(at, picture, timezone)');

function compile(text: string): Evaluate {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const made = parseExpression(text);
  if (compiled.size >= MAX_COMPILED) dropOldest(compiled);
  compiled.set(text, made);
  return made;
}

/** The delivery log recomputes the body: the result must be the same whenever that happens. */
function fixedFunctions(at: number): Record<string, unknown> {
  const refuse = (name: string) => () => {
    throw new ExpressionError(
      `$${name} cannot be used: a delivery must come out the same whenever it is made again`,
    );
  };
  return {
    now: (picture?: string, timezone?: string) => formatMoment({ at, picture, timezone }),
    millis: () => at,
    random: refuse('random'),
    shuffle: refuse('shuffle'),
  };
}

export const sandboxHandlers: SandboxHandlers<TransformTasks> = {
  check(expression) {
    try {
      compile(expression);
      return null;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return error.position === undefined
        ? error.message
        : `${error.message} (at character ${error.position})`;
    }
  },
  async transform({ expression, body, at }) {
    const value = await compile(expression)(parseKeepingDigits(body), fixedFunctions(at));
    return JSON.stringify(value) ?? null;
  },
};
