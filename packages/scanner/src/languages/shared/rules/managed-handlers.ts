import type { SourceView } from '../../../rules/source-view.ts';

export const managedLanguages = ['Java', 'Kotlin', 'C#'] as const;

/** A handler for requests in Java, Kotlin or C#: an annotated method, or a function registered with its path. */
export interface Handler {
  /** Annotations before the handler, without comments. */
  head: string;
  /** The whole handler with its parameters, without comments and the content of strings. */
  code: string;
  /** The same with the content of strings. */
  text: string;
  /** Parameters and variables that hold one value of the request. */
  given: ReadonlySet<string>;
  /** True if it reads who the caller is but does not use it; undefined if it never reads it. */
  ignoresCaller: boolean | undefined;
}

/** A route registered by a call: `app.MapGet("/x", …)` in C#, `get("/x") { … }` in Ktor. */
export interface CalledRoute {
  start: number;
  end: number;
  method: string;
  path: string;
  isGuarded: boolean;
}

const mappedCall =
  /\b(\w+)\s*\.\s*Map(Get|Post|Put|Delete|Patch)\s*\(\s*"([^"\n]*)"|(?<![.\w])(get|post|put|delete|patch)\s*(?:<[^>\n]{1,60}>)?\s*\(\s*(?:"([^"\n]*)"\s*)?\)\s*\{/g;
const guardedBlock =
  /\b(?:authenticate|with(?:Any|All)?(?:Role|Roles|Permission|Auth)\w*|authorize\w*|require\w*)\s*(?:\([^()\n]{0,200}\))?\s*\{/g;
const calledRoutes = new WeakMap<SourceView, readonly CalledRoute[]>();

/** The routes that a file registers with calls. */
export function calledRoutesOf(view: SourceView): readonly CalledRoute[] {
  let routes = calledRoutes.get(view);
  if (routes === undefined) {
    routes = view.file.language === 'Java' ? [] : readCalledRoutes(view);
    calledRoutes.set(view, routes);
  }
  return routes;
}

function readCalledRoutes(view: SourceView): readonly CalledRoute[] {
  if (view.file.language === 'Kotlin' && !view.text.includes('ktor')) return [];
  const guarded =
    view.file.language === 'Kotlin'
      ? [...view.matchesOf(guardedBlock, 'code')].map((match) => ({
          from: match.index,
          to: endOfBlock(view.code, match.index + match[0].length - 1),
        }))
      : [];
  return [...view.matchesOf(mappedCall, 'withoutComments')].slice(0, 400).flatMap((match) => {
    const start = match.index;
    const isLambda = match[2] === undefined;
    if (isLambda !== (view.file.language === 'Kotlin')) return [];
    const open = isLambda ? start + match[0].length - 1 : start + match[0].indexOf('(');
    const close = endOfBlock(view.code, open);
    const end = isLambda ? close : endOfStatement(view.code, close);
    const isGuarded = isLambda
      ? guarded.some(({ from, to }) => from < start && start < to)
      : /RequireAuthorization|\[Authorize/.test(view.code.slice(start, end)) ||
        new RegExp(
          String.raw`\b${match[1]}\s*=[^;]{0,300}RequireAuthorization|\b${match[1]}\.RequireAuth`,
        ).test(view.code);
    const method = (match[2] ?? match[4] ?? '').toUpperCase();
    return [{ start, end, method, path: match[3] ?? match[5] ?? '', isGuarded }];
  });
}

/** The offset of the bracket that closes the one at `open`. */
function endOfBlock(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(code.length, open + 20_000); at++) {
    const sign = code.charCodeAt(at);
    if (sign === 40 || sign === 123) depth++;
    else if ((sign === 41 || sign === 125) && --depth === 0) return at + 1;
  }
  return Math.min(code.length, open + 20_000);
}

function endOfStatement(code: string, from: number): number {
  const end = code.indexOf(';', from);
  return end < 0 || end - from > 600 ? from : end + 1;
}

/** The handler around an offset. */
export function handlerAt(view: SourceView, offset: number): Handler | undefined {
  const range = rangeAround(view, offset);
  if (range === undefined) return undefined;
  const { from, to } = range;
  const code = view.code.slice(from, to);
  const text = view.withoutComments.slice(from, to);
  const before = view.withoutComments.slice(Math.max(0, from - 1_200), from);
  const head = range.isMethod ? (before.split(/[;{}]\s*\n/).at(-1) ?? '') : '';
  return {
    head,
    code,
    text,
    given: argumentNames(view, head, code, text),
    ignoresCaller: ignoresCaller(code),
  };
}

function rangeAround(
  view: SourceView,
  offset: number,
): { from: number; to: number; isMethod: boolean } | undefined {
  let inner: CalledRoute | undefined;
  for (const route of calledRoutesOf(view))
    if (route.start <= offset && offset < route.end && (inner === undefined || route.start > inner.start))
      inner = route;
  if (inner !== undefined) return { from: inner.start, to: inner.end, isMethod: false };
  const around = view.functionAt(view.lineAt(offset));
  return around === undefined
    ? undefined
    : { from: view.offsetOf(around.line), to: view.offsetOf(around.endLine + 1), isMethod: true };
}

const bound =
  /@(?:PathVariable|RequestParam|PathParam|QueryParam|FormParam|QueryValue|RestPath|RestQuery|RestForm|RequestHeader|HeaderParam)\b(?:\s*\([^()]*\))?\s+(?:(\w+)\s*:|(?:final\s+)?[\w.<>?]+\s+(\w+))/g;
const readFromRequest =
  /\b(\w+)\s*(?::\s*\w+\??\s*)?=\s*[^;\n]{0,80}?(?:\bcall\.(?:parameters|request\.(?:raw)?[qQ]ueryParameters|pathParameters|queryParameters)\b|\.(?:pathParam|queryParam|formParam|pathVariable|getParameter|(?:path|query|form)ParamAsClass|get(?:Path|Query|Form)Param)\s*(?:<\w+>)?\s*\(|\bRequest\.(?:Query|Form|RouteValues)\b)/g;
const typed = /(?:[(,]|\])\s*(?:int|long|short|uint|string|Guid)\??\s+(\w+)\s*(?==[^,)=]*[,)]|[,)])/g;

function argumentNames(view: SourceView, head: string, code: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, one, other = ''] of code.matchAll(bound)) names.add(one ?? other);
  for (const [, name = ''] of code.matchAll(readFromRequest)) names.add(name);
  for (const [path] of `${head}${text.slice(0, 400)}`.matchAll(/"[^"\n]*\{[^"\n]*"/g))
    for (const [, name = ''] of path.matchAll(/\{\*{0,2}(\w+)[:?=}]/g)) names.add(name);
  if (view.file.language === 'C#' && isAction(view, head, code)) {
    const signature = code.slice(0, Math.max(0, code.search(/\)\s*(?:=>|\{|where\b)/)) + 1);
    for (const [, name = ''] of signature.matchAll(typed)) names.add(name);
  }
  return names;
}

function isAction(view: SourceView, head: string, code: string): boolean {
  return (
    /\[(?:Http(?:Get|Post|Put|Delete|Patch)|Route)\b/.test(head) ||
    /^\w+\s*\.\s*Map\w+\s*\(/.test(code) ||
    (/\b(?:I?ActionResult|JsonResult|IResult)\b/.test(code) && /Controller\b/.test(view.code))
  );
}

const callerParameter =
  /\b(?:(?:@AuthenticationPrincipal|@CurrentUser)\s+(?:(\w+)\s*:|(?:final\s+)?[\w.<>?]+\s+(\w+))|(?:Principal|Authentication|ClaimsPrincipal|UserDetails|JwtAuthenticationToken)\s+(\w+)\s*[,)]|(\w+)\s*:\s*(?:Principal|Authentication|UserDetails)\b)|@(?:AuthenticationPrincipal|CurrentUser)\b(?:\([^()]*\))?\s+(?:(\w+)\s*:|(?:final\s+)?[\w.<>?]+\s+(\w+))/g;
const callerVariable =
  /\b(\w+)\s*(?::\s*\w+\??\s*)?=\s*[^;\n]{0,80}?(?:\bcall\.(?:principal|authentication|sessions)\b|\bSecurityContextHolder\b|(?<![\w.])(?:HttpContext\.)?User\s*[?!]?\.\s*\w+|\bctx\.(?:attribute|sessionAttribute)\b)/g;
const callerAnywhere =
  /\bcall\.(?:principal|authentication|sessions)\b|\bSecurityContextHolder\b|(?<![\w.])(?:HttpContext\.)?User\s*[?!]?\.|[uU]serManager\b|[cC]urrentUser\w*|_?userContext\b|\b[sS]ecurityIdentity\b|\bsecurityContext\b|[uU]serPrincipal\b|AuthorizeAsync|Forbid\s*\(|@PreAuthorize|\b(?:has|check|verify|require|assert|ensure)\w*(?:Owner|Access|Permission|Right|Role)\w*\s*\(/;

/** Whether the caller's identity is read but not used; undefined if it is not read. */
function ignoresCaller(code: string): boolean | undefined {
  const names = new Set<string>();
  for (const pattern of [callerParameter, callerVariable])
    for (const [, ...groups] of code.matchAll(pattern)) {
      const name = groups.find((one: string | undefined) => one !== undefined);
      if (name !== undefined) names.add(name);
    }
  for (const name of names) {
    if ((code.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length ?? 0) > 1) return false;
  }
  if (names.size > 0) return true;
  return callerAnywhere.test(code) ? false : undefined;
}
