import type { IncomingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import { AppError } from '../errors/index.ts';
import { type FieldSizes, fieldSizesOf } from './field-sizes.ts';
import { acceptNulls, compileLeaveOut } from './left-out.ts';
import {
  parseJson,
  parseLongJson,
  refuseUnstorable,
  refuseUnstorableInLong,
  withExactNumbers,
  withExactNumbersOfLong,
  withoutInexactNumbers,
  withoutInexactNumbersOfLong,
} from './parse-json.ts';
import type { AnyRoute } from './route.ts';
import { compileValidator } from './validation.ts';

/** How a route reads its JSON body. Both methods throw or reject with the error. */
export interface RouteBody {
  /** Checked while the body arrives. */
  readonly sizes: FieldSizes | undefined;
  read(bytes: Buffer, headers: IncomingHttpHeaders): unknown;
  /** The same for a long body, in turns with other requests. */
  readLong(bytes: Buffer, headers: IncomingHttpHeaders): Promise<unknown>;
}

/**
 * The body of a row as clients may send it. A create or a query treats null as omitted; in an update, null
 * would be read as "remove it" and is refused where nothing can be removed.
 */
export function sentBodyOf({ body, method }: AnyRoute): TSchema | undefined {
  return body && (method === 'POST' ? acceptNulls(body) : body);
}

export function compileBody(row: AnyRoute): RouteBody {
  const fits = (row.body && compileValidator('body', row.body, row.fieldErrors)) ?? refuseUnusedBody;
  const body = sentBodyOf(row);
  const leaveOut = body === undefined ? () => {} : compileLeaveOut(body);
  const check = (value: unknown, bytes: number) => {
    leaveOut(value);
    fits(value, bytes);
  };
  // The exact-number pass parses the text again, so nulls are back.
  const settle = <Value>(value: Value): Value => {
    leaveOut(value);
    return value;
  };
  return {
    sizes: fieldSizesOf(row.body),
    read(bytes, headers) {
      if (bytes.length === 0) {
        if (row.body === undefined || row.bodyOptional) return undefined;
        throw new AppError('invalid_request', { message: 'The body is empty. Send a JSON object.' });
      }
      // Checked again: only now is it known that a chunked body is not empty.
      requireJson(headers);
      const parsed = parseJson(bytes);
      check(parsed.value, bytes.length);
      // Rows that keep text or numbers exactly check them themselves.
      if (row.exactNumbers) return settle(withExactNumbers(parsed));
      if (!row.anyText) refuseUnstorable(parsed);
      return withoutInexactNumbers(parsed);
    },
    async readLong(bytes, headers) {
      requireJson(headers);
      const parsed = await parseLongJson(bytes);
      check(parsed.value, bytes.length);
      if (row.exactNumbers) return settle(await withExactNumbersOfLong(parsed));
      if (!row.anyText) await refuseUnstorableInLong(parsed);
      return withoutInexactNumbersOfLong(parsed);
    },
  };
}

const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** Throws the error for a body that is not sent as plain JSON. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type !== 'application/json' && !(type !== undefined && JSON_MEDIA_TYPE.test(type))) {
    throw new AppError('unsupported_media_type', {
      message: 'Send the body as JSON, with the header `Content-Type: application/json`.',
      field: 'Content-Type',
    });
  }
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new AppError('unsupported_media_type', {
    message: 'Send the body as it is, without the header `Content-Encoding`.',
    field: 'Content-Encoding',
  });
}

/** A route without a body accepts only `{}`, since many clients always send one. */
function refuseUnusedBody(value: unknown): void {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return;
  throw new AppError('invalid_request', { message: 'This route takes no body. Leave it out.' });
}
