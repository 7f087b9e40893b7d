import type { Zod } from '../../../../engine/models/index.ts';
import { findUnsupportedClaims } from '../../mail/compliance/find-claims.ts';
import { fence, materialRule, unknownNumbers } from '../../terms/material.ts';
import type { AgentResult } from '../agent/agent-result.ts';
import { type ModelTask, modelTask, UnfitAnswer } from '../agent/model-task.ts';

const schema = (z: Zod) =>
  z.object({
    subject: z.string().min(3).max(120),
    paragraphs: z
      .array(z.object({ text: z.string().min(3).max(700), facts: z.array(z.string().max(40)).max(10) }))
      .min(1)
      .max(4),
  });

/** Facts a mail may rely on, by the names the model cites. */
export type CopyFacts = Record<string, string>;

export interface CopyParts {
  greeting: string;
  ask: string;
  sender: string | undefined;
  unsubscribe: string;
  tone: string | undefined;
  language: string | undefined;
}

/**
 * Asks for the wording of a mail. Greeting, call to action and unsubscribe link come from the code; all
 * statements must be in the facts.
 */
export function copywriterTask(facts: CopyFacts, parts: CopyParts, rules: AgentResult): ModelTask<unknown> {
  const { greeting, ask, sender, unsubscribe, tone = 'plain and friendly', language = 'en' } = parts;
  const lines = Object.entries(facts).map(([name, text]) => `${name}: ${text}`);
  return modelTask({
    schema,
    instructions: `You write the middle of a short first business mail in the language "${language}", ${tone}: a subject, and one to three short paragraphs between the greeting and the closing question, which others add. Every paragraph that says something about the reader, their company or the offer names the facts that it stands on. No figures, names or promises beyond the facts, no links, no placeholders, no pretended earlier contact. ${materialRule}`,
    prompt: [
      fence('FACTS', lines.join('\n')),
      fence('GREETING', greeting),
      fence('CLOSING QUESTION', ask),
    ].join('\n\n'),
    maxOutputTokens: 900,
    accept: ({ subject, paragraphs }) => {
      const text = paragraphs.map((one) => one.text.trim()).join('\n\n');
      const problem = problemOf(subject, text, paragraphs, facts);
      if (problem !== undefined) throw new UnfitAnswer(problem);
      const cited = [...new Set(paragraphs.flatMap((one) => one.facts))];
      return {
        ...rules,
        output: {
          ...rules.output,
          subject: subject.trim(),
          body: [greeting, text, ask, ...(sender === undefined ? [] : [sender]), unsubscribe].join('\n\n'),
          evidence: cited.flatMap((name) => facts[name] ?? []),
          unresolved: [],
        },
      };
    },
  });
}

function problemOf(
  subject: string,
  text: string,
  paragraphs: readonly { facts: readonly string[] }[],
  facts: CopyFacts,
): string | undefined {
  const known = Object.values(facts);
  const whole = `${subject}\n${text}`;
  if (/[\r\n\0]/.test(subject)) return 'the subject is more than a line';
  if (/^\s*(?:re|aw|fwd?|wg|tr|sv)\s*:/i.test(subject)) return 'the subject pretends to be a reply';
  if (/https?:|www\.|[\w.+-]+@[\w-]+\.\w/i.test(whole)) return 'it holds a link or an address';
  if (/\{\{|\{%|\[[^\]]{1,40}\]|<[^>]{1,40}>/.test(whole)) return 'it holds a placeholder';
  if (paragraphs.some((one) => one.facts.some((name) => !(name in facts)))) return 'it cites what is no fact';
  if (paragraphs.every((one) => one.facts.length === 0)) return 'it cites nothing';
  const [number] = unknownNumbers(whole, known);
  if (number !== undefined) return `no fact holds the number ${number}`;
  const [claim] = findUnsupportedClaims(whole, known);
  return claim === undefined ? unknownName(text, known) : `nothing supports “${claim}”`;
}

/** A mid-sentence name of several capitalized words that no fact contains. */
function unknownName(text: string, known: readonly string[]): string | undefined {
  const all = known.join('\n').toLowerCase();
  const names = [...text.matchAll(/(?<=[\p{Ll},;]\s)\p{Lu}[\p{L}\p{N}&.-]+(?:\s\p{Lu}[\p{L}\p{N}&.-]+)+/gu)];
  const name = names.map(([words]) => words).find((words) => !all.includes(words.toLowerCase()));
  return name && `no fact holds “${name}”`;
}
