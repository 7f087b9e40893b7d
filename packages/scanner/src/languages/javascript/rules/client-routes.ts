import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

const routerLibrary = /@angular\/router|vue-router|react-router|@tanstack\/react-router/;
const guardKey =
  /\b(?:canActivate|canActivateChild|canMatch|canLoad|beforeEnter|loader|meta|requiresAuth|requireAuth|guard|middleware|authGuard)\b/;
const privilegedPage =
  /(?:^|[/-])(?:admin\w*|backoffice|back-office|staff|internal|superuser|root|moderat\w+|accounting)(?:$|[/-])/i;
const openPage =
  /^$|\*|^\/?$|:|login|sign|register|logout|oauth|callback|forgot|reset|verify|confirm|search|home|about|contact|privacy|terms|help|faq|imprint|\b(?:40[0-9]|500)\b|not-?found|error|welcome|index|landing/i;
const developerPage =
  /(?:^|[/-])(?:sandbox|debug|playground|devtools?|internal|staging|hidden|secret|test-?page|preview)(?:$|[/-])/i;
const MAX_PER_TABLE = 12;

interface PageRoute {
  view: SourceView;
  line: number;
  path: string;
  text: string;
  guards: string[];
}

/**
 * Pages of a client-side router. The user of a browser can disable every check in it. So a guard there is only a
 * convenience, a page without one can be opened by its URL, and a page without a menu entry is found in the script.
 */
export function clientRoutes(input: AgentInput, views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter((view) => isScript(view) && view.exposure === 'external');
  const tables = own.filter((view) => view.has(routerLibrary, 'text') && /\bpath\s*:/.test(view.code));
  if (tables.length === 0) return [];
  const routes = tables.flatMap(routesOf);
  // If no route has a guard, nothing can be said about missing ones.
  if (!routes.some((route) => route.guards.length > 0)) return [];
  const links = linksOf(input, own, new Set(tables.map((view) => view.path)));
  const drafts = routes.flatMap((route) => judge(route, own, links));
  return drafts.slice(0, MAX_PER_TABLE * tables.length);
}

function isScript(view: SourceView): boolean {
  return (jsLanguages as readonly string[]).includes(view.file.language ?? '');
}

/** Entries such as `{ path: 'x', … }`, each with its text. */
function routesOf(view: SourceView): PageRoute[] {
  const routes: PageRoute[] = [];
  for (const match of view.withoutComments.matchAll(/\{\s*path\s*:\s*(["'`])([^"'`\n]{0,120})\1/g)) {
    const end = closingOf(view.code, match.index);
    const text = view.withoutComments.slice(match.index, end);
    const guards =
      /\b(?:canActivate|canActivateChild|canMatch|canLoad|beforeEnter)\s*:\s*\[?([^\]}\n]*)/.exec(text);
    routes.push({
      view,
      line: view.lineAt(match.index + match[0].indexOf('path')),
      path: match[2] ?? '',
      text,
      guards: guards
        ? (guards[1] ?? '').split(',').flatMap((name) => /[\w.]+/.exec(name)?.[0] ?? [])
        : guardKey.test(text)
          ? ['guard']
          : [],
    });
    if (routes.length >= 400) break;
  }
  return routes;
}

function closingOf(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(code.length, open + 8_000); at++) {
    const char = code[at];
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return Math.min(code.length, open + 400);
}

interface Links {
  /** Paths that are used outside the tables. */
  named: ReadonlySet<string>;
  /** Menu links: the path, and the lines around it that decide whether it is shown. */
  menus: ReadonlyMap<string, string[]>;
}

const MAX_READ_LENGTH = 4_000_000;
const linkPattern = /routerLink|navigate|\bhref\b|\bto=|\bLink\b|router|location/;

function linksOf(input: AgentInput, views: readonly SourceView[], tables: ReadonlySet<string>): Links {
  const named = new Set<string>();
  const menus = new Map<string, string[]>();
  let size = 0;
  const take = (path: string, text: string): void => {
    if (size > MAX_READ_LENGTH || !linkPattern.test(text)) return;
    size += text.length;
    for (const [, page = ''] of text.matchAll(/["'`]\/?#?\/?([\w-]+(?:\/[\w-]+){0,5})(?=["'`/?#])/g))
      named.add(page);
    if (/nav|menu|header|toolbar|layout|app\.component|App\./i.test(path)) collectMenu(text, menus);
  };
  for (const view of views) if (!tables.has(view.path)) take(view.path, view.withoutComments);
  for (const file of input.index.files) {
    if (file.isVendored || !/\.(?:html?|vue|svelte)$/i.test(file.path) || file.sizeBytes > 262_144) continue;
    const text = input.files.text(file.path);
    if (text !== undefined) take(file.path, text);
  }
  return { named, menus };
}

function collectMenu(text: string, menus: Map<string, string[]>): void {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    for (const match of line.matchAll(
      /(?:routerLink|href|to)\]?=["'{`[\s]*["']?\/?([\w-]+(?:\/[\w-]+){0,5})["'`]/g,
    )) {
      const around = [lines[at - 2], lines[at - 1], line.slice(0, match.index)].join('\n');
      const [, page = ''] = match;
      menus.set(page, [...(menus.get(page) ?? []), around]);
    }
  }
}

function judge(route: PageRoute, views: readonly SourceView[], links: Links): FindingDraft[] {
  const { path } = route;
  const [shown] = route.guards;
  if (shown !== undefined) {
    if (!privilegedPage.test(path) || !trustsTheBrowser(shown, views)) return [];
    return [
      draftOf(route, {
        ruleId: 'access/client-side-guard',
        subject: path,
        confidence: 0.5,
        cwe: ['CWE-602', 'CWE-285', 'CWE-425'],
        description: `${shown} decides by a value that is stored in the browser, where its user can change it; the page and its script are sent to everybody.`,
        recommendation:
          'Check the role on the server for every request of the page, and load its script only for those who have it.',
      }),
    ];
  }
  if (privilegedPage.test(path))
    return [
      draftOf(route, {
        ruleId: 'access/unguarded-page',
        subject: path,
        severity: 'medium',
        confidence: 0.5,
        cwe: ['CWE-862', 'CWE-425'],
        description:
          'Other pages in this table have a guard; this one opens for anybody who types its address.',
        recommendation: 'Guard the page, and check the role on the server for every request of it.',
      }),
    ];
  if (openPage.test(path) || path.length < 3) return [];
  const hidden = isHiddenInMenus(path, links);
  if (!hidden && !developerPage.test(path) && links.named.has(path)) return [];
  return [
    draftOf(route, {
      ruleId: 'access/unlinked-page',
      subject: path,
      confidence: 0.4,
      cwe: ['CWE-425', 'CWE-656', 'CWE-862'],
      description: 'Its address is in the script that every visitor gets: hiding a page keeps nobody out.',
      recommendation: 'Guard the page if it is not for everybody, and remove it if nobody needs it.',
    }),
  ];
}

/** Whether all menu links have a condition other than being signed in. */
function isHiddenInMenus(path: string, links: Links): boolean {
  const found = links.menus.get(path) ?? [];
  return (
    found.length > 0 &&
    found.every(
      (around) =>
        /(?:@if\s*\(|\*ngIf\s*=|v-if\s*=|v-show\s*=|&&\s*[(<])/.test(around) &&
        !/logged|isAuth|signedIn|user\b/i.test(around),
    )
  );
}

/** A guard that reads the browser's storage, directly or through one other function of its file. */
function trustsTheBrowser(name: string, views: readonly SourceView[]): boolean {
  const plain = name.slice(name.lastIndexOf('.') + 1);
  const view = views.find((one) =>
    new RegExp(String.raw`\b(?:class|function|const)\s+${RegExp.escape(plain)}\b`).test(one.code),
  );
  return (
    view !== undefined &&
    /\b(?:localStorage|sessionStorage|jwt_?[dD]ecode|document\.cookie|atob)\b/.test(view.code)
  );
}

function draftOf(
  route: PageRoute,
  given: Pick<FindingDraft, 'ruleId' | 'subject' | 'confidence' | 'cwe' | 'description' | 'recommendation'> &
    Partial<FindingDraft>,
): FindingDraft {
  const { view, line } = route;
  return {
    impact: 'hygiene',
    exposure: view.exposure,
    file: view.path,
    line,
    snippet: view.lineText(line),
    source: 'code',
    symbol: view.symbolAt(line),
    sinkTokens: route.path,
    ...given,
  };
}

const decoding =
  /\bString\.fromCharCode\s*\(\s*[\w.[\]]+\s*[-+^]\s*[\w(]|\bcharCodeAt\s*\([^)]*\)\s*[-+^]\s*\w+/g;

/** Texts that a script decodes from numbers to hide them: where they are used, and whether a page depends on them. */
export function hiddenTexts(view: SourceView): FindingDraft[] {
  if (!isScript(view) || view.exposure !== 'external' || !view.text.includes('fromCharCode')) return [];
  const decoders = new Map<string, number>();
  for (const match of view.code.matchAll(decoding)) {
    const line = view.lineAt(match.index);
    for (const one of view.file.functions)
      if (one.line <= line && line <= one.endLine && one.endLine - one.line < 15 && /^\w+$/.test(one.name))
        decoders.set(one.name, line);
  }
  const drafts: FindingDraft[] = [];
  const seen = new Set<number>();
  for (const [name, decodedAt] of decoders) {
    for (const match of view.code.matchAll(
      new RegExp(String.raw`\b${name}\s*\(\s*\d+\s*(?:,\s*\d+\s*){3,}`, 'g'),
    )) {
      const line = view.lineAt(match.index);
      if (seen.has(line)) continue;
      seen.add(line);
      drafts.push(hiddenDraft(view, line, name, decodedAt));
      const around = view.functionAt(line)?.name;
      if (around === undefined || !/^\w+$/.test(around)) continue;
      for (const use of view.code.matchAll(
        new RegExp(String.raw`\b(?:matcher|path|canMatch)\s*:\s*${around}\b`, 'g'),
      ))
        drafts.push(hiddenDraft(view, view.lineAt(use.index), around, line));
    }
  }
  return drafts.slice(0, 20);
}

function hiddenDraft(view: SourceView, line: number, name: string, decodedAt: number): FindingDraft {
  return {
    ruleId: 'access/hidden-text',
    subject: name,
    impact: 'hygiene',
    exposure: view.exposure,
    confidence: 0.6,
    cwe: ['CWE-656', 'CWE-602', 'CWE-425'],
    file: view.path,
    line,
    snippet: view.lineText(line),
    description: `Every visitor can print in the console the text that line ${decodedAt} builds from numbers: it protects nothing.`,
    recommendation: 'Check on the server who may see what the text leads to, and write the text plainly.',
    evidence: [
      {
        file: view.path,
        line: decodedAt,
        role: 'source',
        snippet: view.lineText(decodedAt).trim().slice(0, 300),
      },
      { file: view.path, line, role: 'sink', snippet: view.lineText(line).trim().slice(0, 300) },
    ],
    source: 'code',
    symbol: view.symbolAt(line),
  };
}
