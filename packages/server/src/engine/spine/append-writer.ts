import type { Pool, QueryResult } from 'pg';
import {
  BinaryQuery,
  inTransaction,
  int8Array,
  only,
  type QueryRows,
  uuidArray,
} from '../../kit/db/index.ts';
import {
  type AppendParticipant,
  type AppendStatement,
  AppendStatements,
  type OrgBatch,
  type SpreadAppend,
} from './append-statement.repository.ts';
import type { LogMachines } from './log-machines.ts';

/** An organization's first new position. */
export interface Head {
  org_id: string;
  base: number;
}

export interface AppendWriterOptions {
  pool: Pool;
  participants: readonly AppendParticipant[];
  machines: LogMachines;
}

/**
 * Executes appends: as one statement or, if the log is distributed, as a function call on the machine of its
 * organizations.
 */
export class AppendWriter {
  readonly #options: AppendWriterOptions;
  readonly #append: AppendStatements;
  #statements = 0;

  constructor(options: AppendWriterOptions) {
    this.#options = options;
    this.#append = new AppendStatements(options.participants);
  }

  get statements(): number {
    return this.#statements;
  }

  /**
   * Returns the organizations that were written; the routes of the others have changed. `query` runs in the
   * caller's transaction; without it, everything is committed when this resolves.
   */
  async write(
    batches: readonly OrgBatch[],
    hashes: readonly Buffer[],
    query: QueryRows | undefined,
  ): Promise<Head[]> {
    const { pool, machines } = this.#options;
    this.#statements++;
    if (!machines.isSpread) {
      const { name, text, values } = this.#append.build(batches, hashes);
      return query === undefined ? this.#runNamed({ name, text, values }) : query(text, values);
    }
    const spread = this.#append.buildSpread(batches, hashes);
    if (query !== undefined) return runSpread(query, batches, spread);
    // Outside a transaction, Citus passes the call through to the machine; within one it would not.
    if (spread.apart.length > 0) return inTransaction(pool, (own) => runSpread(own, batches, spread));
    return headsOf(batches, await this.#runNamed<Bases>(spread.call));
  }

  /** Each connection parses it once. */
  async #runNamed<Row = Head>(statement: AppendStatement): Promise<Row[]> {
    const result: unknown = this.#options.pool.query(new BinaryQuery(statement));
    return (await (result as Promise<QueryResult>)).rows as Row[];
  }
}

interface Bases {
  bases: (string | null)[];
}

async function runSpread(
  query: QueryRows,
  batches: readonly OrgBatch[],
  { call, apart }: SpreadAppend,
): Promise<Head[]> {
  const heads = headsOf(batches, await query<Bases>(call.text, call.values));
  const written = [uuidArray(heads.map(({ org_id }) => org_id)), int8Array(heads.map(({ base }) => base))];
  for (const { text, values } of apart) await query(text, [...written, ...values]);
  return heads;
}

function headsOf(batches: readonly OrgBatch[], rows: readonly Bases[]): Head[] {
  const { bases } = only(rows);
  return batches.flatMap(({ orgId }, i) =>
    bases[i] == null ? [] : [{ org_id: orgId, base: Number(bases[i]) }],
  );
}
