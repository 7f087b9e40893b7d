import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { cutText } from '../cut-text.ts';
import { AppError, type ErrorValue, invalidField } from '../errors/index.ts';
import { jsonTextOf } from '../json-text.ts';
import { required } from '../required.ts';
import { compileCoercion } from './coerce-query.ts';
import { fitsBytes, tooManyBytes } from './field-sizes.ts';
import { isTimestamp } from './timestamp.ts';

/** The part of the request that a schema applies to; query and path values arrive as text and are coerced. */
export type RequestPart = 'params' | 'query' | 'body';

/** An unknown field may have any name; a longer excerpt would not help to find it. */
const MAX_FIELD_LENGTH = 200;

const formats = { timestamp: isTimestamp };
// `verbose` includes the schema in errors, for `patternHint`. `passContext` gives keywords the size of the
// whole as `this`.
const options = { strict: false, formats, verbose: true, passContext: true };
const strict = new Ajv2020(options);
const withDefaults = new Ajv2020({ ...options, useDefaults: true });
// Long bodies have their top-level fields checked before parsing; this covers the rest, and other sources.
for (const ajv of [strict, withDefaults]) {
  ajv.addKeyword({
    keyword: 'maxBytes',
    type: ['object', 'array', 'string'],
    schemaType: 'number',
    validate(this: CheckedWhole | undefined, maxBytes: number, value: object | string) {
      // No part is larger than the whole, so this answers without serializing anything.
      if (this?.bytes !== undefined && this.bytes <= maxBytes) return true;
      return fitsBytes(typeof value === 'string' ? value : jsonTextOf(value), maxBytes);
    },
    errors: false,
  });
}

/** What a schema is validating. */
interface CheckedWhole {
  /** Size as received; unknown when it did not arrive as text. */
  bytes: number | undefined;
}

/**
 * Compiles a schema to a check that throws the documented error for a bad value. Values are checked in place;
 * `bytes` is the size of the text they were parsed from. Compiled on first use: most nodes serve only a few
 * of the hundreds of routes, and each schema's code takes memory.
 */
export function compileValidator(
  part: RequestPart,
  schema: TSchema,
  fieldErrors: Record<string, ErrorValue> = {},
): (value: unknown, bytes?: number) => void {
  let validate: ValidateFunction | undefined;
  let coerce: ((value: Record<string, unknown>) => void) | undefined;
  return (value, bytes) => {
    if (validate === undefined) {
      validate = (part === 'body' ? strict : withDefaults).compile(schema);
      coerce = part === 'body' ? undefined : compileCoercion(schema);
    }
    coerce?.(value as Record<string, unknown>);
    if (validate.call({ bytes } satisfies CheckedWhole, value)) return;
    throw toAppError(part, mostTelling(validate.errors ?? []), fieldErrors, value);
  };
}

/**
 * For checking our own answers in tests: undefined when the value fits, else what is wrong. Compiled on first
 * use.
 */
export function compileCheck(schema: TSchema): (value: unknown) => string | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= strict.compile(schema);
    return validate(value) ? undefined : strict.errorsText(validate.errors);
  };
}

function toAppError(
  part: RequestPart,
  error: ErrorObject,
  fieldErrors: Record<string, ErrorValue>,
  whole: unknown,
): AppError {
  const at = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer);
  if (error.keyword === 'required') {
    const field = nameOf([...at, error.params.missingProperty as string]);
    return new AppError('missing_required_field', {
      message: `\`${field}\` is required. Add it to the ${nouns[part]}.`,
      field,
    });
  }
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const unknown = (error.params.additionalProperty ?? error.params.unevaluatedProperty) as string;
    const field = nameOf([...at, unknown]);
    return invalidField(
      field,
      `\`${field}\` is not a known ${part === 'query' ? 'parameter' : 'field'} here. Remove it, or check its spelling.`,
    );
  }
  const field = nameOf(at);
  const own = Object.hasOwn(fieldErrors, field) ? fieldErrors[field] : undefined;
  const kind = own ?? 'invalid_request';
  const what = part === 'query' && isRepeated(error, at, whole) ? 'must be given only once' : problem(error);
  return new AppError(kind, {
    message: `${field ? `\`${field}\`` : `The ${nouns[part]}`} ${what}.`,
    ...(field && { field }),
  });
}

const nouns = { params: 'path', query: 'query', body: 'body' };

/**
 * For a value that fits no branch of a union: the error of the branch it probably meant, or else all it could
 * have been.
 */
function mostTelling(errors: ErrorObject[]): ErrorObject {
  const first = required(errors[0], 'what is wrong with a value');
  const last = errors.at(-1) ?? first;
  if (last.keyword !== 'anyOf' && last.keyword !== 'oneOf') return first;
  const branches = errors.slice(0, -1);
  if (branches.length > 0 && branches.every(({ keyword }) => keyword === 'const')) {
    const allowedValues = branches.map(({ params }) => params.allowedValue);
    return { ...last, keyword: 'enum', params: { allowedValues } };
  }
  const named = ofNamedBranch(last, branches);
  if (named !== undefined) return named;
  const isOfWhole = ({ keyword, instancePath }: ErrorObject) =>
    (keyword === 'type' || keyword === 'const') && instancePath === last.instancePath;
  const inside = branches.find((error) => !isOfWhole(error));
  if (inside !== undefined) return inside;
  const types = new Set(
    branches.map(({ params }) =>
      params.type === undefined ? JSON.stringify(params.allowedValue) : String(params.type),
    ),
  );
  return { ...last, keyword: 'type', params: { type: [...types].join(',') } };
}

interface ObjectSchema {
  type?: string;
  properties?: Record<string, { const?: unknown } | undefined>;
}

/**
 * For a union of objects with a discriminator field: the error of the branch that the value names, or that it
 * names none. One branch may be null. Undefined for any other union.
 */
function ofNamedBranch(union: ErrorObject, errors: ErrorObject[]): ErrorObject | undefined {
  const value = union.data as unknown;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const branches = union.schema as ObjectSchema[];
  const fixed = (branch: ObjectSchema, name: string) => branch.properties?.[name]?.const;
  const name = Object.keys(branches[0]?.properties ?? {}).find((one) =>
    branches.every((branch) => branch.type === 'null' || fixed(branch, one) !== undefined),
  );
  if (name === undefined) return undefined;
  if (!Object.hasOwn(value, name))
    return { ...union, keyword: 'required', params: { missingProperty: name } };
  const given = (value as Record<string, unknown>)[name];
  const index = branches.findIndex((branch) => fixed(branch, name) === given);
  if (index >= 0)
    return errors.find(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${index}/`));
  const allowedValues = branches.map((branch) => fixed(branch, name)).filter((value) => value !== undefined);
  return {
    ...union,
    keyword: 'enum',
    instancePath: `${union.instancePath}/${name}`,
    params: { allowedValues },
  };
}

/** Whether a single-value parameter was given more than once. */
function isRepeated({ parentSchema }: ErrorObject, at: string[], query: unknown): boolean {
  const [name, ...deeper] = at;
  if (name === undefined || deeper.length > 0) return false;
  if ((parentSchema as { type?: string } | undefined)?.type === 'array') return false;
  return Array.isArray((query as Record<string, unknown>)[name]);
}

function nameOf(path: string[]): string {
  return cutText(path.join('.'), MAX_FIELD_LENGTH);
}

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function problem(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return `must be ${String(params.type).split(',').map(withArticle).join(' or ')}`;
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
    case 'maxBytes':
      return tooManyBytes(error.schema as number);
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
  // A constant among the types is in quotes.
  if (type === 'null' || type.startsWith('"')) return type;
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
