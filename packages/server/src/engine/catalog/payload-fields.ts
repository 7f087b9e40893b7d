import { type TProperties, type TSchema, Type } from 'typebox';
import { countField } from '../../kit/http/index.ts';

// Building blocks of payload schemas. Each requires a description, so that no field lacks one.

/** A payload, or an object inside one. Open, so that fields can be added without breaking receivers. */
export function fields<Properties extends TProperties>(properties: Properties, description?: string) {
  return Type.Object(properties, {
    additionalProperties: true,
    ...(description === undefined ? {} : { description }),
  });
}

/** An opaque identifier. */
export function id(description: string) {
  return Type.String({ minLength: 1, description });
}

export function text(description: string) {
  return Type.String({ description });
}

export function flag(description: string) {
  return Type.Boolean({ description });
}

export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description: `${description} ISO 8601, UTC.` });
}

export const count = countField;

/** A measurement; the description names its unit. */
export function quantity(description: string) {
  return Type.Number({ minimum: 0, description });
}

export function usd(description: string) {
  return Type.Number({ minimum: 0, description: `${description} USD.` });
}

/** A fraction from 0 to 1. */
export function fraction(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description: `${description} 0 to 1.` });
}

/** A whole score from 0 to 100. */
export function score(description: string) {
  return Type.Integer({ minimum: 0, maximum: 100, description: `${description} 0 to 100.` });
}

export function oneOf<const Values extends string[]>(values: readonly [...Values], description: string) {
  return Type.Enum([...values] as [...Values], { type: 'string', description });
}

/** A state that is the same for every occurrence of the fact. */
export function always<const Value extends string>(value: Value, description: string) {
  return Type.Literal(value, { description });
}

export function listOf<Item extends TSchema>(item: Item, description: string) {
  return Type.Array(item, { description });
}

/** Always present, null when there is nothing to report; the description says when that is. */
/** Number of findings per severity. */
export function severityCounts(description: string) {
  return fields(
    {
      critical: count('Critical findings.'),
      high: count('High findings.'),
      medium: count('Medium findings.'),
      low: count('Low findings.'),
    },
    description,
  );
}
