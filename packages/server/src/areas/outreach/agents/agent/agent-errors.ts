import { AppError } from '../../../../kit/errors/index.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';

/** The error for input that matches the schema but cannot be processed. */
export function unfitInput(field: string, message: string): AppError {
  return new AppError(outreachErrors.invalid_agent_input, { field: `input.${field}`, message });
}

/** The lead of a call, which is given beside the input. Throws when it is missing. */
export function leadOf({ leadId }: { leadId: string | undefined }): string {
  if (leadId !== undefined) return leadId;
  throw new AppError(outreachErrors.invalid_agent_input, {
    field: 'lead_id',
    message: 'This agent works on a lead. Add `lead_id` to the request.',
  });
}
