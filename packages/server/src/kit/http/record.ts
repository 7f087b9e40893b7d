import type { Static, TObject } from 'typebox';

/** The code's name of a wire field: `first_name` becomes `firstName`. */
type FieldName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Name;

/** A time is a Date in the code and text on the wire. */
type InCode<Value> = Value extends string ? Value | Date : Value;

/** The fields a source must have to complete a record, given the rest. */
export type SourceOf<Record, Given> = {
  readonly [Name in keyof Omit<Record, keyof Given> as FieldName<Name & string>]: InCode<
    Record[Name & keyof Record]
  >;
};

/** The fields of a record under the code's names. */
export type FieldsOf<Record> = { [Name in keyof Record as FieldName<Name & string>]: Record[Name] };

type Names = readonly (readonly [wire: string, field: string])[];
const namesOfSchemas = new WeakMap<TObject, Names>();

/** Computed once per schema. */
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
 * The outgoing record for a row or another object of the code: each schema field takes the source's field of
 * that name, with times as text. `given` has the fields that the source does not have in outgoing form, such
 * as ids with prefixes.
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

/** The fields of an incoming record under the code's names; omitted fields stay omitted. */
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
