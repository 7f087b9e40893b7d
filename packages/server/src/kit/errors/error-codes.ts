/** All that is told of a code: in the API's description, on the code's page, and by the status of its answers. */
export interface ErrorKind {
  status: number;
  meaning: string;
  /** What a caller does about it. */
  cure: string;
  /** What `details` holds beside the address of the code's page, by field. */
  details?: Readonly<Record<string, string>>;
}

/**
 * Every code that an answer can carry, by its kind. Who brings codes adds its table here by declaration merging, in the
 * file that has the table: the types are known everywhere, the values only where they are imported. The same code twice
 * does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ErrorCodes {}

export type ErrorCode = keyof ErrorCodes;

/** A code with the status of its answers: a kind of a table, or a refusal that is told anew. */
export interface ErrorValue {
  readonly code: ErrorCode;
  readonly status: number;
}

type NamedKinds<Kinds> = { readonly [Code in keyof Kinds]: Kinds[Code] & { readonly code: Code } };

/** A table of codes for `new AppError(table.some_code, …)`: each kind knows its code. */
export function defineErrors<const Kinds extends Record<string, ErrorKind>>(kinds: Kinds): NamedKinds<Kinds> {
  const named = Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }]);
  return Object.fromEntries(named) as NamedKinds<Kinds>;
}

/** Where the service tells of a code, be it of an answer or of a record: what it means, what to do, where it comes from. */
export function errorDocsPath(code: string): string {
  return `/docs/errors/${code}`;
}
