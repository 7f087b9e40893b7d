import { parseKeepingDigits } from '../../kit/parse-keeping-digits.ts';
import type { SandboxHandlers } from '../../kit/sandbox/index.ts';
import { canonicalJson } from '../../kit/signing/index.ts';

/** Sandbox tasks for deliveries. */
export interface CanonicalTasks {
  /** A payload as JSON text, to its canonical form. */
  canonical: { input: string; output: string };
}

export const sandboxHandlers: SandboxHandlers<CanonicalTasks> = { canonical: toCanonical };

/**
 * The payload as canonical JSON can express it: a number that no double can hold becomes the text of its digits, and
 * a lone surrogate, which has no UTF-8 form, U+FFFD.
 */
export function toCanonical(data: string): string {
  const parsed = parseKeepingDigits(data);
  try {
    return canonicalJson(parsed);
  } catch {
    return canonicalJson(JSON.parse(JSON.stringify(parsed).replace(/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd')));
  }
}
