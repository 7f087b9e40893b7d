import {
  ExpressionError,
  NOT_PLAIN,
  type PlainExpression,
  parsePlainExpression,
} from '../../kit/expressions/index.ts';
import { required } from '../../kit/required.ts';
import { SandboxFailure, type SandboxRunOptions, SandboxTasks } from '../../kit/sandbox/index.ts';
import { compileTemplate, type TemplateInput } from './input-template.ts';
import type { StepMistake, StepTasks } from './render-step.sandbox.ts';
import type { ActionStep } from './workflow.ts';

type StepTexts = Pick<ActionStep, 'when' | 'input'>;

/** The inputs of a step's expressions. */
export interface StepView {
  /** Owner of the sandbox work. */
  owner: string;
  /** JSON, as shown by `GET /v1/events`. */
  eventText: string;
  /** The same, parsed if that is cheap; otherwise undefined. */
  event(): object | undefined;
  results: Record<string, unknown>;
}

/** The expressions of one step. */
export interface StepExpressions {
  /**
   * The action's input; undefined when its condition is not met. Rejects with ExpressionError, or with
   * SandboxFailure when the work had to be killed.
   */
  render(view: StepView): Promise<Record<string, unknown> | undefined>;
}

const sandbox = new SandboxTasks<StepTasks>(new URL('./render-step.sandbox.ts', import.meta.url));
/** For all expressions of a step together. */
const TIMEOUT_MS = 1_000;
const MAX_OUTPUT = 2_000_000;

/**
 * Most steps only copy or compare single values: that is done here, at a cost bounded by the step's own
 * length. Everything else goes to the sandbox.
 */
export function compileStepExpressions({ when, input }: StepTexts): StepExpressions {
  const plain = compilePlain({ when, input });
  const text = JSON.stringify({ when, input });
  return {
    async render(view) {
      const event = plain && view.event();
      if (plain !== undefined && event !== undefined) {
        const rendered = await plain({ event, results: view.results });
        if (rendered !== NOT_PLAIN) return rendered;
      }
      return renderApart(text, view);
    },
  };
}

type RenderPlain = (input: TemplateInput) => Promise<Record<string, unknown> | undefined | typeof NOT_PLAIN>;

class NotPlain extends Error {}

function compilePlain({ when, input }: StepTexts): RenderPlain | undefined {
  const requirePlain = (text: string): PlainExpression => {
    const plain = parsePlainExpression(text);
    if (plain === undefined) throw new NotPlain();
    return (seen) => {
      const value = plain(seen);
      if (value === NOT_PLAIN) throw new NotPlain();
      return value;
    };
  };
  try {
    const condition = when === null ? undefined : requirePlain(when);
    const render = compileTemplate(input, requirePlain);
    return async (seen) => {
      try {
        return condition !== undefined && !condition(seen) ? undefined : await render(seen);
      } catch (error) {
        if (error instanceof NotPlain) return NOT_PLAIN;
        throw error;
      }
    };
  } catch (error) {
    if (error instanceof NotPlain || error instanceof ExpressionError) return undefined;
    throw error;
  }
}

async function renderApart(
  step: string,
  { owner, eventText, results }: StepView,
): Promise<Record<string, unknown> | undefined> {
  const input = { step, event: eventText, results: JSON.stringify(results) };
  const output = await ask('render', input, { owner, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT });
  return output === null ? undefined : (JSON.parse(output) as Record<string, unknown>);
}

/** The first mistake in the expressions of steps. Rejects as `render` does. */
export async function findMistake(
  steps: readonly StepTexts[],
  orgId: string,
): Promise<StepMistake | undefined> {
  const others = steps.flatMap(({ when, input }, step) =>
    compilePlain({ when, input }) === undefined ? [{ step, text: JSON.stringify({ when, input }) }] : [],
  );
  if (others.length === 0) return undefined;
  const input = others.map(({ text }) => text);
  // Separate from the organization's runs: somebody is waiting for the answer.
  const output = await ask('check', input, { owner: `${orgId} checks`, timeoutMs: TIMEOUT_MS });
  if (output === null) return undefined;
  const mistake = JSON.parse(output) as StepMistake;
  return { ...mistake, step: required(others[mistake.step], 'the step of a mistake').step };
}

/** An expression's own error is rethrown as ExpressionError. */
async function ask<Name extends keyof StepTasks>(
  name: Name,
  input: StepTasks[Name]['input'],
  options: SandboxRunOptions,
): Promise<StepTasks[Name]['output']> {
  try {
    return await sandbox.run(name, input, options);
  } catch (error) {
    if (!(error instanceof SandboxFailure) || error.kind !== 'threw') throw error;
    const { position, isTimeout } = (error.thrown ?? {}) as { position?: number; isTimeout?: boolean };
    throw new ExpressionError(error.message, { position, isTimeout: isTimeout === true });
  }
}
