export { AppError, type ErrorDetail, invalidField, notFound } from './app-error.ts';
export { type CommonErrorCode, type CommonErrorDetails, commonErrors } from './common-errors.ts';
export {
  defineErrors,
  type ErrorCode,
  type ErrorCodes,
  type ErrorKind,
  type ErrorValue,
  errorDocsPath,
} from './error-codes.ts';
