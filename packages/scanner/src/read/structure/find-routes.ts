import { endOf, IDENT, lineOf, STRING, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { findDjangoPaths, findPythonDecorators } from './python-routes.ts';
import { argumentNames, type FoundRoute, firstString, verb } from './route-tokens.ts';

const methods =
  /^(?:get|post|put|delete|patch|head|options|all|any|use|route|GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|Any|Handle|HandleFunc|Get|Post|Put|Delete|Patch|MapGet|MapPost|MapPut|MapDelete|MapPatch|match|resource|resources)$/;
const routers =
  /(?:^|[a-z_])(?:app|router|route|routes|server|api|fastify|express|hono|r|e|g|mux|group|v\d|http|engine|web|Route|blueprint|bp|registrar|endpoints|instance|controller)$|[aA]pp$|[rR]outer$|[aA]pi$|[sS]erver$|_bp$|Router\b/;

/** HTTP routes, from the calls, decorators and annotations of the usual frameworks. */
export function findRoutes(table: TokenTable, language: string, frameworks: readonly string[]): FoundRoute[] {
  switch (language) {
    case 'JavaScript':
    case 'TypeScript':
    case 'TSX':
      return [
        ...findCalls(table, frameworkOf(frameworks, scriptFrameworks, 'http')),
        ...findAnnotated(table, nestMapping, 'nest'),
      ];
    case 'Go':
      return findCalls(table, frameworkOf(frameworks, goFrameworks, 'net/http'));
    case 'Ruby':
      return findRubyRoutes(table, frameworkOf(frameworks, [[/sinatra/, 'sinatra']], 'rails'));
    case 'PHP':
      return [...findPhpRoutes(table), ...findAnnotated(table, new Map([['Route', 'ANY']]), 'symfony')];
    case 'Python':
      return [
        ...findPythonDecorators(table, frameworkOf(frameworks, pythonFrameworks, 'flask')),
        ...findDjangoPaths(table, frameworks),
      ];
    case 'Java':
    case 'Kotlin':
      if (!/@(?:\w+Mapping|Path|WebServlet)\b/.test(table.source)) return [];
      return [
        ...findAnnotated(table, springMapping, 'spring'),
        ...findAnnotated(table, new Map([['Path', 'ANY']]), 'jax-rs'),
        ...findAnnotated(table, new Map([['WebServlet', 'ANY']]), 'servlet'),
      ];
    case 'C#':
      return [...findAnnotated(table, aspMapping, 'aspnet'), ...findCalls(table, 'aspnet')];
    default:
      return [];
  }
}

const scriptFrameworks: [RegExp, string][] = [
  [/^express$/, 'express'],
  [/^fastify/, 'fastify'],
  [/^hono/, 'hono'],
  [/^@?koa/, 'koa'],
  [/^@hapi/, 'hapi'],
  [/^restify$/, 'restify'],
  [/^@nestjs/, 'nest'],
];
const goFrameworks: [RegExp, string][] = [
  [/gin-gonic/, 'gin'],
  [/labstack\/echo/, 'echo'],
  [/gofiber/, 'fiber'],
  [/go-chi/, 'chi'],
  [/gorilla\/mux/, 'gorilla'],
];
const pythonFrameworks: [RegExp, string][] = [
  [/^fastapi|^starlette/, 'fastapi'],
  [/^flask/, 'flask'],
  [/^bottle/, 'bottle'],
  [/^sanic/, 'sanic'],
  [/^aiohttp/, 'aiohttp'],
];
const springMapping = new Map(
  Object.entries({
    GetMapping: 'GET',
    PostMapping: 'POST',
    PutMapping: 'PUT',
    DeleteMapping: 'DELETE',
    PatchMapping: 'PATCH',
    RequestMapping: 'ANY',
  }),
);
const nestMapping = new Map(
  Object.entries({ Get: 'GET', Post: 'POST', Put: 'PUT', Delete: 'DELETE', Patch: 'PATCH', All: 'ANY' }),
);
const aspMapping = new Map(
  Object.entries({
    HttpGet: 'GET',
    HttpPost: 'POST',
    HttpPut: 'PUT',
    HttpDelete: 'DELETE',
    HttpPatch: 'PATCH',
    Route: 'ANY',
  }),
);

function frameworkOf(imports: readonly string[], known: [RegExp, string][], fallback: string): string {
  return known.find(([pattern]) => imports.some((name) => pattern.test(name)))?.[1] ?? fallback;
}

/** `app.get('/x', guard, handler)` and similar. */
function findCalls(table: TokenTable, framework: string): FoundRoute[] {
  const found: FoundRoute[] = [];
  for (let index = 2; index < table.count; index++) {
    if (
      table.kind[index] !== IDENT ||
      tokenText(table, index - 1) !== '.' ||
      tokenText(table, index + 1) !== '('
    )
      continue;
    const method = tokenText(table, index);
    if (
      !methods.test(method) ||
      table.kind[index + 2] !== STRING ||
      !routers.test(receiverOf(table, index - 2))
    )
      continue;
    const path = tokenText(table, index + 2).slice(1, -1);
    if (!/^(?:\/|\*|[A-Z]+ \/|$)/.test(path)) continue;
    const args = argumentNames(table, index + 1).slice(1);
    if (args.length === 0) continue;
    const isUse = method === 'use';
    if (isUse && args.every((name) => !/router|routes|handler|controller/i.test(name ?? ''))) continue;
    const own = /^([A-Z]+) (\/.*)/.exec(path);
    // Echo takes middleware after the handler.
    const handlerAt = framework === 'echo' ? 0 : args.length - 1;
    found.push({
      line: lineOf(table, index),
      framework,
      method: own?.[1] ?? verb(method),
      path: own?.[2] ?? path,
      handler: args[handlerAt] ?? null,
      guards: args.flatMap((name, at) => (at === handlerAt || name === null ? [] : [name])),
    });
  }
  return found;
}

function receiverOf(table: TokenTable, index: number): string {
  if (tokenText(table, index) !== ')') return tokenText(table, index);
  let depth = 0;
  for (let at = index; at > Math.max(0, index - 60); at--) {
    const text = tokenText(table, at);
    if (text === ')') depth++;
    else if (text === '(' && --depth === 0) return tokenText(table, at - 1);
  }
  return '';
}

/**
 * `@GetMapping("/x")`, `[HttpGet("x")]`, `@Get(':id')`: the class's path is a prefix of its methods' paths.
 */
function findAnnotated(
  table: TokenTable,
  mapping: ReadonlyMap<string, string>,
  framework: string,
): FoundRoute[] {
  const found: FoundRoute[] = [];
  let prefix = '';
  for (let index = 1; index < table.count; index++) {
    if (table.kind[index] !== IDENT) continue;
    const mark = table.source.charCodeAt(endOf(table, index - 1) - 1);
    if (mark !== 64 && mark !== 91 && mark !== 44) continue;
    const name = tokenText(table, index);
    const before = tokenText(table, index - 1);
    const isController = name === 'Controller' && before === '@';
    const method = mapping.get(name);
    if ((method === undefined && !isController) || !/^[@[,]$|^#/.test(before)) continue;
    const path = firstString(table, index);
    const target = nextDeclaration(table, index);
    if (method === undefined || target.isClass) {
      prefix = (path ?? '').replace('[controller]', (target.name ?? '').replace(/Controller$/, ''));
      continue;
    }
    const guards = guardsAround(table, index, target.at);
    const joined =
      path?.startsWith('/') && framework !== 'spring' && framework !== 'jax-rs' && framework !== 'nest'
        ? path
        : `${prefix}/${path ?? ''}`;
    found.push({
      line: lineOf(table, index),
      framework,
      method,
      path: `/${joined}`
        .replace('[action]', target.name ?? '')
        .replace(/\/+/g, '/')
        .replace(/(?<=.)\/$/, ''),
      handler: target.name,
      guards,
    });
  }
  return found;
}

function nextDeclaration(
  table: TokenTable,
  index: number,
): { at: number; name: string | null; isClass: boolean } {
  let depth = 0;
  for (let at = index + 1; at < Math.min(table.count, index + 160); at++) {
    const text = tokenText(table, at);
    if (
      text === '(' &&
      depth === 0 &&
      table.kind[at - 1] === IDENT &&
      !/^[@[]$/.test(tokenText(table, at - 2)) &&
      at > index + 1
    )
      return { at, name: tokenText(table, at - 1), isClass: false };
    if (/^[([]$/.test(text)) depth++;
    else if (/^[)\]]$/.test(text)) depth = Math.max(0, depth - 1);
    if (depth === 0 && /^(?:class|interface|record)$/.test(text))
      return { at, name: tokenText(table, at + 1), isClass: true };
  }
  return { at: index, name: null, isClass: false };
}

const guardNames =
  /^(?:(?:Has|Require|Requires|Check|Needs)?(?:Any|All)?(?:Permissions?|Roles?|Polic(?:y|ies)|Scopes?|Abilit(?:y|ies)|Authority|Admin)(?:Required|Only)?|(?:Is|Only|Requires?)Admin|Acl|Can|PreAuthorize|Secured|RolesAllowed|Authorize|AllowAnonymous|UseGuards|Roles|DenyAll|PermitAll|ValidateAntiForgeryToken|Auth|login_required|permission_required|jwt_required|requires_auth|IsGranted|Validated|Valid)$/;

function guardsAround(table: TokenTable, from: number, to: number): string[] {
  const guards: string[] = [];
  for (let at = Math.max(0, from - 30); at < to; at++) {
    if (at < from && /^[;{}]$/.test(tokenText(table, at))) guards.length = 0;
    const name = tokenText(table, at);
    if (table.kind[at] === IDENT && guardNames.test(name) && /^[@[,]$/.test(tokenText(table, at - 1)))
      guards.push(
        name,
        ...(name === 'UseGuards' ? argumentNames(table, at + 1).filter((one) => one !== null) : []),
      );
  }
  return guards;
}

function findPhpRoutes(table: TokenTable): FoundRoute[] {
  const found: FoundRoute[] = [];
  for (let index = 2; index < table.count; index++) {
    const before = tokenText(table, index - 1);
    const method = tokenText(table, index);
    if (
      table.kind[index] !== IDENT ||
      (before !== '::' && before !== '->') ||
      !/^(?:get|post|put|delete|patch|any|match|options)$/.test(method)
    )
      continue;
    if (
      table.kind[index + 2] !== STRING ||
      !/^(?:Route|\$?(?:app|router|r|group|routes))$/.test(tokenText(table, index - 2))
    )
      continue;
    const args = argumentNames(table, index + 1);
    found.push({
      line: lineOf(table, index),
      framework: before === '::' ? 'laravel' : 'slim',
      method: verb(method),
      path: tokenText(table, index + 2).slice(1, -1),
      handler: args[1] ?? null,
      guards: [],
    });
  }
  return found;
}

function findRubyRoutes(table: TokenTable, framework: string): FoundRoute[] {
  const found: FoundRoute[] = [];
  for (let index = 0; index < table.count; index++) {
    if (table.kind[index] !== IDENT || !/^(?:get|post|put|patch|delete|match)$/.test(tokenText(table, index)))
      continue;
    if ((index > 0 && table.line[index - 1] === table.line[index]) || table.kind[index + 1] !== STRING)
      continue;
    const path = tokenText(table, index + 1).slice(1, -1);
    if (framework === 'rails' && !/routes/.test(table.source.slice(0, 200))) continue;
    found.push({
      line: lineOf(table, index),
      framework,
      method: verb(tokenText(table, index)),
      path,
      handler: null,
      guards: [],
    });
  }
  return found;
}
