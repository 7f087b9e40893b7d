import { AppError, commonErrors } from '../../../../kit/errors/index.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';

const { invalid_csv, missing_email_column, unsupported_encoding } = outreachErrors;
const { file_too_large, invalid_request } = commonErrors;
const kinds = { invalid_csv, missing_email_column, unsupported_encoding, file_too_large, invalid_request };

type RefusalCode = keyof typeof kinds;

/** Why a file cannot be imported. Plain data, so that it can cross thread boundaries. */
export interface RefusalData {
  code: RefusalCode;
  message: string;
  field: string;
}

/** Thrown where the file is read. */
export class ImportRefusal extends Error {
  readonly refusal: RefusalData;

  constructor(code: RefusalCode, message: string, field: string) {
    super(message);
    this.name = 'ImportRefusal';
    this.refusal = { code, message, field };
  }
}

export function toAppError({ code, message, field }: RefusalData): AppError {
  return new AppError(kinds[code], { message, field });
}
