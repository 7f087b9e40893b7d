import type { Zod } from '../../../../engine/models/index.ts';
import { containsQuote, fence, materialRule } from '../../terms/material.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask } from '../agent/model-task.ts';

const schema = (z: Zod) =>
  z.object({
    problems: z
      .array(
        z.object({
          quote: z.string().min(3).max(1_000),
          problem: z.enum(['misleading', 'unsupported_claim', 'pressure', 'discrimination', 'impersonation']),
          detail: z.string().min(3).max(500),
        }),
      )
      .max(20),
  });

/** Asks whether a message is misleading or pushy. The model's findings are added; those of the rules stay. */
export function guardTask(
  message: { subject: string; text: string; evidence: readonly string[] },
  rules: AgentResult,
): ModelTask<unknown> {
  const whole = `${message.subject}\n\n${message.text}`;
  return modelTask({
    schema,
    instructions: `You judge a business mail before it is sent: does a sentence mislead, claim what the evidence does not hold, press the reader, discriminate, or pretend to be somebody else? ${materialRule} Quote each such sentence exactly as it stands. When there is none, the list is empty.`,
    prompt: [fence('MAIL', whole), fence('EVIDENCE', message.evidence.join('\n'))].join('\n\n'),
    maxOutputTokens: 800,
    accept: ({ problems }) => {
      const added = problems
        .filter(({ quote }) => containsQuote(whole, quote))
        .map(({ quote, problem, detail }) => ({
          rule: 'model_judgement',
          result: 'blocked',
          severity: 'medium',
          detail: `“${quote}” — ${problem.replace('_', ' ')}: ${detail}`,
        }));
      const { decision, checks } = rules.output as { decision: string; checks: object[] };
      return {
        ...rules,
        output: { decision: added.length > 0 ? 'blocked' : decision, checks: [...checks, ...added] },
        isBlocked: rules.isBlocked === true || added.length > 0,
      };
    },
  });
}
