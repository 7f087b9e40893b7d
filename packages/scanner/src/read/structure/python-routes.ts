import { IDENT, lineOf, STRING, startOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { argumentNames, type FoundRoute, firstString, verb } from './route-tokens.ts';

/** Routes of Flask, FastAPI and similar, with the decorators and dependencies that guard them. */
export function findPythonDecorators(table: TokenTable, framework: string): FoundRoute[] {
  const found: FoundRoute[] = [];
  for (let index = 3; index < table.count; index++) {
    if (
      table.kind[index] !== IDENT ||
      tokenText(table, index - 1) !== '.' ||
      tokenText(table, index - 3) !== '@'
    )
      continue;
    const name = tokenText(table, index);
    if (!/^(?:route|get|post|put|delete|patch|api_route|websocket)$/.test(name)) continue;
    const path = firstString(table, index);
    if (path === null) continue;
    const guards: string[] = [];
    let handler: string | null = null;
    const start = startOf(table, index);
    const [line = ''] = table.source.slice(start, start + 300).split('\n');
    const listed = [...line.matchAll(/(?<=["'])(?:GET|POST|PUT|DELETE|PATCH)(?=["'])/g)].map(
      ([method]) => method,
    );
    for (let at = index + 1; at < Math.min(table.count, index + 120); at++) {
      if (tokenText(table, at) === '@' && table.kind[at + 1] === IDENT)
        guards.push(tokenText(table, at + 2) === '.' ? tokenText(table, at + 3) : tokenText(table, at + 1));
      if (/^(?:Depends|Security)$/.test(tokenText(table, at)) && tokenText(table, at + 1) === '(')
        guards.push(tokenText(table, at + 2));
      if (tokenText(table, at) === 'def') {
        handler = tokenText(table, at + 1);
        for (let inner = at; inner < at + 60 && tokenText(table, inner) !== ':'; inner++)
          if (/^(?:Depends|Security)$/.test(tokenText(table, inner)))
            guards.push(tokenText(table, inner + 2));
        break;
      }
    }
    const verbs = listed.length > 0 ? listed : [name === 'route' ? 'GET' : verb(name)];
    for (const method of verbs)
      found.push({
        line: lineOf(table, index),
        framework,
        method,
        path,
        handler,
        guards: guards.filter((guard) => !/^(?:route|get|post|put|delete|patch)$/.test(guard)),
      });
  }
  return found;
}

/** URL patterns of Django. */
export function findDjangoPaths(table: TokenTable, imports: readonly string[]): FoundRoute[] {
  if (!imports.some((name) => name.startsWith('django'))) return [];
  const found: FoundRoute[] = [];
  for (let index = 0; index < table.count; index++) {
    if (
      !/^(?:path|re_path|url)$/.test(tokenText(table, index)) ||
      tokenText(table, index + 1) !== '(' ||
      table.kind[index + 2] !== STRING
    )
      continue;
    const [, handler] = argumentNames(table, index + 1);
    if (handler === 'include') continue;
    found.push({
      line: lineOf(table, index),
      framework: 'django',
      method: 'ANY',
      path: `/${tokenText(table, index + 2).replace(/^[rRbB]?["']|["']$/g, '')}`,
      handler: handler ?? null,
      guards: [],
    });
  }
  return found;
}
