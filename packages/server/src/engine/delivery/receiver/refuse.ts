import { AppError } from '../../../kit/errors/index.ts';

export function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', { message, field });
}
