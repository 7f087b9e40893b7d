import type { AgentInput } from '../../types/agent.ts';
import type { RouteFact } from '../../types/file-facts.ts';
import { androidManifests } from '../config/android-manifest.ts';
import { applicationSettings } from '../config/application-settings.ts';
import { defineAgent } from '../core/agent-run.ts';
import type { FindingDraft } from '../core/finding-draft.ts';
import { exposureOf, jsLanguages, ownCode, ownCodeView, type SourceView } from '../core/source-view.ts';
import { applyTextRules } from '../core/text-rule.ts';
import { accessRules } from './access-rules.ts';
import { allowListRules } from './allow-list-rules.ts';
import { unlimitedSignIn } from './attempt-limits.ts';
import { clientRoutes, hiddenTexts } from './client-routes.ts';
import { clientShellRules } from './client-shell-rules.ts';
import { commentedGuards } from './commented-guards.ts';
import { comparisonRules } from './comparison-rules.ts';
import { contractRules, reentrantCalls } from './contract-rules.ts';
import { dotnetRules } from './dotnet-rules.ts';
import { exposureRules } from './exposure-rules.ts';
import { fileRules } from './file-rules.ts';
import { foreignRecords, knowsUsers } from './foreign-records.ts';
import { forgedRequests } from './forged-requests.ts';
import { frameworkRules } from './framework-rules.ts';
import { goRules } from './go-rules.ts';
import { guardedFields } from './guarded-fields.ts';
import { habitRules } from './habit-rules.ts';
import { javaWebRules } from './java-web-rules.ts';
import { jvmRules } from './jvm-rules.ts';
import { plainPasswords, plainPersonalData } from './kept-passwords.ts';
import { knowledgeQuestions } from './knowledge-questions.ts';
import { boundRecords } from './managed-binding.ts';
import { managedGuards } from './managed-guards.ts';
import { managedLanguages } from './managed-handlers.ts';
import { managedRules } from './managed-rules.ts';
import { managedSecretRules } from './managed-secrets.ts';
import { misuseDrafts, withoutToldAlready } from './misuse-drafts.ts';
import { modelToolRules } from './model-tool-rules.ts';
import { findReleases, nativeLifetimes } from './native/lifetimes.ts';
import { nativeOwnershipRules } from './native/ownership-rules.ts';
import { nativeCopyRules } from './native-copy-rules.ts';
import { nativeHabits } from './native-habits.ts';
import { nativeMemory } from './native-memory.ts';
import { nativeRules } from './native-rules.ts';
import { knownSizes } from './native-sizes.ts';
import { pagePartRules } from './page-part-rules.ts';
import { passwordRules } from './password-rules.ts';
import { pythonWebRules } from './python-web-rules.ts';
import { requestedSizes } from './requested-sizes.ts';
import { rustRules } from './rust-rules.ts';
import { scriptWebRules } from './script-web-rules.ts';
import { sessionRules } from './session-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { signingKeyRules } from './signing-key-rules.ts';

const allRules = [
  ...sessionRules,
  ...accessRules,
  ...fileRules,
  ...nativeCopyRules,
  ...habitRules,
  ...exposureRules,
  ...allowListRules,
  ...modelToolRules,
  ...contractRules,
  ...passwordRules,
  ...signingKeyRules,
  ...signInRules,
  ...frameworkRules,
  ...nativeRules,
  ...nativeHabits,
  ...nativeOwnershipRules,
  ...scriptWebRules,
  ...clientShellRules,
  ...comparisonRules,
  ...pagePartRules,
  ...javaWebRules,
  ...pythonWebRules,
  ...goRules,
  ...rustRules,
  ...managedRules,
  ...managedSecretRules,
  ...jvmRules,
  ...dotnetRules,
];

/** Who may do what: guards on routes, forged requests, foreign sites, cookies, tokens, rights. */
export const accessControlAgent = defineAgent({
  id: 'security.access-control',
  category: 'security',
  inspectFile: (file, input) => {
    const view = ownCodeView(input, file);
    return view && { drafts: draftsOf(view), records: foreignRecords(view), knowsUsers: knowsUsers(view) };
  },
  program: (input, inspected) => {
    const views = [...ownCode(input)];
    const withUsers = inspected.some((one) => one.knowsUsers);
    const drafts = inspected.flatMap((one) => [
      ...one.drafts,
      ...(withUsers ? one.records.withUsers : one.records.withoutUsers),
    ]);
    // Who gives back what it gets is known once all files are.
    const releases = findReleases(views);
    for (const view of views) drafts.push(...nativeLifetimes(view, releases));
    drafts.push(
      ...adminRoutes(input),
      ...unusedGuards(input, views),
      ...unguardedRoutes(input),
      ...managedGuards(views),
      ...boundRecords(views),
      ...missingCsrf(views),
      ...forgedRequests(views),
      ...missingHeaders(views),
      ...clientRoutes(input, views),
      ...knowledgeQuestions(input),
      ...unlimitedSignIn(input, views),
      ...applicationSettings(input),
      ...androidManifests(input),
    );
    const told = misuseDrafts(input, [
      'insecure_cookie',
      'unverified_token',
      'unsafe_permissions',
      'unsafe_temp_file',
      'debug_mode',
      'unsafe_archive',
      'hardcoded_secret',
    ]);
    return { drafts: withoutToldAlready(told, drafts) };
  },
});

function draftsOf(view: SourceView): FindingDraft[] {
  return [
    ...applyTextRules(allRules, view),
    ...commentedGuards(view),
    ...hiddenTexts(view),
    ...plainPasswords(view),
    ...plainPersonalData(view),
    ...reentrantCalls(view),
    ...nativeMemory(view),
    ...knownSizes(view),
    ...guardedFields(view),
    ...requestedSizes(view),
  ];
}

/** FastAPI asks for guards among the parameters of the handler. */
function dependsOnGuard(input: AgentInput, { file, line }: RouteFact): boolean {
  if (!file.endsWith('.py')) return false;
  const lines =
    input.files
      .text(file)
      ?.split('\n')
      .slice(line - 1, line + 11) ?? [];
  const end = lines.findIndex((one) => /\)\s*(?:->[^:]+)?:\s*(?:#.*)?$/.test(one));
  const head = lines.slice(0, end < 0 ? 4 : end + 1).join('\n');
  return [...head.matchAll(/\b(?:Depends|Security)\(\s*([\w.]+)/g)].some((match) =>
    guardWord.test(match[1]!),
  );
}

const guardWord =
  /auth|guard|login|logged|session|jwt|token|permission|role|admin|user|protect|secur|access|acl|policy|verify|bearer|require|ensure/i;
const openPath =
  /login|log-?in|sign-?in|sign-?up|register|logout|auth|oauth|sso|saml|callback|webhook|hook|health|ready|live|ping|status|metrics|public|forgot|reset|recover|verify|confirm|token|captcha|contact|subscribe|newsletter|search|static|assets|favicon|robots|docs|graphql|feedback/i;

const managed: ReadonlySet<string> = new Set(managedLanguages);

/**
 * Routes that change things without a guard, where routes beside them in the same file have one. Where no route has a
 * guard, guarding happens elsewhere or the service has no accounts, and nothing can be said.
 */
function unguardedRoutes(input: AgentInput): FindingDraft[] {
  const byFile = new Map<string, RouteFact[]>();
  for (const route of input.index.routes) byFile.set(route.file, [...(byFile.get(route.file) ?? []), route]);
  // Whatever stands behind the path may be the guard, also where it is the only handler.
  const isGuarded = (route: RouteFact) => {
    const after = (input.files.text(route.file)?.split('\n')[route.line - 1] ?? '')
      .split(route.path)
      .slice(1)
      .join('');
    return (
      route.guards.some((guard) => guardWord.test(guard)) ||
      dependsOnGuard(input, route) ||
      /\b(?:is|require|ensure|check|deny|must)_?(?:Auth|Admin|All|Login|Logged|Role)/i.test(after)
    );
  };
  const drafts: FindingDraft[] = [];
  for (const [path, routes] of byFile) {
    const file = input.index.files.find((one) => one.path === path);
    // Annotations of Java, Kotlin and C# also stand on classes: they are read on their own.
    if (!file || exposureOf(file) !== 'external' || managed.has(file.language ?? '')) continue;
    const guarded = routes.filter(isGuarded);
    // One is enough where it asks for a right, not for a sign-in alone.
    const asksRight = guarded.some((route) =>
      route.guards.some((guard) => /admin|role|permission|staff|owner|scope|super/i.test(guard)),
    );
    if (guarded.length < (asksRight ? 1 : 2)) continue;
    const names = [
      ...new Set(guarded.flatMap((route) => route.guards.filter((guard) => guardWord.test(guard)))),
      'a guard',
    ].slice(0, 4);
    const open = routes.filter(
      (route) =>
        !isGuarded(route) && !openPath.test(route.path) && /^(?:POST|PUT|PATCH|DELETE)$/.test(route.method),
    );
    // Where most are open, that is how the file is written, and one finding says so.
    const isRule = open.length > guarded.length;
    for (const route of isRule ? open.slice(0, 1) : open) {
      const others = isRule
        ? ` So do ${open.length - 1} others: ${open
            .slice(1, 6)
            .map((one) => `${one.method} ${one.path}`)
            .join(', ')}.`
        : '';
      const text = input.files.text(path)?.split('\n')[route.line - 1] ?? '';
      drafts.push({
        ruleId: 'access/unguarded-route',
        title: `${route.method} ${route.path} has no guard`,
        impact: 'disclosure',
        exposure: 'external',
        severity: guarded.length >= routes.length / 2 ? 'high' : 'medium',
        confidence: guarded.length >= routes.length / 2 ? 0.6 : 0.45,
        cwe: ['CWE-862', 'CWE-306'],
        file: path,
        line: route.line,
        snippet: text,
        description: `${guarded.length} of ${routes.length} routes in this file run ${names.slice(0, 3).join(', ')} first; this one changes data and runs none.${others}`,
        recommendation: `Run ${names[0]} before the handler, or say in a comment why everybody may call it.`,
        source: 'code',
        sinkTokens: `${route.method} ${route.path}`,
      });
    }
  }
  return drafts;
}

/** Routes for administrators that ask only whether somebody is signed in. */
function adminRoutes(input: AgentInput): FindingDraft[] {
  return input.index.routes.flatMap((route) => {
    const file = input.index.files.find((one) => one.path === route.file);
    if (!/(?:^|\/)admin(?:\/|$)/i.test(route.path) || !file || exposureOf(file) !== 'external') return [];
    // Without any guard here, guarding may happen where the router is mounted.
    const guards = route.guards.filter((guard) => !/^(?:Valid\w*|AutoValidate\w*)$/.test(guard));
    if (
      guards.length === 0 ||
      guards.some((guard) => /admin|role|permi|can|grant|allow|authoriz|scope|super|staff/i.test(guard))
    )
      return [];
    const text = input.files.text(route.file)?.split('\n')[route.line - 1] ?? '';
    return [
      {
        ruleId: 'access/admin-for-everybody',
        title: `${route.method} ${route.path} asks only for a sign-in`,
        impact: 'disclosure',
        exposure: 'external',
        confidence: 0.6,
        cwe: ['CWE-285', 'CWE-862'],
        file: route.file,
        line: route.line,
        snippet: text,
        description: `The route is for administrators by its path, and what runs before it (${guards.join(', ')}) asks for no role.`,
        recommendation: 'Check the role before the handler.',
        source: 'code',
        sinkTokens: `${route.method} ${route.path}`,
      } satisfies FindingDraft,
    ];
  });
}

const preparedGuard =
  /\b(?:const|let|var)\s+((?:is|require|ensure|check|must[bB]e|only)_?(?:Admin|Owner|SuperUser|Staff|Role)\w*)\s*=/g;

/** A guard for owners or administrators that a file of routes prepares and puts before none of them. */
function unusedGuards(input: AgentInput, views: readonly SourceView[]): FindingDraft[] {
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
          title: `${match[1]} guards no route`,
          impact: 'disclosure',
          exposure: 'external',
          confidence: 0.6,
          cwe: ['CWE-862', 'CWE-285'],
          file: view.path,
          line,
          snippet: view.lineText(line),
          description:
            'The check is prepared beside the routes and runs before none of them, so that what it should protect is open.',
          recommendation: `Put ${match[1]} before the handlers that need it, or remove it.`,
          source: 'code',
          symbol: view.symbolAt(line),
        } satisfies FindingDraft,
      ];
    });
  });
}

const forgeryProtection =
  /\b\w*(?:csurf|csrf|xsrf|lusca)\w*\s*[(.]|["'](?:csurf|lusca|[\w@/-]*csrf[\w/-]*)["']\s*\)|from\s+["'][\w@/-]*csrf|["']x?-?[cx]srf-token["']|sameSite\s*:\s*['"]?(?:strict|lax|true)/i;
const sessionLibrary = /\b(?:express-session|cookie-session|client-sessions)\b/;
const sessionUse = /\b(?:app|router|server)\.use\s*\(\s*(?:\w*[sS]ession\w*)\s*\(/g;
const postRoute = /\.post\s*\(/;

/** Sessions in cookies, forms that post, and nothing against forged requests: told once, where the session is set up. */
function missingCsrf(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter(
    (view) =>
      view.exposure === 'external' && (jsLanguages as readonly string[]).includes(view.file.language ?? ''),
  );
  if (own.some((view) => view.has(forgeryProtection, 'withoutComments'))) return [];
  for (const view of own) {
    const [use] = view.matchesOf(sessionUse, 'code');
    if (!use || !view.has(sessionLibrary, 'withoutComments')) continue;
    if (!own.some((one) => one.has(postRoute, 'code'))) continue;
    const line = view.lineAt(use.index);
    return [
      {
        ruleId: 'access/no-csrf-protection',
        title: 'No protection against forged requests',
        impact: 'weakening',
        exposure: 'external',
        confidence: 0.6,
        cwe: ['CWE-352'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description:
          'Sessions ride on a cookie that browsers send by themselves, and no route checks where a request comes from.',
        recommendation:
          'Set sameSite on the session cookie and check a token on requests that change things.',
        source: 'code',
        symbol: view.symbolAt(line),
      },
    ];
  }
  return [];
}

const protectiveHeaders = /helmet|lusca|Content-Security-Policy|X-Frame-Options/i;
const expressApplication = /=\s*express\s*\(\s*\)/g;
const givesPages = /\.render\s*\(|view engine|sendFile|express\.static/;

/** A site on Express whose answers carry none of the headers that browsers protect by; told once. */
function missingHeaders(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter(
    (view) =>
      view.exposure === 'external' && (jsLanguages as readonly string[]).includes(view.file.language ?? ''),
  );
  if (own.some((view) => view.has(protectiveHeaders, 'withoutComments'))) return [];
  for (const view of own) {
    const [match] = view.matchesOf(expressApplication, 'code');
    // An interface for programs has no pages to protect.
    if (!match || !own.some((one) => one.has(givesPages, 'withoutComments'))) continue;
    const line = view.lineAt(match.index);
    return [
      {
        ruleId: 'access/no-security-headers',
        title: 'Pages without protective headers',
        impact: 'hygiene',
        exposure: 'external',
        confidence: 0.7,
        cwe: ['CWE-693', 'CWE-1021'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description:
          'Browsers let pages be framed by other sites and guess the kind of files, and injected script runs unhindered.',
        recommendation:
          'Use helmet, or set Content-Security-Policy, X-Frame-Options and X-Content-Type-Options.',
        source: 'code',
        symbol: view.symbolAt(line),
      },
    ];
  }
  return [];
}
