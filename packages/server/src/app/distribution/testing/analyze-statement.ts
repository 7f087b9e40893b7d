import type { PoolClient } from 'pg';
import { parseTree } from './parse-tree.ts';
import { type Catalog, findRefusals, type Volatility } from './refused-functions.ts';

/** Lets PostgreSQL parse a statement, without running it. */
export class StatementAnalyzer {
  readonly #client: PoolClient;
  readonly #catalog: Catalog;
  readonly #tables: ReadonlyMap<string, { isSpread: boolean }>;

  private constructor(client: PoolClient, catalog: Catalog, tables: StatementAnalyzer['tables']) {
    this.#client = client;
    this.#catalog = catalog;
    this.#tables = tables;
  }

  get tables(): ReadonlyMap<string, { isSpread: boolean }> {
    return this.#tables;
  }

  /** `client` must not be used for anything else: its session settings are changed. */
  static async make(client: PoolClient, tables: StatementAnalyzer['tables']): Promise<StatementAnalyzer> {
    const catalog = await readCatalog(client);
    await client.query('set client_min_messages = log; set debug_pretty_print = off');
    return new StatementAnalyzer(client, catalog, tables);
  }

  /**
   * Why Citus refuses a statement. Throws if PostgreSQL cannot parse it.
   *
   * @param types types of the parameters that do not follow from the statement; `unknown` for the others
   */
  async refusals(text: string, types: readonly string[] = []): Promise<string[]> {
    const trees: string[] = [];
    const note = ({ detail = '' }: { detail?: string | undefined }) => trees.push(detail);
    await this.#client.query('set debug_print_parse = on');
    this.#client.on('notice', note);
    try {
      const list = types.length === 0 ? '' : ` (${types.join(', ')})`;
      await this.#client.query(`prepare analyzed${list} as ${text}`);
      await this.#client.query('deallocate analyzed');
    } finally {
      this.#client.off('notice', note);
      await this.#client.query('set debug_print_parse = off');
    }
    // The first tree is the one of the `prepare` statement itself.
    const tree = trees.find(
      (detail) => detail.startsWith('{QUERY :commandType') && !detail.includes('{PREPARESTMT'),
    );
    if (tree === undefined) throw new Error(`PostgreSQL told nothing of ${text}`);
    return findRefusals(parseTree(tree), this.#tables, this.#catalog);
  }
}

/** Reads everything at once: a query for each of the thousands of nodes would take minutes. */
async function readCatalog(client: PoolClient): Promise<Catalog> {
  const functions = await client.query<{ id: string; volatility: Volatility }>(
    'select oid::text as id, provolatile as volatility from pg_proc',
  );
  const types = await client.query<{ id: string; reads: string; writes: string }>(
    'select oid::text as id, typinput::oid::text as reads, typoutput::oid::text as writes from pg_type',
  );
  const tables = await client.query<{ id: string; name: string }>(
    `select oid::text as id, relname::text as name from pg_class where relnamespace = 'public'::regnamespace`,
  );
  const volatilities = new Map(functions.rows.map(({ id, volatility }) => [id, volatility]));
  const texts = new Map(types.rows.map((type) => [type.id, type]));
  const names = new Map(tables.rows.map(({ id, name }) => [id, name]));
  return {
    volatility: (id) => known(volatilities, id, 'function'),
    textFunctions: (type) => known(texts, type, 'type'),
    tableName: (id) => names.get(id) ?? '',
  };
}

function known<T>(all: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = all.get(id);
  if (found === undefined) throw new Error(`The database knows no ${what} ${id}`);
  return found;
}
