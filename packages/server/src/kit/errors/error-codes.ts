/**
 * Everything published about a code: in the API's description, on its page, and by the status of its answers.
 */
export interface ErrorKind {
  status: number;
  meaning: string;
  /** What a caller does about it. */
  cure: string;
  /** What `details` holds besides the URL of the code's page, by field. */
  details?: Readonly<Record<string, string>>;
}

/**
 * Every code that an answer can carry, mapped to its kind. A module adds its table here by declaration
 * merging, in the file that defines it: types are known everywhere, values only where imported. A duplicate
 * code does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ErrorCodes {}

export type ErrorCode = keyof ErrorCodes;

/** A code with its HTTP status: a kind of a table, or an error that is reported again. */
export interface ErrorValue {
  readonly code: ErrorCode;
  readonly status: number;
}

type NamedKinds<Kinds> = { readonly [Code in keyof Kinds]: Kinds[Code] & { readonly code: Code } };

/** Defines a table of codes for `new AppError(table.some_code, …)`: each kind knows its code. */
export function defineErrors<const Kinds extends Record<string, ErrorKind>>(kinds: Kinds): NamedKinds<Kinds> {
  const named = Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }]);
  return Object.fromEntries(named) as NamedKinds<Kinds>;
}

/**
 * Path of a code's page, for codes of answers and of records: what it means, what to do, where it comes from.
 */
export function errorDocsPath(code: string): string {
  return `/docs/errors/${code}`;
}
