import { TriviumError } from '../../../../sdk/src/index.ts';
import type { FieldProblem } from './abi-fields.tsx';

/** What was refused, at which field. */
export function problemOf(error: unknown): FieldProblem | undefined {
  if (error instanceof TriviumError) return { field: error.field, message: sayPlainly(error) };
  return error instanceof Error ? { field: undefined, message: error.message } : undefined;
}

/** The field says itself which it is. */
function sayPlainly({ message, field }: TriviumError): string {
  const named = `\`${field}\``;
  if (field === undefined || !message.startsWith(named)) return message;
  const rest = message.slice(named.length).trim();
  return /^[(]/.test(rest) ? `This ${rest}` : rest.charAt(0).toUpperCase() + rest.slice(1);
}
