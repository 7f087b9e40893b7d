import type { Zod } from '../../../../engine/models/index.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { type Classification, isSure } from '../../answers/inbound/classify-reply.ts';
import { containsQuote, fence, materialRule } from '../../terms/material.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask, UnfitAnswer } from '../agent/model-task.ts';

const schema = (z: Zod) =>
  z.object({
    classification: z.enum([
      'positive',
      'negative',
      'question',
      'neutral',
      'unsubscribe',
      'out_of_office',
      'auto_reply',
    ]),
    confidence: z.number().min(0).max(1),
    quote: z.string().max(1_000),
  });

/** The beginning of a reply is enough to classify it. */
const MAX_CHARACTERS = 8_000;
/** A model is never as certain as a header. */
const MAX_CONFIDENCE = 0.9;

/** Asks for a reply's class when the rules are not sure. */
export function classifierTask(
  subject: string,
  text: string,
  rules: AgentResult,
): ModelTask<unknown> | undefined {
  if (isSure(rules.output as { classification: Classification; confidence: number })) return undefined;
  return modelTask({
    schema,
    instructions: `You say what a reply to a business mail is: positive (wants to talk, to meet or to know more), negative (declines), question, neutral, unsubscribe (wants no more mail), out_of_office (an automatic notice of absence) or auto_reply (another automatic answer). ${materialRule} Quote the decisive words exactly as they stand.`,
    prompt: fence('REPLY', `${subject}\n\n${cutText(text, MAX_CHARACTERS)}`),
    maxOutputTokens: 300,
    accept: (answer) => {
      if (!containsQuote(`${subject}\n${text}`, answer.quote))
        throw new UnfitAnswer('the quote is not in the reply');
      return {
        ...rules,
        output: {
          ...rules.output,
          classification: answer.classification,
          confidence: Math.min(answer.confidence, MAX_CONFIDENCE),
          evidence: [answer.quote],
        },
      };
    },
  });
}
