import { z } from 'zod';
import type { ModelForms } from '../../types/model-session.ts';

/**
 * The schemas of a model's answers. Every field is required, because providers need that. Lengths are limited: a
 * longer text is not a claim.
 */
export const modelForms: { [Form in keyof ModelForms]: z.ZodType<ModelForms[Form]> } = {
  claims: z.object({
    findings: z
      .array(
        z.object({
          file: z.string().max(500),
          quote: z.string().max(2_000),
          line: z.number().int().min(1).nullable(),
          title: z.string().min(3).max(160),
          severity: z.enum(['critical', 'high', 'medium', 'low']),
          confidence: z.number().min(0).max(1),
          cwe: z.array(z.string().regex(/^CWE-\d{1,5}$/)).max(5),
          description: z.string().min(10).max(1_500),
          recommendation: z.string().min(5).max(1_000),
        }),
      )
      .max(50),
  }),
  verdict: z.object({
    holds: z.boolean(),
    evidence: z.string().max(2_000),
    confidence: z.number().min(0).max(1),
  }),
};
