import { parse } from 'node:querystring';
import { cutText } from '../cut-text.ts';
import { AppError } from '../errors/index.ts';

/**
 * The parameters of a query string; a repeated one is a list. Throws `invalid_request` for percent-encoding
 * that is not valid UTF-8.
 */
export function parseQuery(text: string): Record<string, unknown> {
  if (text.includes('%')) {
    try {
      decodeURIComponent(text);
    } catch {
      throw new AppError('invalid_request', {
        message:
          'The query has malformed percent-encoding. Encode each value as UTF-8, such as %C3%A9 for é.',
      });
    }
  }
  // The length of the request line limits their number.
  const query = parse(text, '&', '=', { maxKeys: 0 });
  if (text.includes('%00')) refuseNul('query', query);
  return query;
}

/** Refuses values with a NUL: PostgreSQL accepts none, and no text that the service stores has one. */
export function refuseNul(part: 'path' | 'query', values: Record<string, unknown>): void {
  const name = Object.keys(values).find((key) => `${key}${values[key]}`.includes('\0'));
  if (name === undefined) return;
  const field = cutText(name.replaceAll('\0', ''), 200);
  throw new AppError('invalid_request', {
    message: `${field === '' ? `The ${part}` : `\`${field}\``} must not contain a NUL character. Remove it.`,
    ...(field !== '' && { field }),
  });
}
