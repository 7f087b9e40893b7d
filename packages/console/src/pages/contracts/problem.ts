import { TriviumError } from '../../../../sdk/src/index.ts';
import { plainMessage } from '../../parts/refusal.tsx';
import type { FieldProblem } from './abi-fields.tsx';

/** The error and its field. */
export function problemOf(error: unknown): FieldProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  return { field: error instanceof TriviumError ? error.field : undefined, message: plainMessage(error) };
}
