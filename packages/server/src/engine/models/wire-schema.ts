import type { z } from 'zod';

type Json = { [key: string]: unknown };

/**
 * The schema in a form that providers accept: types, names and enumerations. They support different
 * constraints, and some reject a schema with others; the answer is validated against all of them here.
 */
export function wireSchema(library: typeof z, schema: z.ZodType): Json {
  return bare(library.toJSONSchema(schema, { target: 'draft-7' }) as Json);
}

function bare({ type, properties, required, items, enum: values, anyOf, description }: Json): Json {
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(values !== undefined && { enum: values }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Json[]).map(bare) }),
    ...(items !== undefined && { items: bare(items as Json) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, Json>).map(([name, of]) => [name, bare(of)]),
      ),
      required: required ?? [],
      additionalProperties: false,
    }),
  };
}
