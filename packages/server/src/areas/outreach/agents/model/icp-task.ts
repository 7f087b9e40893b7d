import type { Zod } from '../../../../engine/models/index.ts';
import { fence, materialRule } from '../../terms/material.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask, UnfitAnswer } from '../agent/model-task.ts';

const schema = (z: Zod) => z.object({ titles: z.array(z.string().min(2).max(80)).max(20) });

export interface TitleCount {
  title: string;
  leads: number;
}

/**
 * Asks which words good leads' titles share. They are counted here, and words that too few leads have are
 * dropped.
 */
export function icpTask(
  titles: readonly TitleCount[],
  minimumShare: number,
  rules: AgentResult,
): ModelTask<unknown> | undefined {
  const all = titles.reduce((sum, { leads }) => sum + leads, 0);
  if (all === 0) return undefined;
  return modelTask({
    schema,
    instructions: `You look for the job titles that good customers have in common: name words or short phrases, in any language of the list, that stand in many of the titles exactly as you write them. ${materialRule}`,
    prompt: fence('TITLES', titles.map(({ title, leads }) => `${leads} x ${title}`).join('\n')),
    maxOutputTokens: 500,
    accept: (answer) => {
      const counted = [...new Set(answer.titles.map((word) => word.trim().toLowerCase()))]
        .map((value) => ({ value, leads: countIn(titles, value) }))
        .map((one) => ({ trait: 'titles', ...one, share: Math.round((one.leads / all) * 1_000) / 1_000 }))
        .filter(({ share }) => share >= minimumShare)
        .sort((a, b) => b.leads - a.leads || (a.value < b.value ? -1 : 1));
      if (counted.length === 0) throw new UnfitAnswer('no title is shared');
      const { icp, evidence } = rules.output as { icp: object; evidence: object[] };
      return {
        ...rules,
        output: {
          ...rules.output,
          icp: { ...icp, titles: counted.map(({ value }) => value) },
          evidence: [...evidence, ...counted],
        },
      };
    },
  });
}

/** Two-letter words count only when they stand alone. */
function countIn(titles: readonly TitleCount[], value: string): number {
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'iu');
  return titles.reduce((sum, { title, leads }) => sum + (word.test(title) ? leads : 0), 0);
}
