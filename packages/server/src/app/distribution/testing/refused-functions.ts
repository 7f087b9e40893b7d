import { childrenOf, isNode, nodeOf, nodesOf, type Tree, type TreeNode, textOf } from './parse-tree.ts';

/** How much the result of a function may change, as in `pg_proc.provolatile`: `i`mmutable, `s`table, `v`olatile. */
export type Volatility = 'i' | 's' | 'v';

/** What the database knows about the ids in a parse tree. */
export interface Catalog {
  /** Volatility of a function. */
  volatility(id: string): Volatility;
  /** The functions that convert a type from text and to text. */
  textFunctions(type: string): { reads: string; writes: string };
  tableName(id: string): string;
}

const UPDATE = '2';
const INSERT = '3';
const DELETE = '4';
const MERGE = '5';
const CHANGES = [UPDATE, INSERT, DELETE, MERGE];

/** Fields that hold the id of a node's function, by kind of node. */
const FUNCTION_FIELDS: Record<string, string> = {
  FUNCEXPR: 'funcid',
  OPEXPR: 'opfuncid',
  DISTINCTEXPR: 'opfuncid',
  NULLIFEXPR: 'opfuncid',
  SCALARARRAYOPEXPR: 'opfuncid',
  AGGREF: 'aggfnoid',
  WINDOWFUNC: 'winfnoid',
};
/** Fields that hold the type of a node's result. */
const TYPE_FIELDS = [
  ...['vartype', 'consttype', 'paramtype', 'funcresulttype', 'opresulttype', 'resulttype', 'coalescetype'],
  ...[
    'casetype',
    'minmaxtype',
    'refrestype',
    'refelemtype',
    'aggtype',
    'wintype',
    'array_typeid',
    'row_typeid',
  ],
];

/**
 * Why Citus refuses to change a distributed or reference table: because of functions that it does not run there, or for
 * other reasons that do not depend on the data. Follows the checks of its planner (`multi_router_planner.c` of 12.1).
 * Empty if Citus takes it.
 *
 * @param tree the whole statement, as PostgreSQL writes it for `debug_print_parse`
 * @param tables names of the tables, and whether they are distributed by `org_id`
 */
export function findRefusals(
  tree: Tree,
  tables: ReadonlyMap<string, { isSpread: boolean }>,
  catalog: Catalog,
): string[] {
  const found = new Set<string>();
  visit(tree, (node) => {
    const changed = changedTable(node, catalog);
    const table = changed === undefined ? undefined : tables.get(changed);
    if (table === undefined) return;
    for (const why of refusalsOf(node, table.isSpread, catalog)) found.add(`${changed}: ${why}`);
  });
  return [...found];
}

function changedTable(node: TreeNode, catalog: Catalog): string | undefined {
  if (node.kind !== 'QUERY' || !CHANGES.includes(textOf(node, 'commandType'))) return undefined;
  const entry = nodesOf(node, 'rtable')[Number(textOf(node, 'resultRelation')) - 1];
  return entry === undefined ? undefined : catalog.tableName(textOf(entry, 'relid'));
}

function* refusalsOf(query: TreeNode, isSpread: boolean, catalog: Catalog): Generator<string> {
  const command = textOf(query, 'commandType');
  const targets = nodesOf(query, 'targetList').filter((target) => textOf(target, 'resjunk') !== 'true');
  const where = nodeOf(nodeOf(query, 'jointree') ?? query, 'quals');
  if (command === MERGE) yield 'MERGE, of which nobody has looked here at what Citus takes';
  if (command === UPDATE || command === DELETE) {
    yield* refusalsOfValues(
      [...(command === UPDATE ? targets : []), ...(where === undefined ? [] : [where])],
      catalog,
    );
    if (contains(withoutCtes(query), (node) => volatilityOf(node, catalog) === 'v'))
      yield 'a VOLATILE function, such as clock_timestamp() or random()';
  }
  if (command === UPDATE && isSpread && targets.some((target) => textOf(target, 'resname') === 'org_id'))
    yield 'a new value for org_id';
  if (contains(query.fields.get('returningList') ?? [], (node) => volatilityOf(node, catalog) !== 'i'))
    yield 'a function that is not IMMUTABLE in RETURNING';
  if (command === INSERT) yield* refusalsOfInsert(query, catalog);
}

/**
 * For new values and conditions: the coordinator evaluates the parts that are the same for all rows before it sends the
 * rest to the machines.
 */
function* refusalsOfValues(expressions: readonly TreeNode[], catalog: Catalog): Generator<string> {
  const isMutable = (node: TreeNode) => volatilityOf(node, catalog) !== 'i';
  for (const expression of expressions) {
    const lazy = outsideQueries(expression, isLazy);
    if (lazy.some((node) => contains(node, isMutable)))
      yield 'a function that is not IMMUTABLE in CASE or COALESCE';
    const stable = outsideQueries(expression, (node) => volatilityOf(node, catalog) === 's');
    if (stable.some(hasColumn))
      yield 'a STABLE function of a column, such as a time of the table and an interval';
  }
}

function* refusalsOfInsert(query: TreeNode, catalog: Catalog): Generator<string> {
  const isMutable = (node: TreeNode) => volatilityOf(node, catalog) !== 'i';
  const conflict = nodeOf(query, 'onConflict');
  for (const field of ['onConflictSet', 'onConflictWhere', 'arbiterWhere']) {
    if (contains(conflict?.fields.get(field) ?? [], isMutable))
      yield 'a function that is not IMMUTABLE in ON CONFLICT';
  }
  const isOfSelect = nodesOf(query, 'rtable').some((entry) => nodeOf(entry, 'subquery') !== undefined);
  if (!isOfSelect && contains(query.fields.get('targetList') ?? [], ({ kind }) => kind === 'SUBLINK'))
    yield 'a subquery in VALUES';
}

/** Queries in `with` are evaluated first, as separate queries. */
function withoutCtes({ kind, fields }: TreeNode): TreeNode {
  return { kind, fields: new Map([...fields].filter(([name]) => name !== 'cteList')) };
}

/** The highest volatility of the functions that a node calls itself. */
function volatilityOf(node: TreeNode, catalog: Catalog): Volatility {
  const { kind } = node;
  const field = FUNCTION_FIELDS[kind];
  if (field !== undefined) return catalog.volatility(textOf(node, field));
  if (kind === 'COERCEVIAIO') {
    const from = nodeOf(node, 'arg');
    const { reads } = catalog.textFunctions(textOf(node, 'resulttype'));
    const { writes } = catalog.textFunctions(from === undefined ? '' : typeOf(from));
    return [reads, writes].some((id) => catalog.volatility(id) !== 'i') ? 's' : 'i';
  }
  if (kind === 'NEXTVALUEEXPR') return 'v';
  return kind === 'SQLVALUEFUNCTION' ? 's' : 'i';
}

function typeOf(node: TreeNode): string {
  const field = TYPE_FIELDS.find((name) => node.fields.has(name));
  if (field === undefined) throw new Error(`The type of ${node.kind} is not known`);
  return textOf(node, field);
}

function contains(tree: Tree, test: (node: TreeNode) => boolean): boolean {
  return (isNode(tree) && test(tree)) || childrenOf(tree).some((child) => contains(child, test));
}

function isLazy({ kind }: TreeNode): boolean {
  return kind === 'CASEEXPR' || kind === 'COALESCEEXPR';
}

/** Whether Citus finds a column in it. Inside CASE and COALESCE it only looks for functions. */
function hasColumn(tree: Tree): boolean {
  if (isNode(tree) && (tree.kind === 'QUERY' || isLazy(tree))) return false;
  return (isNode(tree) && tree.kind === 'VAR') || childrenOf(tree).some(hasColumn);
}

/** Matching nodes of an expression, without the queries in it: Citus only checks those as queries. */
function outsideQueries(tree: Tree, test: (node: TreeNode) => boolean): TreeNode[] {
  if (isNode(tree) && tree.kind === 'QUERY') return [];
  const below = childrenOf(tree).flatMap((child) => outsideQueries(child, test));
  return isNode(tree) && test(tree) ? [tree, ...below] : below;
}

function visit(tree: Tree, each: (node: TreeNode) => void): void {
  if (isNode(tree)) each(tree);
  for (const child of childrenOf(tree)) visit(child, each);
}
