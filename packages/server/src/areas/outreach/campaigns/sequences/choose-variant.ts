import { hash } from 'node:crypto';
import type { SequenceStep, StepVariant } from '../../terms/strategy.ts';

/** The variant of a step for a lead: distributed by weight, and stable for each lead. */
export function chooseVariant(
  step: SequenceStep,
  campaignId: string,
  leadId: string,
): StepVariant | undefined {
  const variants = step.variants ?? [];
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return variants[0];
  const digits = hash('sha256', `variant ${campaignId} ${step.step} ${leadId}`).slice(0, 12);
  let place = (Number.parseInt(digits, 16) / 2 ** 48) * total;
  for (const variant of variants) {
    place -= variant.weight;
    if (place < 0) return variant;
  }
  return variants.at(-1);
}
