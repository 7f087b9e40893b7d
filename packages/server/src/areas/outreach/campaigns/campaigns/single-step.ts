import { type AppError, invalidField } from '../../../../kit/errors/index.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';

/**
 * Moves the texts into a sequence: `subject`, `body` and `html` on their own are a one-step campaign. Throws
 * `invalid_request` for texts given in addition to a sequence, and for a step without any.
 */
function inSteps(strategy: MessagingStrategy): MessagingStrategy {
  const { subject, body, html, ...rest } = strategy;
  if (subject === undefined && body === undefined && html === undefined) return strategy;
  const given = subject !== undefined ? 'subject' : body !== undefined ? 'body' : 'html';
  if ((rest.sequence ?? []).length > 0) {
    throw refused(
      given,
      `\`messaging_strategy\` has a \`sequence\` and a \`${given}\`. Give the texts in the steps, or leave the sequence out.`,
    );
  }
  const texts = {
    subject: requireText('subject', subject),
    body: requireText('body', body),
    ...(html !== undefined && { html }),
  };
  return { ...rest, sequence: [{ step: 1, channel: 'email', delay_hours: 0, ...texts }] };
}

function requireText(field: string, text: string | undefined): string {
  if (text !== undefined && text.trim() !== '') return text;
  throw refused(field, `\`${field}\` is missing or empty. One mail needs \`subject\` and \`body\`.`);
}

function refused(field: string, message: string): AppError {
  return invalidField(`messaging_strategy.${field}`, message);
}

/** Applies the defaults the schema documents; texts without a sequence become a single step. */
export function withDefaults(given: MessagingStrategy): MessagingStrategy {
  const strategy = inSteps(given);
  if (strategy.sequence === undefined) return strategy;
  const sequence = strategy.sequence.map((step) => ({
    ...step,
    delay_hours: step.delay_hours ?? 0,
    ...(step.variants && { variants: step.variants.map((one) => ({ ...one, weight: one.weight ?? 1 })) }),
  }));
  return { ...strategy, sequence };
}
