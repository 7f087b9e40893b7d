import { invalidField } from '../../../kit/errors/index.ts';

export function refuse(field: string, message: string): never {
  throw invalidField(field, message);
}
