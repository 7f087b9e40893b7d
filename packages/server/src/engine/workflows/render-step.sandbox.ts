import { dropOldest } from '../../kit/drop-oldest.ts';
import { type Evaluate, ExpressionError, parseExpression } from '../../kit/expressions/index.ts';
import { parseKeepingDigits } from '../../kit/parse-keeping-digits.ts';
import type { SandboxHandlers } from '../../kit/sandbox/index.ts';
import { compileTemplate, isTruthy, type TemplateInput } from './input-template.ts';
import type { ActionStep } from './workflow.ts';

type StepTexts = Pick<ActionStep, 'when' | 'input'>;

/** Sandbox tasks for workflows. Trees are passed as JSON text. */
export interface StepTasks {
  /**
   * Checks the texts of steps. Returns the first mistake, as JSON text of a `StepMistake`; null when there is
   * none.
   */
  check: { input: readonly string[]; output: string | null };
  /** Returns the action's input as JSON text; null when its condition is not met. */
  render: { input: { step: string; event: string; results: string }; output: string | null };
}

/** Which text of which step does not compile. */
export interface StepMistake {
  step: number;
  field: 'when' | 'input';
  message: string;
  position?: number | undefined;
}

interface CompiledTexts {
  when: Evaluate | undefined;
  render(input: TemplateInput): Promise<Record<string, unknown>>;
}

/** Per process; steps are few, and each is rendered for many events. */
const MAX_COMPILED = 200;
const compiled = new Map<string, CompiledTexts>();

function compile(text: string): CompiledTexts {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const { when, input } = JSON.parse(text) as StepTexts;
  const made = {
    when: when === null ? undefined : parseExpression(when),
    render: compileTemplate(input, (expression) => parseExpression(expression)),
  };
  if (compiled.size >= MAX_COMPILED) dropOldest(compiled);
  compiled.set(text, made);
  return made;
}

function mistakeIn({ when, input }: StepTexts, step: number): StepMistake | undefined {
  let field: StepMistake['field'] = 'when';
  try {
    if (when !== null) parseExpression(when);
    field = 'input';
    compileTemplate(input, (expression) => parseExpression(expression));
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { step, field, message: error.message, position: error.position };
  }
}

export const sandboxHandlers: SandboxHandlers<StepTasks> = {
  check(steps) {
    for (const [i, step] of steps.entries()) {
      const mistake = mistakeIn(JSON.parse(step) as StepTexts, i);
      if (mistake !== undefined) return JSON.stringify(mistake);
    }
    return null;
  },
  async render({ step, event, results }) {
    const { when, render } = compile(step);
    const input = { event: parseKeepingDigits(event), results: JSON.parse(results) } as TemplateInput;
    if (when !== undefined && !isTruthy(await when(input))) return null;
    return JSON.stringify(await render(input));
  },
};
