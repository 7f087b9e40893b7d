import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { AppError, type ErrorCode } from '../errors/index.ts';
import { isTimestamp } from './timestamp.ts';

/** Where in the request a schema applies; query and path values arrive as text and are coerced. */
export type RequestPart = 'params' | 'query' | 'body';

const formats = { timestamp: isTimestamp };
const strict = new Ajv2020({ strict: false, formats });
const coercing = new Ajv2020({ strict: false, formats, coerceTypes: true, useDefaults: true });

/** A compiled schema that throws the documented error for a bad value. Values are checked in place. */
export function compileValidator(
  part: RequestPart,
  schema: TSchema,
  fieldErrors: Record<string, ErrorCode> = {},
): (value: unknown) => void {
  const validate: ValidateFunction = (part === 'body' ? strict : coercing).compile(schema);
  return (value) => {
    if (validate(value)) return;
    throw toAppError(part, validate.errors![0]!, fieldErrors);
  };
}

/** For checking our own answers in tests: undefined when the value fits, else what is wrong. */
export function compileCheck(schema: TSchema): (value: unknown) => string | undefined {
  const validate = strict.compile(schema);
  return (value) => (validate(value) ? undefined : strict.errorsText(validate.errors));
}

function toAppError(part: RequestPart, error: ErrorObject, fieldErrors: Record<string, ErrorCode>): AppError {
  const at = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer);
  if (error.keyword === 'required') {
    const field = [...at, error.params.missingProperty as string].join('.');
    return new AppError('missing_required_field', {
      message: `\`${field}\` is required. Add it to the ${noun(part)}.`,
      field,
    });
  }
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = (error.params.additionalProperty ?? error.params.unevaluatedProperty) as string;
    const field = [...at, name].join('.').slice(0, 200);
    return new AppError('invalid_request', {
      message: `\`${field}\` is not a known ${part === 'query' ? 'parameter' : 'field'} here. Remove it, or check its spelling.`,
      field,
    });
  }
  const field = at.join('.');
  const code = fieldErrors[field] ?? 'invalid_request';
  return new AppError(code, {
    message: `${field ? `\`${field}\`` : `The ${noun(part)}`} ${problem(error)}.`,
    ...(field && { field }),
  });
}

function noun(part: RequestPart): string {
  return part === 'body' ? 'body' : part === 'query' ? 'query' : 'path';
}

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function problem(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return `must be ${withArticle(String(params.type))}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'format':
      return params.format === 'timestamp'
        ? 'must be an ISO 8601 timestamp such as 2026-01-31T09:30:00.000Z'
        : `must be a valid ${params.format}`;
    case 'pattern':
      return (
        (error.parentSchema as { patternHint?: string } | undefined)?.patternHint ??
        'does not have the required form'
      );
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'uniqueItems':
      return 'must not hold the same item twice';
    case 'minimum':
      return `must be ${params.limit} or more`;
    case 'maximum':
      return `must be ${params.limit} or less`;
    default:
      return error.message ?? 'is not valid';
  }
}

function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type.replaceAll(',', ' or ')}`;
}
