import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThreadFailure, ThreadPool } from '../threads/index.ts';
import type { EvaluationTasks } from './evaluate.worker.ts';
import { type EvaluationBounds, parseExpression } from './evaluate-text.ts';
import { ExpressionError } from './expression-error.ts';

export interface Expression {
  readonly text: string;
  /** The value for an input, as plain JSON; undefined when it selects nothing. Rejects with ExpressionError. */
  evaluate(input: unknown): Promise<unknown>;
}

/** In all 100 ms, 200 calls within calls, and 10,000 items of one list unless told. */
export type ExpressionBounds = Partial<EvaluationBounds>;

const MAX_LENGTH = 10_000;

/** What an evaluation may take of the thread that answers requests; nearly all take far less. */
const HERE_MS = 5;

/** Over the bound that a thread keeps itself: it is ended when one step alone takes so much longer. */
const GRACE_MS = 1_000;

const threads = new ThreadPool<EvaluationTasks>({
  entry: new URL('./evaluate.worker.ts', import.meta.url),
  size: 1,
  memoryMb: 64,
  maxWaiting: 1_000,
  idleMs: 10_000,
});

/**
 * A JSONata expression, checked. Throws ExpressionError with the place of the mistake. What it comes to is
 * computed here when that takes a few milliseconds, and else again in a thread of its own, so that no
 * expression holds up requests.
 */
export function compileExpression(text: string, bounds: ExpressionBounds = {}): Expression {
  const { timeoutMs = 100, maxDepth = 200, maxItems = 10_000 } = bounds;
  if (text.length > MAX_LENGTH) throw new ExpressionError(`it is longer than ${MAX_LENGTH} characters`);
  const inAll = { timeoutMs, maxDepth, maxItems };
  const evaluateHere = parseExpression(text, { ...inAll, timeoutMs: Math.min(HERE_MS, timeoutMs) });
  return {
    text,
    async evaluate(input) {
      try {
        return await inTurn(() => evaluateHere(input));
      } catch (error) {
        if (!(error as ExpressionError).isTimeout || timeoutMs <= HERE_MS) throw error;
        return evaluateInThread(text, input, inAll);
      }
    },
  };
}

let last: Promise<unknown> = Promise.resolve();

/** One after another, with room for requests between: the time of one would run while others take the thread. */
function inTurn<T>(evaluate: () => Promise<T>): Promise<T> {
  const turn = last.then(() => nextTurn()).then(evaluate);
  last = turn.catch(() => {});
  return turn;
}

async function evaluateInThread(text: string, input: unknown, bounds: EvaluationBounds): Promise<unknown> {
  try {
    return await threads.run('evaluate', { text, input, bounds }, { timeoutMs: bounds.timeoutMs + GRACE_MS });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    const { kind, message, thrown } = error;
    if (kind !== 'threw') throw new ExpressionError(message, { isTimeout: kind !== 'out_of_memory' });
    const { position, isTimeout } = thrown as { position?: number; isTimeout?: boolean };
    throw new ExpressionError(message, { position, isTimeout: isTimeout === true });
  }
}
