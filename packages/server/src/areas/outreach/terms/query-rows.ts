import { CompiledQuery, type Kysely } from 'kysely';

// Each part types its own tables; statements over many rows are plain SQL.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyExecutor = Kysely<any>;

export type QueryRows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs plain SQL in a transaction, or on the database itself. */
export function rowsIn(executor: AnyExecutor): QueryRows {
  return async <Row>(text: string, values: unknown[] = []) =>
    (await executor.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}
