import { AppError, type ErrorCode } from '../../../../kit/errors/index.ts';

/** Why a file cannot be imported. Plain data, so that it can leave the thread that found it. */
export interface RefusalData {
  code: ErrorCode;
  message: string;
  field: string;
}

/** A refusal that is thrown where the file is read. */
export class ImportRefusal extends Error {
  readonly refusal: RefusalData;

  constructor(code: ErrorCode, message: string, field: string) {
    super(message);
    this.name = 'ImportRefusal';
    this.refusal = { code, message, field };
  }
}

export function toAppError({ code, message, field }: RefusalData): AppError {
  return new AppError(code, { message, field });
}
