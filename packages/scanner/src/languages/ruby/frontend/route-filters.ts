import type { Expr, FileIr, FunctionIr, Stmt } from '../../../ir/ir.ts';

const verbs = /^(?:get|post|put|patch|delete|options|head|any)$/;
const MAX_FILTERS = 12;
const MAX_FILTER_LENGTH = 4_000;
const MAX_ROUTES = 1_000;

interface Block {
  path: string | null;
  fn: FunctionIr;
}

/**
 * Sinatra runs `before` blocks ahead of a route's block, on the same object, so they set its fields. Here, each
 * route's block begins with their statements.
 */
export function withFilters(file: FileIr): void {
  if (!/^[^\S\n]*before\b/m.test(file.text)) return;
  for (const body of [file.top.body, ...file.classes.map((cls) => cls.setup)]) {
    const filters = blocksOf(body, (name) => name === 'before')
      .filter(({ fn }) => fn.end - fn.pos <= MAX_FILTER_LENGTH)
      .slice(0, MAX_FILTERS)
      .map((filter) => ({ ...filter, body: filter.fn.body.map(plain) }));
    if (filters.length === 0) continue;
    for (const route of blocksOf(body, (name) => verbs.test(name)).slice(0, MAX_ROUTES)) {
      const own = filters.filter((filter) => applies(filter.path, route.path));
      for (const { fn } of own) for (const name of fn.locals) route.fn.locals.add(name);
      route.fn.body = [...own.flatMap((filter) => filter.body), ...route.fn.body];
    }
  }
}

/** Calls by a bare name with a block, at the top level of a file or a class. */
function blocksOf(body: readonly Stmt[], isMeant: (name: string) => boolean): Block[] {
  return body.flatMap((stmt) => {
    const call = stmt.k === 'expr' ? stmt.e : stmt.k === 'return' ? stmt.e : null;
    if (call?.k !== 'call' || call.f.k !== 'var' || !isMeant(call.f.name)) return [];
    const fn = blockOf(call);
    const [path] = call.args;
    return fn === null ? [] : [{ path: path?.k === 'lit' && typeof path.v === 'string' ? path.v : null, fn }];
  });
}

function blockOf(call: Expr & { k: 'call' }): FunctionIr | null {
  const given = [...(call.block === undefined ? [] : [call.block]), ...call.args];
  const found = given.find((one) => one?.k === 'fn');
  return found?.k === 'fn' ? found.fn : null;
}

/** The value of a filter's last statement is not a response. */
function plain(stmt: Stmt): Stmt {
  switch (stmt.k) {
    case 'return':
      return stmt.e === null ? stmt : { ...stmt, k: 'expr', e: stmt.e };
    case 'if':
      return { ...stmt, a: stmt.a.map(plain), b: stmt.b.map(plain) };
    case 'block':
      return { ...stmt, body: stmt.body.map(plain) };
    case 'switch':
      return { ...stmt, cases: stmt.cases.map((one) => ({ ...one, body: one.body.map(plain) })) };
    case 'try':
      return {
        ...stmt,
        body: stmt.body.map(plain),
        catches: stmt.catches.map((one) => ({ ...one, body: one.body.map(plain) })),
      };
    default:
      return stmt;
  }
}

function applies(filter: string | null, route: string | null): boolean {
  if (filter === null || route === null) return true;
  const [start = ''] = filter.split(/[*:?]/);
  return route.startsWith(start.replace(/\/$/, ''));
}
