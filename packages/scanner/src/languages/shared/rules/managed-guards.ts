import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { calledRoutesOf, managedLanguages } from './managed-handlers.ts';

/** `right`: requires a role; `sign-in`: requires a sign-in; `lifted`: anybody may call it. */
type Guard = 'right' | 'sign-in' | 'lifted' | undefined;

interface GuardedRoute {
  line: number;
  /** The offset where the guard is lifted, or of the route's path. */
  at: number;
  method: string;
  path: string;
  guard: Guard;
}

const mapping =
  /@(Get|Post|Put|Delete|Patch)(?:Mapping)?\b(?:\s*\(([^()\n]*)\))?|@(GET|POST|PUT|DELETE|PATCH)\b|@RequestMapping\s*\(([^()]*method[^()]*)\)|\[Http(Get|Post|Put|Delete|Patch)\b(?:\s*\(([^()\n]*)\))?/g;
const right =
  /@(?:PreAuthorize\s*\(\s*"[^"\n]*(?:hasRole|hasAuthority|hasAnyRole|hasAnyAuthority|hasPermission)|Secured\b|RolesAllowed\b|RequiresRoles\b|RequiresPermissions\b)|\[(?:[^\]\n]*,\s*)?Authorize\s*\(\s*(?:Roles|Policy|"|[A-Z]\w*\.)/;
const signIn = /@(?:PreAuthorize|Authenticated|RequiresAuthentication)\b|\[(?:[^\]\n]*,\s*)?Authorize\b/;
const lifted =
  /@(?:PermitAll|Anonymous\w*)\b|@PreAuthorize\s*\(\s*"permitAll|\[(?:[^\]\n]*,\s*)?AllowAnonymous\b/;
/** A policy may require only a token; a role decides who may call. */
const role = /Roles\s*=|RolesAllowed|@Secured|has(?:Any)?(?:Role|Authority)|admin/i;

/** Guards for routes that are set elsewhere: filters, filter chains, default policies. */
const guardsElsewhere =
  /\bSecurityFilterChain\b|\bSecurityWebFilterChain\b|\bWebSecurityConfigurerAdapter\b|\bHandlerInterceptor\b|\bOncePerRequestFilter\b|\bContainerRequestFilter\b|\bFallbackPolicy\b|\bAuthorizeFilter\b|\bRequireAuthorization\b|\bAuthorizeFolder\b|\bIAuthorizationFilter\b|\bimplements\s+Filter\b|\bHttpServerFilter\b|quarkus\.http\.auth/;
const publicPath =
  /login|log-?in|sign-?in|sign-?up|register|logout|auth|oauth|callback|webhook|hook|health|ready|live|ping|status|metrics|public|forgot|reset|recover|verify|confirm|token|captcha|contact|subscribe|search|error|feedback/i;
const changing = /^(?:POST|PUT|PATCH|DELETE)$/;
const administration = /\badmin/i;

/**
 * Handlers in Java, Kotlin and C# without the guard that the routes beside them have, or that lift the guard of their
 * class.
 */
export function managedGuards(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter(
    (view) =>
      (managedLanguages as readonly string[]).includes(view.file.language ?? '') &&
      view.exposure === 'external',
  );
  const isGuardedElsewhere = own.some((view) => view.has(guardsElsewhere, 'code'));
  return own.flatMap((view) => [
    ...siblingsOfGuarded(view, calledRoutes(view)),
    ...classesOf(view).flatMap((one) => judge(view, one, isGuardedElsewhere)),
    ...(isGuardedElsewhere || view.file.language !== 'C#' ? [] : openHubs(view)),
  ]);
}

const hub = /\bclass\s+(\w*Admin\w*)\s*(?:\([^()]*\)\s*)?:\s*Hub\b/g;
const hubMethod = /\bpublic\s+(?:async\s+)?(?:Task|ValueTask|void)\b[^(=;\n]*?\b(\w+)\s*\(/g;

/** Hubs for administrators without authorization: whoever connects can call their methods. */
function openHubs(view: SourceView): FindingDraft[] {
  return [...view.matchesOf(hub, 'code')].flatMap((match) => {
    const head =
      view.withoutComments
        .slice(0, match.index)
        .split(/[;}]\s*\n/)
        .at(-1) ?? '';
    const body = view.code.slice(match.index);
    if (guardOf(head) !== undefined || /\[Authorize\b|\bContext\.User\b/.test(body)) return [];
    const method = [...body.matchAll(hubMethod)].find(
      ([, name = '']) => !/^On(?:Dis)?[cC]onnected/.test(name),
    );
    if (method === undefined) return [];
    const line = view.lineAt(match.index + method.index);
    return [
      draftOf(
        view,
        { line, at: line, method: 'HUB', path: match[1] ?? '', guard: undefined },
        {
          ruleId: 'access/unguarded-admin',
          description: 'Anybody who connects to the hub can change and delete data.',
          recommendation: 'Require a role on the class: [Authorize(Roles = …)].',
          confidence: 0.6,
        },
      ),
    ];
  });
}

interface Controller {
  name: string;
  head: string;
  guard: Guard;
  routes: GuardedRoute[];
}

function classesOf(view: SourceView): Controller[] {
  const found = [...view.matchesOf(mapping, 'withoutComments')];
  if (found.length === 0) return [];
  const classes = [...view.code.matchAll(/^[^\S\n]*(?:[a-z]+\s+)*(?:class|interface|object)\s+(\w+)/gm)];
  return classes.flatMap((match, index): Controller[] => {
    const end = classes[index + 1]?.index ?? view.code.length;
    const before = view.withoutComments.slice(Math.max(0, match.index - 800), match.index);
    const head = before.split(/[;{}]\s*\n/).at(-1) ?? '';
    const bodyStart = match.index + match[0].length;
    const routes = found
      .filter((one) => one.index > bodyStart && one.index < end)
      .map((one) => routeOf(view, one, bodyStart));
    return routes.length === 0 ? [] : [{ name: match[1] ?? '', head, guard: guardOf(head), routes }];
  });
}

function routeOf(view: SourceView, match: RegExpExecArray, from: number): GuardedRoute {
  const text = view.withoutComments;
  // All annotations of the method: from the end of the code before it to its parameters.
  const before = text.slice(Math.max(from, match.index - 600), match.index);
  const line = view.lineAt(match.index);
  const start = Math.max(match.index - before.length + endOfBefore(before), endOfFunctionBefore(view, line));
  const rest = text.slice(match.index, match.index + 800);
  const head = text.slice(
    start,
    match.index +
      Math.max(0, rest.search(/\b(?:public|fun|private|protected)\b|\w+\s+\w+\s*\(\s*[@\w)]|\{\s*\n/)),
  );
  const all = head.length > 0 ? `${head}${match[0]}` : match[0];
  const guard = guardOf(all);
  const path = /"([^"\n]*)"/.exec(match[2] ?? match[4] ?? match[6] ?? '')?.[1] ?? '';
  const verb =
    match[1] ?? match[3] ?? /\b(GET|POST|PUT|DELETE|PATCH)\b/.exec(match[4] ?? '')?.[1] ?? match[5] ?? 'GET';
  const lift = guard === 'lifted' ? lifted.exec(head) : null;
  return {
    line,
    at: lift === null ? line : view.lineAt(start + lift.index),
    method: verb.toUpperCase(),
    path,
    guard,
  };
}

/** The end of the last function before a line. A function with an expression body ends without a brace. */
function endOfFunctionBefore(view: SourceView, line: number): number {
  let last = 0;
  for (const { endLine } of view.file.functions) if (endLine < line && endLine > last) last = endLine;
  return last === 0 ? 0 : view.offsetOf(last + 1);
}

function endOfBefore(before: string): number {
  let end = 0;
  for (const match of before.matchAll(/[;{}]\s*\n/g)) end = match.index + match[0].length;
  return end;
}

function guardOf(head: string): Guard {
  if (lifted.test(head)) return 'lifted';
  if (right.test(head)) return 'right';
  return signIn.test(head) ? 'sign-in' : undefined;
}

function calledRoutes(view: SourceView): GuardedRoute[] {
  return calledRoutesOf(view)
    .filter((route) => route.path !== '')
    .map((route) => {
      const line = view.lineAt(route.start);
      return {
        line,
        at: line,
        method: route.method,
        path: route.path,
        guard: route.isGuarded
          ? 'sign-in'
          : /AllowAnonymous/.test(view.code.slice(route.start, route.end))
            ? 'lifted'
            : undefined,
      };
    });
}

function judge(view: SourceView, one: Controller, isGuardedElsewhere: boolean): FindingDraft[] {
  const isAdmin = administration.test(one.name) || administration.test(/"[^"\n]*"/.exec(one.head)?.[0] ?? '');
  if ((one.guard === 'right' && (isAdmin || role.test(one.head))) || (one.guard === 'sign-in' && isAdmin))
    return one.routes
      .filter(
        (route) =>
          route.guard === 'lifted' &&
          !publicPath.test(route.path) &&
          (changing.test(route.method) || isAdmin),
      )
      .map((route) =>
        draftOf(view, route, {
          ruleId: 'access/guard-lifted',
          description: `All of ${one.name} requires a permission; this handler allows everybody.`,
          recommendation: 'Remove the annotation, or move what is public to a separate class.',
          confidence: 0.7,
        }),
      );
  if (one.guard !== undefined) return [];
  const found = siblingsOfGuarded(view, one.routes);
  if (
    found.length > 0 ||
    !isAdmin ||
    isGuardedElsewhere ||
    one.routes.some((route) => route.guard !== undefined)
  )
    return found;
  const [open] = one.routes.filter((route) => changing.test(route.method) && !publicPath.test(route.path));
  return open === undefined
    ? []
    : [
        draftOf(view, open, {
          ruleId: 'access/unguarded-admin',
          description: 'Anybody who knows the address can change and delete data.',
          recommendation: 'Require a role on the class.',
          confidence: 0.6,
        }),
      ];
}

/** Routes that change data or are for administrators, without a guard, if others in the file have one. */
function siblingsOfGuarded(view: SourceView, routes: readonly GuardedRoute[]): FindingDraft[] {
  const guarded = routes.filter((route) => route.guard === 'right' || route.guard === 'sign-in');
  const asksRight = guarded.some((route) => route.guard === 'right');
  const open = routes.filter(
    (route) =>
      route.guard === undefined &&
      !publicPath.test(route.path) &&
      (changing.test(route.method) || administration.test(route.path)),
  );
  // If most routes are open, that is intended.
  if (guarded.length === 0 || open.length > Math.max(guarded.length, 1)) return [];
  if (!asksRight && guarded.length < 2 && !open.some((route) => administration.test(route.path))) return [];
  return open.map((route) =>
    draftOf(view, route, {
      ruleId: 'access/unguarded-route',
      subject: `${route.method} ${route.path}`,
      description: `${guarded.length} of ${routes.length} handlers next to it check the user or a permission; this one checks nothing.`,
      recommendation: 'Add the same guard, or say why everybody may call it.',
      confidence: 0.55,
    }),
  );
}

function draftOf(
  view: SourceView,
  route: GuardedRoute,
  text: Pick<FindingDraft, 'ruleId' | 'subject' | 'description' | 'recommendation' | 'confidence'>,
): FindingDraft {
  return {
    ...text,
    impact: 'disclosure',
    exposure: view.exposure,
    severity: 'medium',
    cwe: ['CWE-862', 'CWE-306', 'CWE-285'],
    file: view.path,
    line: route.at,
    snippet: view.lineText(route.at),
    source: 'code',
    symbol: view.symbolAt(route.at),
    sinkTokens: `${route.method} ${route.path}`,
  };
}
