export { AppError, type ErrorDetail, notFound } from './app-error.ts';
export { type ErrorCode, errorCatalog, errorDocsPath } from './catalog.ts';
