import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf, type SourceView } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';
import type { RouteFact } from '../../../types/file-facts.ts';
import { managedLanguages } from './managed-handlers.ts';

const guardPattern =
  /auth|guard|login|logged|session|jwt|token|permission|role|admin|user|protect|secur|access|acl|policy|verify|bearer|require|ensure/i;
const openPath =
  /login|log-?in|sign-?in|sign-?up|register|logout|auth|oauth|sso|saml|callback|webhook|hook|health|ready|live|ping|status|metrics|public|forgot|reset|recover|verify|confirm|token|captcha|contact|subscribe|newsletter|search|static|assets|favicon|robots|docs|graphql|feedback/i;

const managed: ReadonlySet<string> = new Set(managedLanguages);

/**
 * Routes that change data without a guard, in a file where other routes have one. If no route has a guard, guards are
 * set elsewhere or the service has no accounts, so nothing is reported.
 */
export function unguardedRoutes(input: AgentInput): FindingDraft[] {
  const byFile = new Map<string, RouteFact[]>();
  for (const route of input.index.routes) byFile.set(route.file, [...(byFile.get(route.file) ?? []), route]);
  const drafts: FindingDraft[] = [];
  for (const [path, routes] of byFile) {
    const file = input.index.files.find((one) => one.path === path);
    // In Java, Kotlin and C#, annotations may also be on classes: `managed-guards.ts` handles these.
    if (!file || exposureOf(file) !== 'external' || managed.has(file.language ?? '')) continue;
    drafts.push(...unguardedAmong(routes, input));
  }
  return drafts;
}

/** `routes`: all routes of one file. */
function unguardedAmong(routes: readonly RouteFact[], input: AgentInput): FindingDraft[] {
  const guarded = routes.filter((route) => isGuarded(route, input));
  // One guarded route is enough if its guard requires a right, not just a sign-in.
  const asksRight = guarded.some((route) =>
    route.guards.some((guard) => /admin|role|permission|staff|owner|scope|super/i.test(guard)),
  );
  if (guarded.length < (asksRight ? 1 : 2)) return [];
  const known = new Set(guarded);
  const open = routes.filter(
    (route) =>
      !known.has(route) && !openPath.test(route.path) && /^(?:POST|PUT|PATCH|DELETE)$/.test(route.method),
  );
  // If most routes of the file are open, one finding stands for all.
  const isRule = open.length > guarded.length;
  const others = isRule
    ? ` So do ${open.length - 1} others: ${open
        .slice(1, 6)
        .map((one) => `${one.method} ${one.path}`)
        .join(', ')}.`
    : '';
  return (isRule ? open.slice(0, 1) : open).map((route) =>
    unguardedDraft(route, { guarded, all: routes.length, others }, input),
  );
}

function unguardedDraft(
  route: RouteFact,
  { guarded, all, others }: { guarded: readonly RouteFact[]; all: number; others: string },
  input: AgentInput,
): FindingDraft {
  const guards = guarded.flatMap((one) => one.guards.filter((guard) => guardPattern.test(guard)));
  const names = [...new Set(guards), 'a guard'];
  const isMostlyGuarded = guarded.length >= all / 2;
  return {
    ruleId: 'access/unguarded-route',
    subject: `${route.method} ${route.path}`,
    impact: 'disclosure',
    exposure: 'external',
    severity: isMostlyGuarded ? 'high' : 'medium',
    confidence: isMostlyGuarded ? 0.6 : 0.45,
    cwe: ['CWE-862', 'CWE-306'],
    file: route.file,
    line: route.line,
    snippet: lineOf(route, input),
    description: `${guarded.length} of ${all} routes in this file run ${names.slice(0, 3).join(', ')} first; this one changes data and runs none.${others}`,
    recommendation: `Run ${names[0]} before the handler, or say in a comment why everybody may call it.`,
    source: 'code',
    sinkTokens: `${route.method} ${route.path}`,
  };
}

function isGuarded(route: RouteFact, input: AgentInput): boolean {
  // Anything after the path may be the guard, even if it is the only handler.
  const after = lineOf(route, input).split(route.path).slice(1).join('');
  return (
    route.guards.some((guard) => guardPattern.test(guard)) ||
    dependsOnGuard(input, route) ||
    namesUser(input, route) ||
    /\b(?:is|require|ensure|check|deny|must)_?(?:Auth|Admin|All|Login|Logged|Role)/i.test(after)
  );
}

/** Whether the code that changes data gets the user, and can decide. */
function namesUser(input: AgentInput, { file, line }: RouteFact): boolean {
  const lines =
    input.files
      .text(file)
      ?.split('\n')
      .slice(line, line + 40) ?? [];
  const begun = lines.findIndex((one) => /^\s*(?:async\s+)?def\b/.test(one));
  if (begun < 0) return false;
  const next = lines.findIndex(
    (one, at) => at > begun && /^\s{0,4}(?:@|class\b|def\b|async\s+def\b)/.test(one),
  );
  return lines
    .slice(begun, next < 0 ? lines.length : next)
    .some((one) => /\buser\s*=\s*(?:self\.)?request\.user\b/.test(one));
}

/** In FastAPI, guards are parameters of the handler. */
function dependsOnGuard(input: AgentInput, { file, line }: RouteFact): boolean {
  if (!file.endsWith('.py')) return false;
  const lines =
    input.files
      .text(file)
      ?.split('\n')
      .slice(line - 1, line + 11) ?? [];
  const end = lines.findIndex((one) => /\)\s*(?:->[^:]+)?:\s*(?:#.*)?$/.test(one));
  const head = lines.slice(0, end < 0 ? 4 : end + 1).join('\n');
  return [...head.matchAll(/\b(?:Depends|Security)\(\s*([\w.]+)/g)].some(([, name = '']) =>
    guardPattern.test(name),
  );
}

/** Routes for administrators that require only a sign-in. */
export function adminRoutes(input: AgentInput): FindingDraft[] {
  return input.index.routes.flatMap((route) => {
    const file = input.index.files.find((one) => one.path === route.file);
    if (!/(?:^|\/)admin(?:\/|$)/i.test(route.path) || !file || exposureOf(file) !== 'external') return [];
    // Without any guard here, one may be set where the router is mounted.
    const guards = route.guards.filter((guard) => !/^(?:Valid\w*|AutoValidate\w*)$/.test(guard));
    if (
      guards.length === 0 ||
      guards.some((guard) => /admin|role|permi|can|grant|allow|authoriz|scope|super|staff/i.test(guard))
    )
      return [];
    return [
      {
        ruleId: 'access/admin-for-everybody',
        subject: `${route.method} ${route.path}`,
        impact: 'disclosure',
        exposure: 'external',
        confidence: 0.6,
        cwe: ['CWE-285', 'CWE-862'],
        file: route.file,
        line: route.line,
        snippet: lineOf(route, input),
        description: `By its path the route is for administrators, and what runs before it (${guards.join(', ')}) checks no role.`,
        recommendation: 'Check the role before the handler.',
        source: 'code',
        sinkTokens: `${route.method} ${route.path}`,
      } satisfies FindingDraft,
    ];
  });
}

const preparedGuard =
  /\b(?:const|let|var)\s+((?:is|require|ensure|check|must[bB]e|only)_?(?:Admin|Owner|SuperUser|Staff|Role)\w*)\s*=/g;

/** A guard for owners or administrators that a file of routes creates and does not use. */
export function unusedGuards(input: AgentInput, views: readonly SourceView[]): FindingDraft[] {
  const routeFiles = new Set(input.index.routes.map((route) => route.file));
  return views.flatMap((view) => {
    if (!routeFiles.has(view.path) || view.exposure !== 'external') return [];
    return [...view.matchesOf(preparedGuard, 'code')].flatMap((match) => {
      const uses = view.code.match(new RegExp(`\\b${match[1]}\\b`, 'g'))?.length ?? 0;
      if (uses > 1) return [];
      const line = view.lineAt(match.index);
      return [
        {
          ruleId: 'access/unused-guard',
          subject: match[1],
          impact: 'disclosure',
          exposure: 'external',
          confidence: 0.6,
          cwe: ['CWE-862', 'CWE-285'],
          file: view.path,
          line,
          snippet: view.lineText(line),
          description:
            'The check is prepared next to the routes but runs before none of them, so what it should protect is open.',
          recommendation: `Put ${match[1]} before the handlers that need it, or remove it.`,
          source: 'code',
          symbol: view.symbolAt(line),
        } satisfies FindingDraft,
      ];
    });
  });
}

function lineOf(route: RouteFact, input: AgentInput): string {
  return input.files.text(route.file)?.split('\n')[route.line - 1] ?? '';
}
