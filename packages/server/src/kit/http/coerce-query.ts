import type { TSchema } from 'typebox';

type Coercion = (value: string | string[]) => unknown;

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Converts the text of query parameters to the types of their schema where the text is plainly of that type;
 * what stays text is then refused by the schema. `0x10`, ` 5` and `1e3` are not numbers here.
 */
export function compileCoercion(schema: TSchema): (query: Record<string, unknown>) => void {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {};
  const coercions = Object.entries(properties).flatMap(([name, property]) => {
    const coercion = coercionOf(property);
    return coercion === undefined ? [] : [{ name, coercion }];
  });
  return (query) => {
    for (const { name, coercion } of coercions) {
      const value = query[name];
      if (value !== undefined) query[name] = coercion(value as string | string[]);
    }
  };
}

function coercionOf(schema: TSchema): Coercion | undefined {
  const { type, items } = schema as { type?: string; items?: TSchema };
  switch (type) {
    case 'integer':
      return one((text) => (INTEGER.test(text) ? toNumber(text) : text));
    case 'number':
      return one((text) => (NUMBER.test(text) ? toNumber(text) : text));
    case 'boolean':
      return one((text) => (text === 'true' ? true : text === 'false' ? false : text));
    case 'array': {
      const item = items && coercionOf(items);
      return (value) => {
        const list = Array.isArray(value) ? value : [value];
        return item ? list.map((text) => item(text)) : list;
      };
    }
    default:
      return undefined;
  }
}

/** A number however many digits it has: the schema decides whether it is too large. */
function toNumber(text: string): number {
  return Math.max(Math.min(Number(text), Number.MAX_VALUE), -Number.MAX_VALUE);
}

/** A repeated parameter stays a list, which the schema refuses. */
function one(coerce: (text: string) => unknown): Coercion {
  return (value) => (Array.isArray(value) ? value : coerce(value));
}
