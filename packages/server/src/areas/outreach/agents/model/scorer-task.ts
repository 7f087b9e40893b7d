import type { Zod } from '../../../../engine/models/index.ts';
import { fence, materialRule, unknownNumbers } from '../../terms/material.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask, UnfitAnswer } from '../agent/model-task.ts';

const schema = (z: Zod) =>
  z.object({
    sentences: z
      .array(
        z.object({
          text: z.string().min(3).max(400),
          /** Positions in the list of reasons, from 1. */
          reasons: z.array(z.number().int().min(1)).min(1).max(20),
        }),
      )
      .min(1)
      .max(6),
  });

interface Scored {
  score: number;
  tier: string;
  recommendation: string;
  breakdown: object;
  reasons: { component: string; rule: string; points: number; evidence: string }[];
}

/** Asks for the score in words. Points come only from the rules: no answer changes them. */
export function scorerTask(rules: AgentResult): ModelTask<unknown> | undefined {
  const { score, tier, recommendation, breakdown, reasons } = rules.output as unknown as Scored;
  if (reasons.length === 0) return undefined;
  const list = reasons.map(
    ({ component, rule, points, evidence }, i) =>
      `${i + 1}. ${component}, ${rule}: ${points} points. ${evidence}`,
  );
  const head = `Score ${score}, tier ${tier}, ${recommendation}. ${JSON.stringify(breakdown)}`;
  return modelTask({
    schema,
    instructions: `You explain the score of a sales lead to a sales person, in at most six plain sentences. Each sentence names the places of the reasons that it stands on. ${materialRule}`,
    prompt: `${head}\n\n${fence('REASONS', list.join('\n'))}`,
    maxOutputTokens: 700,
    accept: ({ sentences }) => {
      const explanation = sentences.filter(({ text, reasons: places }) => {
        const cited = places.map((place) => list[place - 1]);
        return (
          cited.every((one) => one !== undefined) &&
          unknownNumbers(text, [head, ...(cited as string[])]).length === 0
        );
      });
      if (explanation.length === 0) throw new UnfitAnswer('no sentence stands on a reason');
      return { ...rules, output: { ...rules.output, explanation } };
    },
  });
}
