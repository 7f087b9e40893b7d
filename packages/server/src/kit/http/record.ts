import type { Static, TObject } from 'typebox';

/** The code's name of a field of the wire: `first_name` is `firstName`. */
type FieldName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Name;

/** A time is a Date in the code and text on the wire. */
type InCode<Value> = Value extends string ? Value | Date : Value;

/** What a source must have, so that a record needs no more than what is given with it. */
export type SourceOf<Record, Given> = {
  readonly [Name in keyof Omit<Record, keyof Given> as FieldName<Name & string>]: InCode<
    Record[Name & keyof Record]
  >;
};

/** The fields of a record under the names of the code. */
export type FieldsOf<Record> = { [Name in keyof Record as FieldName<Name & string>]: Record[Name] };

type Names = readonly (readonly [wire: string, field: string])[];
const namesOfSchemas = new WeakMap<TObject, Names>();

/** Worked out once for each schema. */
function namesOf(schema: TObject): Names {
  const known = namesOfSchemas.get(schema);
  if (known !== undefined) return known;
  const names = Object.keys(schema.properties).map(
    (name) => [name, name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())] as const,
  );
  namesOfSchemas.set(schema, names);
  return names;
}

/**
 * The record that goes out for a row, or for what else the code has: each field of the schema is the field of that name
 * in the source, times as text. `given` holds what the source does not have as it goes out, such as ids with prefixes.
 */
export function toRecord<Schema extends TObject, const Given extends Partial<Static<Schema>>>(
  schema: Schema,
  source: SourceOf<Static<Schema>, Given>,
  given?: Given & { [Name in Exclude<keyof Given, keyof Static<Schema>>]: never },
): Static<Schema> {
  const values = source as Readonly<Record<string, unknown>>;
  const others: Readonly<Record<string, unknown>> = given ?? {};
  const record: Record<string, unknown> = {};
  for (const [wire, field] of namesOf(schema)) {
    const value = Object.hasOwn(others, wire) ? others[wire] : values[field];
    if (value !== undefined) record[wire] = value instanceof Date ? value.toISOString() : value;
  }
  return record as Static<Schema>;
}

/** The fields that a record brings, under the names of the code; those that it leaves out stay out. */
export function fromRecord<Schema extends TObject>(
  schema: Schema,
  record: Static<Schema>,
): FieldsOf<Static<Schema>> {
  const values = record as Readonly<Record<string, unknown>>;
  const fields: Record<string, unknown> = {};
  for (const [wire, field] of namesOf(schema)) {
    if (values[wire] !== undefined) fields[field] = values[wire];
  }
  return fields as FieldsOf<Static<Schema>>;
}
