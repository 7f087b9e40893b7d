import { AppError } from '../errors/index.ts';

export function wrongMethod(method: string, allow: string): AppError {
  return new AppError('method_not_allowed', {
    message: `This path takes ${allow}, not ${method}.`,
    headers: { allow },
  });
}

export function malformedPath(): AppError {
  return new AppError('invalid_request', {
    message: 'The path has malformed percent-encoding. Encode each part as UTF-8, such as %C3%A9 for é.',
  });
}
