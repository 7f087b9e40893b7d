import { IANAZone } from 'luxon';
import type { Zod } from '../../../../engine/models/index.ts';
import { containsQuote, fence, materialRule } from '../../terms/material.ts';
import { weekdays } from '../../terms/send-window.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask, UnfitAnswer } from '../agent/model-task.ts';

const time = (z: Zod) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const schema = (z: Zod) =>
  z.object({
    days: z.array(z.enum(weekdays)).max(7).nullable(),
    start: time(z).nullable(),
    end: time(z).nullable(),
    timezone: z.string().max(64).nullable(),
    quote: z.string().max(1_000),
  });

/** Requested times in a form the code can compute with. */
export interface Wishes {
  days?: string[];
  start?: string;
  end?: string;
  timezone?: string;
  quote: string;
}

/** Asks which times somebody would like; the code plans again with what it understood. */
export function wishesTask(
  wishes: string,
  plan: (understood: Wishes) => AgentResult | Promise<AgentResult>,
): ModelTask<unknown> {
  return modelTask({
    schema,
    instructions: `You read from a text at which times somebody wishes to be met or written to: weekdays, the earliest and the latest hour of the day (24-hour clock), the IANA time zone. What it does not say is null. ${materialRule} Quote the decisive words exactly as they stand.`,
    prompt: fence('WISHES', wishes),
    maxOutputTokens: 300,
    accept: ({ days, start, end, timezone, quote }) => {
      if (!containsQuote(wishes, quote)) throw new UnfitAnswer('the quote is not in the text');
      if (timezone !== null && !IANAZone.isValidZone(timezone)) throw new UnfitAnswer('no such time zone');
      if (days === null && start === null && end === null && timezone === null)
        throw new UnfitAnswer('it understood nothing');
      return plan({
        quote,
        ...(days !== null && days.length > 0 && { days }),
        ...(start !== null && { start }),
        ...(end !== null && { end }),
        ...(timezone !== null && { timezone }),
      });
    },
  });
}
