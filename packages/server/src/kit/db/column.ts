/** Column types, under the names of PostgreSQL's catalogue. */
const types = {
  uuid: ['uuid'],
  text: ['text', 'bpchar', 'varchar'],
  textArray: ['_text'],
  uuidArray: ['_uuid'],
  integer: ['int2', 'int4', 'int8'],
  integerArray: ['_int2', '_int4', '_int8'],
  float: ['float4', 'float8'],
  decimal: ['numeric'],
  boolean: ['bool'],
  bytes: ['bytea'],
  bytesArray: ['_bytea'],
  json: ['json', 'jsonb'],
  timestamp: ['timestamptz'],
  date: ['date'],
  computed: [],
} as const;

type ColumnType = keyof typeof types;

/** Carries the TypeScript type of a column's values; exists only at compile time. */
declare const value: unique symbol;

/** `Written`: whether inserts write the column. */
export interface Column<Value, Written extends boolean = true> {
  readonly [value]?: Value;
  /** The database types it may have; empty for a computed column. */
  readonly pgTypes: readonly string[];
  readonly isNullable: boolean;
  readonly isWritten: Written;
  /** Its name in the database, where it differs from the field's. */
  readonly name: string | undefined;
  /** Its expression in a select list. */
  read(prefix: string, name: string): string;
  orNull(): Column<Value | null, Written>;
  named(name: string): Column<Value, Written>;
  /** Filled in by the database: by a default or by later statements. */
  filled(): Column<Value, false>;
}

interface Parts<Written extends boolean> {
  type: ColumnType;
  isNullable: boolean;
  isWritten: Written;
  name?: string;
  sql?: string;
}

function make<Value, Written extends boolean>(parts: Parts<Written>): Column<Value, Written> {
  const { type, isNullable, isWritten, name, sql } = parts;
  return {
    pgTypes: types[type],
    isNullable,
    isWritten,
    name,
    read: (prefix, column) => sql ?? `${prefix}"${column}"${type === 'date' ? '::text' : ''}`,
    orNull: () => make({ ...parts, isNullable: true }),
    named: (other) => make({ ...parts, name: other }),
    filled: () => make({ ...parts, isWritten: false }),
  };
}

function ofType<Value>(type: ColumnType): Column<Value> {
  return make({ type, isNullable: false, isWritten: true });
}

/** Column types. Each is `not null` unless `orNull()` is called. */
export const column = {
  uuid: () => ofType<string>('uuid'),
  text: <T extends string = string>() => ofType<T>('text'),
  textArray: <T extends string = string>() => ofType<T[]>('textArray'),
  uuidArray: () => ofType<string[]>('uuidArray'),
  integer: () => ofType<number>('integer'),
  integerArray: () => ofType<number[]>('integerArray'),
  float: () => ofType<number>('float'),
  /** As a string: a double cannot hold it. */
  decimal: () => ofType<string>('decimal'),
  boolean: () => ofType<boolean>('boolean'),
  bytes: () => ofType<Buffer>('bytes'),
  bytesArray: () => ofType<Buffer[]>('bytesArray'),
  json: <T>() => ofType<T>('json'),
  timestamp: () => ofType<Date>('timestamp'),
  /** As text, `2026-01-31`: the driver's Date would depend on the process's time zone. */
  date: () => ofType<string>('date'),
  /** An expression that a select computes from the row. Its SQL is not checked, and it is never written. */
  computed: <T>(sql: string): Column<T, false> =>
    make({ type: 'computed', isNullable: false, isWritten: false, sql }),
};
