import { type TProperties, type TSchema, Type } from 'typebox';
import { MAX_COUNTED } from '../db/index.ts';

/** An object that refuses unknown fields. */
export function strictObject<T extends TProperties>(properties: T, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** Names a schema, both as a component in the OpenAPI document and as a type in the SDK. */
export function named<T extends TSchema>(name: string, schema: T): T {
  const { title } = schema as { title?: string };
  if (title !== undefined) throw new Error(`the schema ${title} has a name already`);
  return Object.assign(schema, { title: name });
}

/** The same schema with a description for the place where it is used. */
export function describedAs<T extends TSchema>(schema: T, description: string): T {
  const told = { value: description, enumerable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), description: told }) as T;
}

/**
 * For any field that is plain text: the pattern tells machines what cannot be stored; people never send it.
 */
export const anyText = '^[^\\u0000\\ud800-\\udfff]*$';

/** Text that PostgreSQL and every log can hold: no NUL, no lone surrogate. */
export function textField(maxLength: number, description: string, minLength = 1) {
  return Type.String({
    minLength,
    maxLength,
    pattern: anyText,
    patternHint: 'must not contain a NUL character or an unpaired surrogate',
    description,
  });
}

/** Any object of at most `maxBytes` as JSON. */
export function openObject(maxBytes: number, description: string) {
  return Type.Object({}, { additionalProperties: true, maxBytes, description });
}

/** Any object, of any size. */
export function anyObject(description: string) {
  return Type.Object({}, { additionalProperties: true, description });
}

export function countField(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** A whole number from 0 to 100. */
export function percentField(description: string) {
  return Type.Integer({ minimum: 0, maximum: 100, description });
}

export function timestampField(description: string) {
  return Type.String({ format: 'timestamp', description });
}

export function nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export function nullableText(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description });
}

export function nullableTimestamp(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'timestamp', description });
}

/** Pagination parameters of every list. A larger `limit` is capped at 100, and the answer says so. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, default: 20, description: 'Results per page; at most 100.' }),
  offset: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Results to skip.' }),
};

export const MAX_PAGE = 100;

/** The requested page, with `limit` capped. */
export function pageOf(query: { limit?: number; offset?: number }): { limit: number; offset: number } {
  return { limit: Math.min(query.limit ?? 20, MAX_PAGE), offset: query.offset ?? 0 };
}

export const total_is_minimum = Type.Optional(
  Type.Literal(true, {
    description: `There are at least \`total\`. Of a long list, no more than ${MAX_COUNTED.toLocaleString('en')} behind the page are counted.`,
  }),
);

/** The response schema of every list: the items under their plural name, and the page's position. */
export function listOf<N extends string, T extends TSchema>(name: N, item: T) {
  return Type.Object({
    [name]: Type.Array(item, { description: 'Those of this page.' }),
    total: Type.Integer({
      description: 'How many there are in all: exactly, unless `total_is_minimum` is there.',
    }),
    total_is_minimum,
    limit: Type.Integer({ description: 'How many a page has at most.' }),
    offset: Type.Integer({ description: 'How many came before this page.' }),
    has_more: Type.Boolean({ description: 'There are more: ask again with `offset` and `limit` added up.' }),
  } as { [K in N]: ReturnType<typeof Type.Array<T>> } & Record<
    'total' | 'limit' | 'offset',
    ReturnType<typeof Type.Integer>
  > & {
      total_is_minimum: typeof total_is_minimum;
      has_more: ReturnType<typeof Type.Boolean>;
    });
}

export const errorSchema = named(
  'Error',
  Type.Object({
    error: named(
      'Refusal',
      Type.Object(
        {
          code: Type.String({ description: 'A stable code; see the table of errors.' }),
          message: Type.String({ description: 'What is wrong and what to do.' }),
          field: Type.Optional(Type.String({ description: 'The offending field.' })),
          request_id: Type.String({ description: 'Finds the request in the log.' }),
          details: Type.Object(
            {
              doc_url: Type.String({
                description: 'The page of the code, below the address of the service.',
              }),
            },
            {
              additionalProperties: true,
              description:
                'More for programs: the page of the code, and what a code adds, such as `allowed` values.',
            },
          ),
        },
        { description: 'What was refused, and why.' },
      ),
    ),
  }),
);
