import { serveTasks } from '../threads/index.ts';
import { type EvaluationBounds, parseExpression } from './evaluate-text.ts';

/** What a thread for expressions does. */
export interface EvaluationTasks {
  evaluate: { input: { text: string; input: unknown; bounds: EvaluationBounds }; output: unknown };
}

serveTasks<EvaluationTasks>({
  evaluate: ({ text, input, bounds }) => parseExpression(text, bounds)(input),
});
